// Learning from self-play: rounds of one-throw lookahead, each position taught by what came after it.
#pragma once

#include "pegs_network.hpp"
#include "pegs_outcomes.hpp"
#include "random.hpp"

namespace tallyho::pegs {

class Trainer {
public:
    static constexpr int WIDTH = 6;
    static constexpr int LONGEST = 3000;  // throws: an untaught network may wander

    Trainer(Network network, std::uint64_t seed) : network_(std::move(network)), random_(seed) {}

    const Network& network() const { return network_; }

    // Play one round against itself and learn from it by temporal differences; returns the throws.
    // `trust` goes from 0, the next position's value is the lesson, to 1, the round's result is.
    int round(const Rules& rules, float rate, float trust) {
        std::vector<Position> path;
        Position position = Position::start(rules);
        while (!position.over() && int(path.size()) < LONGEST) {
            path.push_back(position);
            throw_dice(rules, position, die(), die());
            if (position.to_move == path.back().to_move) position = best_outcome(rules, position);
        }
        if (position.over()) learn(rules, path, final_value(rules, position), rate, trust);
        return int(path.size());
    }

private:
    int die() { return 1 + int(random_.below(FACES)); }

    Position best_outcome(const Rules& rules, const Position& position) {
        auto rank = [&](const Position& left) {
            return left.over() ? 2.0f : -network_.value(rules, left).margin;
        };
        float best = -3;
        int chosen = 0;
        for (int end : outcomes_.list(rules, position, WIDTH, rank)) {
            float value = rank(outcomes_.position(end));
            if (value > best) best = value, chosen = end;
        }
        return outcomes_.position(chosen);
    }

    // Backwards through the round: what a position should have said is what the next one said,
    // blended with what came after that.
    void learn(const Rules& rules, const std::vector<Position>& path, Value result, float rate, float trust) {
        Value wanted = result.flipped();
        for (int at = int(path.size()) - 1; at >= 0; --at) {
            Features input = features(rules, path[at]);
            Value said = network_.value(rules, path[at]);
            network_.learn(input, wanted, rate);
            Value blend{said.win + trust * (wanted.win - said.win), said.margin + trust * (wanted.margin - said.margin)};
            wanted = blend.flipped();
        }
    }

    Network network_;
    Random random_;
    Outcomes outcomes_;
};

}  // namespace tallyho::pegs
