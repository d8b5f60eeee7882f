// The last face-down tile: everybody knows which it is, but for a hunter's gun. Turning it over leaves a
// final phase that can be solved, so what that turn brings is known exactly: the mean over the guns.
#pragma once

#include <optional>

#include "forecast.hpp"
#include "solver.hpp"

namespace tallyho {

// What a turn brings for certain, for the side to move: its worth to the search, the expected final
// difference in points, and the chance to win (the match, if there is a lead).
struct Prospect {
    int worth = 0;
    float points = 0;
    float win = 0;
};

class LastTile {
public:
    LastTile(const Rules& rules, int table_bits) : rules_(rules), solver_(rules, table_bits) {}

    // Whether there is one such tile, and enough time or nodes to begin with.
    bool can_be_solved(const Position& position, const Budget& budget) const {
        return std::popcount(position.down) == 1 && rules_.last_turns() <= MOST_TURNS_LEFT &&
               budget.nodes >= LEAST_NODES && budget.seconds >= LEAST_SECONDS;
    }

    // What turning it over brings; nothing if half of the budget did not suffice. `nodes` counts along.
    std::optional<Prospect> turn_over_now(const Position& position, const Goal& goal, const Budget& budget,
                                          const Halt& outer, std::uint64_t& nodes) {
        Prospect mean;
        long worth = 0;
        int faces = position.bag[KIND_HUNTER] ? 4 : 1;
        Budget share{budget.nodes / std::uint64_t(2 * faces), budget.depth, budget.seconds / (2 * faces)};
        for (int face = BEAR; face <= TREE; ++face) {
            if (!position.bag[KIND_OF[face]]) continue;
            Position next = position;
            turn_over(next, lowest(position.down), Face(face), rules_);
            std::optional<Prospect> one = outcome(next, goal, share, outer, nodes);
            if (!one) return {};
            worth += one->worth;
            mean.points += one->points / float(faces);
            mean.win += one->win / float(faces);
        }
        mean.worth = int(worth / faces);
        return mean;
    }

private:
    // What a final phase comes to for the side that is not to move: it turned the tile over.
    std::optional<Prospect> outcome(const Position& position, const Goal& goal, const Budget& share, const Halt& outer,
                                    std::uint64_t& nodes) {
        int sign = position.to_move == BLUE ? 1 : -1;
        int points = position.points(BLUE) - position.points(BROWN), tiles = position.tiles(BLUE) - position.tiles(BROWN);
        if (!is_over(position, rules_)) {
            std::atomic<bool> thrown{false};
            Halt halt(thrown, share, &outer);
            Solver::Answer answer = solver_.solve(position, halt);
            nodes += answer.nodes;
            if (!answer.complete) return {};
            int won = split_points(answer.value);
            points += sign * won;
            tiles += sign * (answer.value - won * POINT);
        }
        int sum = (goal.lead + points) * POINT + tiles;
        float blue_wins = sum > 0 ? 1 : sum < 0 ? 0 : 0.5f;
        return Prospect{-sign * goal.settled(points, tiles), float(-sign * points), sign == 1 ? 1 - blue_wins : blue_wins};
    }

    // The points in a value of the solver: tiles, never more than 32 either way, are the rest.
    static int split_points(int value) { return (value + POINT / 2 + 1024 * POINT) / POINT - 1024; }

    static constexpr int MOST_TURNS_LEFT = 11;  // beyond that the chase rule could matter (H19)
    static constexpr std::uint64_t LEAST_NODES = 100'000;
    static constexpr double LEAST_SECONDS = 0.05;

    Rules rules_;
    Solver solver_;
};

}  // namespace tallyho
