// Python values in and out of the kernel: what the files that bind it have in common.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/stl/array.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <optional>
#include <stdexcept>

#include "round.hpp"

namespace nb = nanobind;

namespace tallyho {

using Ban = std::optional<std::pair<int, int>>;
using Counts = std::array<int, KINDS>;

// The fields of tallyho.games.hunt.Position, in its order and without the trail.
using Fields = std::tuple<std::string, int, std::pair<Counts, Counts>, std::optional<int>, std::pair<Ban, Ban>,
                          std::optional<int>, std::optional<int>>;

inline int checked(int number, int bound, const char* what) {
    if (number < 0 || number >= bound) throw std::invalid_argument(std::string(what) + " is out of range");
    return number;
}

inline Face face_of(char letter) {
    for (int face = 0; face < FACES; ++face)
        if (LETTERS[face] == letter) return Face(face);
    throw std::invalid_argument("no tile has this letter");
}

inline void set_ban(Position& position, int side, const Ban& ban) {
    if (!ban) return;
    position.ban_now[side] = std::int8_t(checked(ban->first, SPACES, "ban"));
    position.ban_original[side] = std::int8_t(checked(ban->second, SPACES, "ban"));
}

inline Position read(const Fields& fields) {
    const auto& [board, to_move, won, lock, bans, quiet, left] = fields;
    if (board.size() != SPACES) throw std::invalid_argument("a board has 49 letters");
    Position position{};
    position.ban_now = position.ban_original = {NONE, NONE};
    for (int kind = 0; kind < KINDS; ++kind) {
        position.won[BLUE][kind] = std::uint8_t(checked(won.first[kind], COUNT[kind] + 1, "winnings"));
        position.won[BROWN][kind] = std::uint8_t(checked(won.second[kind], COUNT[kind] + 1, "winnings"));
    }
    std::array<int, KINDS> rest = COUNT;
    for (int kind = 0; kind < KINDS; ++kind) rest[kind] -= position.won[BLUE][kind] + position.won[BROWN][kind];
    for (int space = 0; space < SPACES; ++space) {
        Face face = face_of(board[space]);
        if (face == EMPTY) continue;
        position.put(space, face);
        if (face != FACE_DOWN) --rest[KIND_OF[face]];
    }
    for (int kind = 0; kind < KINDS; ++kind) position.bag[kind] = std::uint8_t(checked(rest[kind], 49, "bag"));
    position.to_move = std::uint8_t(checked(to_move, 2, "side"));
    position.lock = std::int8_t(lock ? checked(*lock, SPACES, "lock") : NONE);
    set_ban(position, BLUE, bans.first);
    set_ban(position, BROWN, bans.second);
    position.quiet = std::int16_t(quiet ? std::min(*quiet, 30000) : NONE);
    position.left = std::int16_t(left ? checked(*left, 199, "turns left") : NONE);
    return position;
}

inline std::optional<int> or_none(int number) { return number < 0 ? std::nullopt : std::optional(number); }

inline Fields write(const Position& position) {
    std::string board(SPACES, '.');
    for (int space = 0; space < SPACES; ++space) board[space] = LETTERS[position.board[space]];
    std::array<Counts, 2> won;
    std::array<Ban, 2> bans;
    for (int side = 0; side < 2; ++side) {
        for (int kind = 0; kind < KINDS; ++kind) won[side][kind] = position.won[side][kind];
        if (position.ban_now[side] >= 0) bans[side] = {position.ban_now[side], position.ban_original[side]};
    }
    return {board, position.to_move, {won[0], won[1]}, or_none(position.lock), {bans[0], bans[1]},
            or_none(position.quiet), or_none(position.left)};
}

// A turn as (kind, origin, target), kinds as in turns.hpp.
using TurnTuple = std::tuple<int, int, int>;

inline TurnTuple unpacked(Turn turn) { return {kind_of(turn), origin_of(turn), target_of(turn)}; }

inline Turn packed(const TurnTuple& turn) {
    auto [kind, origin, target] = turn;
    return make_turn(TurnKind(checked(kind, 4, "turn")), checked(origin, SPACES, "origin"), checked(target, 53, "target"));
}

}  // namespace tallyho
