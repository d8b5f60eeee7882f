// Rounds that the computer plays against itself, written down as samples.
//
// A chooser is anything that can be called with a Round and answers with a Choice, and that has an
// opinion of a position in 1/64 points, `estimate`: what blue will be ahead by.
#pragma once

#include "playout.hpp"
#include "round.hpp"
#include "sample.hpp"
#include "solver.hpp"

namespace tallyho {

struct Choice {
    Turn turn;
    int value = 0;  // blue's remaining difference in 1/64 points
    bool has_value = false;
};

inline constexpr int LONGEST_ROUND = 400;  // turns; afterwards tiles are turned over whenever there are any

inline Turn random_turn(const Turns& turns, Random& random) {
    return turns[int(random.below(std::uint32_t(turns.count)))];
}

inline Turn random_turn_over(const Position& position, Random& random) {
    int drawn = int(random.below(std::uint32_t(std::popcount(position.down))));
    return make_turn(TURN_OVER, nth(position.down, drawn));
}

// Takes the dearest tile in reach; else turns a tile over, or now and then makes any other turn.
struct Greedy {
    Random& random;

    Choice operator()(const Round& round) {
        Turns turns = round.legal();
        Turn best = turns[0];
        for (Turn turn : turns)
            if (gain_of(round.position, turn) > gain_of(round.position, best)) best = turn;
        if (gain_of(round.position, best)) return {best};
        bool turns_over = round.position.down && random.below(4);
        return {turns_over ? random_turn_over(round.position, random) : random_turn(turns, random)};
    }

    int estimate(const Position&) { return 0; }
};

// What a face that comes to light is worth to blue above what could be expected, in 1/64 points.
template <class Chooser>
int luck_of(const Position& position, int space, Face found, const Rules& rules, Chooser& chooser) {
    long sum = 0, weights = 0, mine = 0;
    for (int face = BEAR; face <= TREE; ++face) {
        long weight = position.bag[KIND_OF[face]] * (is_hunter(Face(face)) ? 1 : 4);
        if (!weight) continue;
        Position next = position;
        turn_over(next, space, Face(face), rules);
        long worth = chooser.estimate(next);
        sum += weight * worth;
        weights += weight;
        if (face == found) mine = worth;
    }
    return int(std::clamp(mine - sum / weights, -32768L, 32767L));
}

// Deal a round and play it to the end; every position before a turn goes into `out`. With
// probability `explore` a turn is random, whatever the chooser says.
template <class Chooser>
void play_round(const Rules& rules, Chooser& chooser, Random& random, std::vector<Sample>& out, double explore = 0) {
    Round round{rules, Position::start(), {}};
    Deal deal = deal_at_random(round.position, random);
    auto lead = [&] { return round.position.points(BLUE) - round.position.points(BROWN); };
    std::size_t first = out.size();
    for (int turns = 0; !round.over(); ++turns) {
        Choice choice = chooser(round);
        bool late = turns >= LONGEST_ROUND && round.position.down;
        bool overruled = late || random.below(1u << 20) < explore * (1u << 20);
        if (late) choice.turn = random_turn_over(round.position, random);
        else if (overruled) choice.turn = random_turn(round.legal(), random);

        Sample sample = sample_of(round.position);
        if (!turns) sample.flag |= FIRST_OF_ROUND;
        if (choice.has_value) sample.flag |= HAS_VALUE;
        if (overruled) sample.flag |= OVERRULED;
        sample.set_value(std::clamp(choice.value, -32768, 32767));
        sample.set_outcome(lead());  // what is still to come follows below
        Face found = EMPTY;
        if (kind_of(choice.turn) == TURN_OVER) {
            found = deal[origin_of(choice.turn)];
            sample.set_luck(luck_of(round.position, origin_of(choice.turn), found, rules, chooser));
        }
        out.push_back(sample);
        round.play_turn(choice.turn, found);
    }
    for (std::size_t index = first; index < out.size(); ++index) out[index].set_outcome(lead() - out[index].outcome());
}

}  // namespace tallyho
