// A player for self-play: the search with so many nodes a turn, and the solver in the final phase.
//
// It may play one side hastily: that side thinks less and turns a tile over where waiting looks somewhat
// better, and the other side knows.
#pragma once

#include "selfplay.hpp"
#include "solver.hpp"
#include "thinker.hpp"

namespace tallyho {

template <class Evaluation>
class Searcher {
public:
    Searcher(const Rules& rules, const Evaluation& evaluation, std::uint64_t nodes, int hasty = NONE)
        : rules_(rules), evaluation_(evaluation), glances_(TABLE_BITS), thinker_(rules, evaluation, TABLE_BITS),
          solver_(rules, TABLE_BITS), nodes_(nodes), hasty_(hasty) {}

    Choice operator()(const Round& round) {
        const Position& position = round.position;
        std::atomic<bool> stop{false};
        if (position.left > 0) {
            Budget budget;
            budget.nodes = SOLVER_SHARE * nodes_;
            Halt halt(stop, budget);
            Solver::Answer answer = solver_.solve(position, halt);
            return {answer.best, for_blue(position, answer.value), true};
        }
        Turns legal = round.legal();
        std::vector<Turn> turns(legal.begin(), legal.end());
        Budget budget;
        budget.nodes = position.to_move == hasty_ ? nodes_ * HASTY_FIFTHS / 5 : nodes_;
        Thought thought = thinker_.think(position, turns, {}, budget, stop, 1, 1, opponent(position), [](const Thought&) {});
        int lead = position.points(BLUE) - position.points(BROWN);
        const RootLine& best = thought.lines.front();
        return {best.turn, for_blue(position, best.value) - POINT * lead, true};
    }

    // A short look ahead.
    int estimate(const Position& position) {
        std::atomic<bool> stop{false};
        Halt halt(stop, {});
        Search<Evaluation> search(rules_, evaluation_, glances_, {}, halt);
        return for_blue(position, search.search({position, nullptr}, GLANCE, -INFINITE, INFINITE, 0));
    }

private:
    static constexpr int TABLE_BITS = 15, SOLVER_SHARE = 20, GLANCE = 2;

    // A hasty side searches so many fifths of the positions, and takes its opponent for hasty with so much
    // less than nought: waiting must look two and a half points better.
    static constexpr int HASTY_FIFTHS = 2;
    static constexpr float HASTE = 1.25f;

    // Who turns tiles over hastily behaves as against somebody who never would.
    Opponent opponent(const Position& position) const {
        if (hasty_ == NONE) return {};
        return {0, position.to_move == hasty_ ? -HASTE : 1};
    }

    static int for_blue(const Position& position, int value) { return position.to_move == BLUE ? value : -value; }

    Rules rules_;
    Evaluation evaluation_;
    Table glances_;
    Thinker<Evaluation> thinker_;
    Solver solver_;
    std::uint64_t nodes_;
    int hasty_;
};

}  // namespace tallyho
