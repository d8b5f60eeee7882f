// What a legal turn does to the position: board, winnings, lock, bans and counters.
#pragma once

#include "turns.hpp"

namespace tallyho {

inline void pass_turn(Position& position) {
    if (position.left >= 0) --position.left;
    else ++position.quiet;
    position.to_move ^= 1;
}

inline void turn_over(Position& position, int space, Face face, const Rules& rules) {
    --position.bag[KIND_OF[face]];
    position.lift(space);
    position.put(space, face);
    position.lock = std::int8_t(is_bird(face) ? space : NONE);
    position.ban_now[position.to_move] = NONE;
    if (position.down) {
        position.quiet = 0;
    } else {  // H11: the final phase begins with the other player
        position.quiet = NONE;
        position.left = std::int16_t(rules.last_turns());
    }
    position.to_move ^= 1;
}

inline void move(Position& position, Turn turn, const Rules& rules) {
    int side = position.to_move, origin = origin_of(turn), target = target_of(turn);
    Face face = position.board[origin];
    position.lift(origin);
    position.lock = NONE;
    position.ban_now[side] = NONE;
    if (target >= SPACES) {  // H12: it counts for its own player
        ++position.won[side][KIND_OF[face]];
    } else {
        if (kind_of(turn) == CAPTURE) {
            ++position.won[side][KIND_OF[position.board[target]]];
            position.lift(target);
            if (position.ban_now[side ^ 1] == target) position.ban_now[side ^ 1] = NONE;
        }
        position.put(target, face);
        if (is_bird(face)) position.lock = std::int8_t(target);
        if (!is_bird(face) || rules.ban_any) {
            position.ban_now[side] = std::int8_t(target);
            position.ban_original[side] = std::int8_t(origin);
        }
    }
    pass_turn(position);
}

// Play any turn but a turn-over, which needs its face.
inline void play(Position& position, Turn turn, const Rules& rules) {
    if (kind_of(turn) == PASS) {
        position.lock = NONE;
        position.ban_now[position.to_move] = NONE;
        pass_turn(position);
    } else {
        move(position, turn, rules);
    }
}

}  // namespace tallyho
