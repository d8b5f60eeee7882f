// A round in progress: a position and, where the chase rule asks for it, the trail behind it.
#pragma once

#include <algorithm>
#include <vector>

#include "effects.hpp"

namespace tallyho {

// What makes two positions the same one for H19; winnings cannot change along a trail.
struct Key {
    std::array<Face, SPACES> board;
    std::array<std::int8_t, 2> ban_now, ban_original;
    std::int8_t lock;
    std::uint8_t to_move;

    explicit Key(const Position& position)
        : board(position.board), ban_now(position.ban_now), ban_original(position.ban_original),
          lock(position.lock), to_move(position.to_move) {
        for (int side = 0; side < 2; ++side)
            if (ban_now[side] < 0) ban_original[side] = NONE;
    }
    bool operator==(const Key&) const = default;
};

struct Step {
    Key key;
    bool fled;  // the turn made here moved a tile that the opponent threatened
};

struct Round {
    Rules rules;
    Position position;
    std::vector<Step> trail;

    bool over() const { return is_over(position, rules); }

    // H19: whether this turn of the hunted side brings a position about for the third time.
    bool prolongs_chase(Turn turn) const {
        if (trail.size() < 7 || kind_of(turn) != MOVE || target_of(turn) >= SPACES) return false;
        Position reached = position;
        play(reached, turn, rules);
        Key key(reached);
        auto same = [&](const Step& step) { return step.key == key; };
        if (std::count_if(trail.begin(), trail.end(), same) < 2) return false;
        auto latest = std::find_if(trail.rbegin(), trail.rend(), same).base() - 1;
        bool mine = is_threatened(position, origin_of(turn), position.to_move ^ 1), theirs = true;
        for (auto step = latest; step != trail.end(); ++step)
            ((step - latest) % 2 ? mine : theirs) &= step->fled;
        return mine && !theirs;
    }

    Turns legal() const {
        Turns turns;
        if (over()) return turns;
        legal_turns(position, turns);
        Turns kept;
        for (Turn turn : turns)
            if (!prolongs_chase(turn)) kept.add(turn);
        return kept.count ? kept : turns;
    }

    void play_turn(Turn turn, Face face) {
        if (kind_of(turn) == TURN_OVER) {
            turn_over(position, origin_of(turn), face, rules);
            trail.clear();
            return;
        }
        bool wins_tile = kind_of(turn) == CAPTURE || (kind_of(turn) == MOVE && target_of(turn) >= SPACES);
        if (rules.chase && !wins_tile) {
            bool fled = kind_of(turn) == MOVE && is_threatened(position, origin_of(turn), position.to_move ^ 1);
            trail.push_back({Key(position), fled});
        } else {
            trail.clear();
        }
        play(position, turn, rules);
    }
};

// Sequences of events of this length; a turn-over counts once for each face the bag can yield.
inline std::uint64_t perft(const Round& round, int depth) {
    if (depth == 0) return 1;
    std::uint64_t count = 0;
    for (Turn turn : round.legal()) {
        int first = kind_of(turn) == TURN_OVER ? BEAR : EMPTY, last = kind_of(turn) == TURN_OVER ? TREE : EMPTY;
        for (int face = first; face <= last; ++face) {
            if (face && !round.position.bag[KIND_OF[face]]) continue;
            if (depth == 1) {
                ++count;
                continue;
            }
            Round next = round;
            next.play_turn(turn, Face(face));
            count += perft(next, depth - 1);
        }
    }
    return count;
}

}  // namespace tallyho
