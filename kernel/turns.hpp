// The turns there are, and which of them are legal (H4-H10, H12, H13); the chase rule comes on top.
#pragma once

#include <cstdint>

#include "position.hpp"

namespace tallyho {

// A turn in 16 bits:
//
//   15 14 | 13 .. 8 | 7 6 | 5 .. 0
//    kind |  target |     | origin
enum TurnKind : std::uint16_t { TURN_OVER, MOVE, CAPTURE, PASS };
using Turn = std::uint16_t;

inline constexpr Turn make_turn(TurnKind kind, int origin, int target = 0) {
    return Turn(kind << 14 | target << 8 | origin);
}
inline constexpr TurnKind kind_of(Turn turn) { return TurnKind(turn >> 14); }
inline constexpr int origin_of(Turn turn) { return turn & 63; }
inline constexpr int target_of(Turn turn) { return turn >> 8 & 63; }

// No position has more: 48 turn-overs, or far fewer than 25 movable tiles with 12 targets each.
struct Turns {
    static constexpr int MOST = 320;
    std::array<Turn, MOST> list;
    int count = 0;

    void add(Turn turn) { list[count++] = turn; }
    Turn operator[](int index) const { return list[index]; }
    const Turn* begin() const { return list.data(); }
    const Turn* end() const { return list.data() + count; }
};

// H12: the exit that a direction leads to along file e or rank 5, NONE off those lines.
inline int exit_of(int direction, int space) {
    if (direction == UP || direction == DOWN) {
        if (!(bit(space) & FILE_E)) return NONE;
        return direction == UP ? EXIT_E9 : EXIT_E1;
    }
    if (!(bit(space) & RANK_5)) return NONE;
    return direction == RIGHT ? EXIT_I5 : EXIT_A5;
}

inline bool may_capture(Face hunter, int direction, Face victim) {
    if (is_hunter(hunter) && hunter != HUNTER_UP + direction) return false;
    return PREY[KIND_OF[hunter]] >> victim & 1;
}

inline void add_moves(const Position& position, int space, Turns& turns) {
    Bits open = 0;
    for (int direction = 0; direction < 4; ++direction) open |= open_way(direction, space, position.occupied);
    if (!is_slider(position.board[space])) open &= BESIDE[space];
    for (; open; open &= open - 1) turns.add(make_turn(MOVE, space, lowest(open)));
}

inline void add_captures(const Position& position, int space, Turns& turns) {
    Face face = position.board[space];
    for (int direction = 0; direction < 4; ++direction) {
        if (is_hunter(face) && face != HUNTER_UP + direction) continue;
        int target = nearest(direction, space, position.occupied);
        if (target < 0 || !may_capture(face, direction, position.board[target])) continue;
        if (is_slider(face) || (BESIDE[space] & bit(target))) turns.add(make_turn(CAPTURE, space, target));
    }
}

inline void add_exits(const Position& position, Turns& turns) {
    for (Bits own = position.own(position.to_move) & (FILE_E | RANK_5); own; own &= own - 1) {
        int space = lowest(own);
        for (int direction = 0; direction < 4; ++direction) {
            int exit = exit_of(direction, space);
            if (exit < 0 || (RAY[direction][space] & position.occupied)) continue;
            if (is_slider(position.board[space]) || !RAY[direction][space]) turns.add(make_turn(MOVE, space, exit));
        }
    }
}

inline void drop_return(const Position& position, Turns& turns) {
    int now = position.ban_now[position.to_move], original = position.ban_original[position.to_move];
    if (now < 0) return;
    for (int index = 0; index < turns.count; ++index) {
        Turn turn = turns.list[index];
        if (kind_of(turn) != TURN_OVER && origin_of(turn) == now && target_of(turn) == original) {
            turns.list[index] = turns.list[--turns.count];
            return;
        }
    }
}

// Moves and captures on the board, H9 and H10 applied: what is left when nothing lies face down.
inline void add_board_turns(const Position& position, Turns& turns) {
    Bits own = position.own(position.to_move), movers = own | position.birds();
    if (position.lock >= 0) movers &= ~bit(position.lock);
    for (Bits mobile = movers & grow(ALL & ~position.occupied); mobile; mobile &= mobile - 1)
        add_moves(position, lowest(mobile), turns);
    for (; own; own &= own - 1) add_captures(position, lowest(own), turns);
    drop_return(position, turns);
}

// H11, H14: the last turns are used up, or the round ends early.
inline bool is_over(const Position& position, const Rules& rules) {
    if (position.left < 0) return false;
    if (position.left == 0) return true;
    if (!rules.end_stuck) return !position.own(BLUE) || !position.own(BROWN);
    if (position.own(position.to_move)) return false;
    Turns turns;
    add_board_turns(position, turns);
    return turns.count == 0;
}

// Every turn but the turn-overs, in no particular order; a forced pass included (H13).
inline void moving_turns(const Position& position, Turns& turns) {
    turns.count = 0;
    add_board_turns(position, turns);
    if (position.left >= 0) {
        add_exits(position, turns);
        if (turns.count == 0) turns.add(make_turn(PASS, 0));
    }
}

// Every turn of a round that goes on.
inline void legal_turns(const Position& position, Turns& turns) {
    moving_turns(position, turns);
    for (Bits down = position.down; down; down &= down - 1) turns.add(make_turn(TURN_OVER, lowest(down)));
}

// Whether `side` could capture the tile on `space` as the board stands (H7).
inline bool is_threatened(const Position& position, int space, int side) {
    for (int direction = 0; direction < 4; ++direction) {
        int seen = nearest(direction, space, position.occupied);
        if (seen < 0 || !(position.own(side) & bit(seen))) continue;
        Face hunter = position.board[seen];
        if (!is_slider(hunter) && !(BESIDE[space] & bit(seen))) continue;
        if (may_capture(hunter, opposite(direction), position.board[space])) return true;
    }
    return false;
}

// Whether the opponent could capture the tile where this move or capture on the board takes it.
inline bool ends_in_danger(const Position& position, Turn turn) {
    int origin = origin_of(turn), target = target_of(turn);
    Position next = position;
    next.lift(origin);
    if (kind_of(turn) == CAPTURE) next.lift(target);
    next.put(target, position.board[origin]);
    return is_threatened(next, target, position.to_move ^ 1);
}

}  // namespace tallyho
