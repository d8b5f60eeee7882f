// A position of the tile game: what both players can see, without memory of its own.
#pragma once

#include <array>
#include <cstdint>

#include "board.hpp"
#include "tiles.hpp"
#include "zobrist.hpp"

namespace tallyho {

// The options of H20 that matter inside a round.
struct Rules {
    bool ban_any = false;     // H10: the return ban binds birds too
    bool end_stuck = false;   // H14: early end when the mover is stuck, else when a colour is extinct
    bool chase = false;       // H19
    int final_turns = 5;      // H11, of each player

    int last_turns() const { return 2 * final_turns; }
};

inline constexpr std::int8_t NONE = -1;

struct Position {
    std::array<Face, SPACES> board;
    Bits occupied;                                   // tiles, face down or up
    Bits down;                                       // face-down tiles
    std::array<Bits, KINDS> kind;                    // face-up tiles of a kind
    std::uint64_t board_key;                         // the faces by Zobrist numbers
    std::array<std::array<std::uint8_t, KINDS>, 2> won;
    std::array<std::uint8_t, KINDS> bag;             // what the face-down tiles can be
    std::array<std::int8_t, 2> ban_now, ban_original;  // H10, NONE where there is none
    std::int8_t lock;                                // H9
    std::int16_t left;                               // H11: turns left, NONE before the final phase
    std::int16_t quiet;                              // turns since the last turn-over
    std::uint8_t to_move;

    static Position start() {
        Position position{};
        for (int space = 0; space < SPACES; ++space)
            if (space != CENTRE) position.put(space, FACE_DOWN);
        for (int kind = 0; kind < KINDS; ++kind) position.bag[kind] = std::uint8_t(COUNT[kind]);
        position.ban_now = position.ban_original = {NONE, NONE};
        position.lock = NONE;
        position.left = NONE;
        return position;
    }

    int points(int side) const {
        int sum = 0;
        for (int kind = 0; kind < KINDS; ++kind) sum += won[side][kind] * POINTS[kind];
        return sum;
    }

    int tiles(int side) const {
        int sum = 0;
        for (int count : won[side]) sum += count;
        return sum;
    }

    // The space must be empty.
    void put(int space, Face face) {
        board[space] = face;
        board_key ^= ZOBRIST.face[face][space];
        occupied |= bit(space);
        if (face == FACE_DOWN) down |= bit(space);
        else kind[KIND_OF[face]] |= bit(space);
    }

    void lift(int space) {
        Face face = board[space];
        board_key ^= ZOBRIST.face[face][space];
        board[space] = EMPTY;
        occupied &= ~bit(space);
        if (face == FACE_DOWN) down &= ~bit(space);
        else kind[KIND_OF[face]] &= ~bit(space);
    }

    Bits birds() const { return kind[KIND_PHEASANT] | kind[KIND_DUCK]; }

    // Face-up tiles of a colour: sliders are foxes or hunters, walkers are bears or lumberjacks.
    Bits sliders(int side) const { return kind[side == BLUE ? KIND_FOX : KIND_HUNTER]; }
    Bits walkers(int side) const { return kind[side == BLUE ? KIND_BEAR : KIND_LUMBERJACK]; }
    Bits own(int side) const { return sliders(side) | walkers(side); }

    // Names everything that the future depends on; winnings and the count of quiet turns do not.
    std::uint64_t key() const {
        std::uint64_t key = board_key;
        if (to_move) key ^= ZOBRIST.brown;
        if (lock >= 0) key ^= ZOBRIST.lock[lock];
        for (int side = 0; side < 2; ++side)
            if (ban_now[side] >= 0) key ^= ZOBRIST.ban[side][ban_now[side]][ban_original[side]];
        if (left >= 0) key ^= ZOBRIST.left[left % 128];  // positions 128 turns apart never meet in a search
        return key;
    }
};

// Whether the round goes on needs the turns of the side to move in one case, so it is in turns.hpp.

}  // namespace tallyho
