// The peg game's turns: what can be played, what it does, and when the dice pass (P7-P9, P11).
#pragma once

#include "pegs_board.hpp"

namespace tallyho::pegs {

// One number played by one peg; number 0 is the end of a turn (P9).
struct Play {
    std::int8_t number = 0, circle = 0, hole = 0;  // holes from 0

    bool operator==(const Play&) const = default;
};
inline constexpr Play END{};

// No position has more: each of 30 pegs with two different numbers, and the end.
struct Plays {
    static constexpr int MOST = 61;
    std::array<Play, MOST> list;
    int count = 0;

    void add(Play play) { list[count++] = play; }
    const Play* begin() const { return list.data(); }
    const Play* end() const { return list.data() + count; }
};

// The pegs of one circle that can play `number`, as a set of their holes.
inline Holes movers(const Rules& rules, const Position& position, int circle, int number) {
    const auto& own = position.pegs[position.to_move];
    Holes pegs = own[circle];
    Carried carried = carry(rules, circle, pegs, number);
    Holes within = carried.within & ~own[circle];
    Holes onward = carried.onward & ~own[next_circle(position.to_move, circle)];
    return within >> number | Holes(std::uint64_t(onward) << rules.holes >> number);
}

inline bool can_play(const Rules& rules, const Position& position, int number) {
    for (int circle = 0; circle < CIRCLES; ++circle)
        if (movers(rules, position, circle, number)) return true;
    return false;
}

inline bool can_play_any(const Rules& rules, const Position& position) {
    for (int number = 1; number <= FACES; ++number)
        if (position.numbers.has(number) && can_play(rules, position, number)) return true;
    return false;
}

inline Plays legal_plays(const Rules& rules, const Position& position) {
    Plays plays;
    bool must = false;
    for (int number = 1; number <= FACES; ++number) {
        if (!position.numbers.has(number)) continue;
        int before = plays.count;
        for (int circle = 0; circle < CIRCLES; ++circle)
            for (Holes pegs = movers(rules, position, circle, number); pegs; pegs &= pegs - 1)
                plays.add({std::int8_t(number), std::int8_t(circle), std::int8_t(std::countr_zero(pegs))});
        must |= position.numbers.compulsory(number) && plays.count > before;
    }
    if (plays.count && !must) plays.add(END);
    return plays;
}

struct Landing {
    int circle, hole;
};

inline Landing landing(const Rules& rules, int side, Play play) {
    int ahead = play.hole + play.number;
    if (ahead < rules.holes) return {play.circle, ahead};
    return {next_circle(side, play.circle), ahead - rules.holes};
}

inline void pass_dice(Position& position) {
    position.numbers = {};
    position.to_move ^= 1;
}

// P8, P11: the dice pass by themselves when nothing can be played or the enemy is gone.
inline void settle(const Rules& rules, Position& position) {
    if (position.over() || !can_play_any(rules, position)) pass_dice(position);
}

inline void throw_dice(const Rules& rules, Position& position, int first, int second) {
    position.numbers = thrown(rules, first, second);
    settle(rules, position);
}

// The play must be legal.
inline void play(const Rules& rules, Position& position, Play play) {
    if (play == END) return pass_dice(position);
    int side = position.to_move;
    auto [circle, hole] = landing(rules, side, play);
    Holes there = Holes(1) << hole;
    position.pegs[side][play.circle] &= ~(Holes(1) << play.hole);
    position.pegs[side][circle] |= there;
    position.pegs[side ^ 1][circle] &= ~there;
    position.numbers.spend(play.number);
    settle(rules, position);
}

}  // namespace tallyho::pegs
