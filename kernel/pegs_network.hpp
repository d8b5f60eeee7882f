// The evaluation: a small network from features to winning chance and margin, and how it learns.
#pragma once

#include <cmath>
#include <span>
#include <stdexcept>
#include <vector>

#include "pegs_features.hpp"

namespace tallyho::pegs {

// For one side: the chance to win, and the expected final difference in pegs as a share of the holes.
struct Value {
    float win = 0, margin = 0;

    Value flipped() const { return {1 - win, -margin}; }
};

// A finished round for its loser, who stands as the side to move.
inline Value final_value(const Rules& rules, const Position& position) {
    return {0, -float(position.count(position.to_move ^ 1)) / float(rules.holes)};
}

class Network {
public:
    static constexpr int HIDDEN = 48;
    static constexpr int OUTPUTS = 2;
    static constexpr int WEIGHTS = FEATURES * HIDDEN + HIDDEN * OUTPUTS + OUTPUTS;

    explicit Network(std::vector<float> weights) : weights_(std::move(weights)) {
        if (weights_.size() != WEIGHTS) throw std::invalid_argument("the network has another number of weights");
    }

    const std::vector<float>& weights() const { return weights_; }

    // For the side that is to throw.
    Value value(const Rules& rules, const Position& position) const {
        return run(features(rules, position)).value;
    }

    // One step of gradient descent towards `wanted`.
    void learn(const Features& input, Value wanted, float rate) {
        Run at = run(input);
        float win = rate * (wanted.win - at.value.win);
        float margin = rate * (wanted.margin - at.value.margin) * (1 - at.value.margin * at.value.margin);
        float* outputs = weights_.data() + FEATURES * HIDDEN;
        std::array<float, HIDDEN> back;
        for (int unit = 0; unit < HIDDEN; ++unit) {
            float slope = 1 - std::fabs(at.hidden[unit]);  // of x / (1 + |x|)
            back[unit] = (win * outputs[unit] + margin * outputs[HIDDEN + unit]) * slope * slope;
            outputs[unit] += win * at.hidden[unit];
            outputs[HIDDEN + unit] += margin * at.hidden[unit];
        }
        outputs[OUTPUTS * HIDDEN] += win;
        outputs[OUTPUTS * HIDDEN + 1] += margin;
        for (int index = 0; index < FEATURES; ++index) {
            if (input[index] == 0) continue;
            float* row = weights_.data() + index * HIDDEN;
            for (int unit = 0; unit < HIDDEN; ++unit) row[unit] += back[unit] * input[index];
        }
    }

private:
    struct Run {
        std::array<float, HIDDEN> hidden;
        Value value;
    };

    Run run(const Features& input) const {
        Run at{};
        for (int index = 0; index < FEATURES; ++index) {
            if (input[index] == 0) continue;  // most are
            const float* row = weights_.data() + index * HIDDEN;
            for (int unit = 0; unit < HIDDEN; ++unit) at.hidden[unit] += input[index] * row[unit];
        }
        for (float& unit : at.hidden) unit /= 1 + std::fabs(unit);
        const float* outputs = weights_.data() + FEATURES * HIDDEN;
        float win = outputs[OUTPUTS * HIDDEN], margin = outputs[OUTPUTS * HIDDEN + 1];
        for (int unit = 0; unit < HIDDEN; ++unit) {
            win += at.hidden[unit] * outputs[unit];
            margin += at.hidden[unit] * outputs[HIDDEN + unit];
        }
        at.value = {1 / (1 + std::exp(-win)), std::tanh(margin)};
        return at;
    }

    std::vector<float> weights_;
};

}  // namespace tallyho::pegs
