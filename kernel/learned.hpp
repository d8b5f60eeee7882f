// The learned evaluation, as the search asks for it.
#pragma once

#include "network.hpp"

namespace tallyho {

struct LearnedEvaluation {
    using State = Accumulator;
    Network network;

    void begin(State& state, const Position& position) const { network.refresh(state, position); }
    void follow(State& next, const State& now, const Position& after) const { network.update(next, now, after); }
    float mean(const State& state, const Position& position) const { return network.mean(state, position); }
    Forecast forecast(const State& state, const Position& position) const { return network.forecast(state, position); }
};

}  // namespace tallyho
