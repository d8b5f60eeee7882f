// A player for self-play: the search with so many nodes a turn, and the solver in the final phase.
#pragma once

#include "selfplay.hpp"
#include "solver.hpp"
#include "thinker.hpp"

namespace tallyho {

template <class Evaluation>
class Searcher {
public:
    Searcher(const Rules& rules, const Evaluation& evaluation, std::uint64_t nodes)
        : rules_(rules), evaluation_(evaluation), glances_(TABLE_BITS), thinker_(rules, evaluation, TABLE_BITS),
          solver_(rules, TABLE_BITS), nodes_(nodes) {}

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
        budget.nodes = nodes_;
        limit_depth(budget, position);
        Thought thought = thinker_.think(position, turns, {}, budget, stop, 1, 1, {}, [](const Thought&) {});
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

    // Where most tiles lie face down, there is little to move and much to come to light: between careful
    // players to look farther than this was not seen to help, and it takes half of the time.
    static void limit_depth(Budget& budget, const Position& position) {
        int down = std::popcount(position.down);
        if (down >= 24) budget.depth = down >= 36 ? 4 : 8;
    }

    static int for_blue(const Position& position, int value) { return position.to_move == BLUE ? value : -value; }

    Rules rules_;
    Evaluation evaluation_;
    Table glances_;
    Thinker<Evaluation> thinker_;
    Solver solver_;
    std::uint64_t nodes_;
};

}  // namespace tallyho
