// The exact solver of the final phase: every tile lies face up, so nothing is left to chance.
//
// A value is what the side to move still wins more than the opponent. One point counts 64, one tile
// counts 1 on top: points decide and tiles break ties (H16), in one number.
#pragma once

#include <algorithm>

#include "effects.hpp"
#include "gains.hpp"
#include "halt.hpp"
#include "table.hpp"

namespace tallyho {

// WALKS_OUT[steps]: where a tile that goes one step at a time needs so many turns to leave (H12),
// whatever stands in the way.
inline constexpr auto WALKS_OUT = [] {
    std::array<Bits, 5> spaces{};
    for (int space = 0; space < SPACES; ++space) {
        int file = file_of(space), rank = rank_of(space);
        int across = file > 3 ? file - 3 : 3 - file, along = rank > 3 ? rank - 3 : 3 - rank;
        int upright = across + std::min(rank, 6 - rank), level = along + std::min(file, 6 - file);
        spaces[1 + std::min(upright, level)] |= bit(space);
    }
    return spaces;
}();
static_assert((WALKS_OUT[1] | WALKS_OUT[2] | WALKS_OUT[3] | WALKS_OUT[4]) == ALL);

inline constexpr Bits LINES = FILE_E | RANK_5;  // the lines that lead out

class Solver {
public:
    explicit Solver(const Rules& rules, int table_bits = 18) : rules_(rules), table_(table_bits) {}

    struct Answer {
        int value = 0;
        Turn best = 0;
        bool complete = false;
        std::uint64_t nodes = 0;
    };

    // The exact value and a best turn of a final-phase position that is not over. Searches ever
    // deeper, a turn of each side at a time, because what cuts at a small depth is tried first at the
    // next. Cut short, it answers with the best turn of the last depth that it finished.
    Answer solve(const Position& position, Halt& halt) {
        halt_ = &halt;
        nodes_ = 0;
        memory_.forget();
        table_.next_generation();
        Answer answer;
        for (int depth = 2 - position.left % 2; depth <= position.left; depth += 2) {
            Found found = search_root(position, answer.best, depth);
            answer.nodes = nodes_;
            bool finished = depth == 1 || !halt.thrown();  // a last turn looks no further
            if (finished || depth == 2) answer.value = found.value, answer.best = found.best;  // better than none
            if (!finished) return answer;
        }
        answer.complete = true;
        return answer;
    }

    // Plain minimax without any pruning, to check the search against.
    int minimax(const Position& position) const {
        if (is_over(position, rules_)) return 0;
        Turns turns;
        legal_turns(position, turns);
        int best = -INFINITE;
        for (Turn turn : turns) {
            Position next = position;
            play(next, turn, rules_);
            best = std::max(best, gain_of(position, turn) - minimax(next));
        }
        return best;
    }

private:
    // The most that `side` can still win in `turns` turns, whatever the other does. Each turn wins one tile
    // at most, and no more tiles leave than there are turns to bring them out. A step towards an exit may
    // capture at the same time. `stepped`: after one more turn of its own, which may be such a step.
    template <bool stepped = false>
    static int most_to_win(const Position& position, int side, int turns) {
        if (turns == 0) return 0;
        Bits walkers = position.walkers(side), sliders = position.sliders(side);
        const auto& kind = position.kind;
        int left = turns, steps_left = turns + stepped, sum = 0;
        auto take = [&](Bits tiles, int worth) {  // few turns are left: no need to count the tiles
            for (; left && tiles; tiles &= tiles - 1) --left, sum += worth;
            return left == 0;
        };
        auto take_out = [&](Bits tiles, int steps, int worth) {
            for (; left && tiles && steps <= steps_left; tiles &= tiles - 1) --left, steps_left -= steps, sum += worth;
            return left == 0;
        };
        if (side == BLUE) {
            for (int steps = 1; steps <= std::min(4, steps_left); ++steps)
                if (take_out(walkers & WALKS_OUT[steps], steps, 641)) return sum;
            steps_left = turns + stepped;  // foxes may leave instead of bears
            if (take_out(sliders & LINES, 1, 321) || take_out(sliders & ~LINES, 2, 321)) return sum;
            if (walkers && take(position.own(BROWN), 321)) return sum;
            if (sliders && !take(kind[KIND_PHEASANT], 193)) take(kind[KIND_DUCK], 129);
            return sum;
        }
        if (sliders && (take(kind[KIND_BEAR], 641) || take(kind[KIND_FOX], 321))) return sum;
        if (take_out(sliders & LINES, 1, 321) || take_out(walkers & WALKS_OUT[1], 1, 321)) return sum;
        if (take_out(sliders & ~LINES, 2, 321)) return sum;
        for (int steps = 2; steps <= std::min(4, steps_left); ++steps)
            if (take_out(walkers & WALKS_OUT[steps], steps, 321)) return sum;
        if (sliders && (take(kind[KIND_PHEASANT], 193) || take(kind[KIND_DUCK], 129))) return sum;
        if (walkers) take(kind[KIND_TREE], 129);
        return sum;
    }

    struct Found {
        int value = -INFINITE;
        Turn best = 0;
    };

    // A position on the way: a turn has to beat `floor`, and what follows it wins no more than `hope`.
    struct Node {
        const Position& position;
        int depth, floor, beta, hope;
        Found found{};

        // Whether a turn that brings no more than that is left out.
        bool hopeless(int most) {
            if (most > floor) return false;
            found.value = std::max(found.value, most);
            return true;
        }
    };

    Found search_root(const Position& position, Turn first, int depth) {
        Node node{position, depth, -INFINITE, INFINITE, INFINITE};
        Gains gains(position, position.to_move);
        try_turns(node, gains, first);
        return node.found;
    }

    int search(const Position& position, int depth, int alpha, int beta) {
        if (depth == 0 || is_over(position, rules_)) return 0;
        if (halt_->due(++nodes_)) return 0;
        int side = position.to_move;
        if (depth == 1) return best_gain(position, side);  // the last turn within the horizon
        Gains gains(position, side);
        int hope = most_to_win<true>(position, side, (depth - 1) / 2), upper = gains.best() + hope;
        if (upper <= alpha) return upper;
        int lower = gains.best() - most_to_win(position, side ^ 1, depth / 2);
        if (lower >= beta) return lower;

        std::uint64_t key = position.key();
        Entry entry;
        if (depth >= TABLE_DEPTH) entry = table_.find(key);
        if (entry.depth == depth && entry.cuts(alpha, beta)) return entry.value;
        Node node{position, depth, alpha, beta, hope};
        try_turns(node, gains, entry.best);
        if (halt_->thrown()) return 0;
        const Found& found = node.found;
        Bound bound = found.value >= beta ? LOWER : found.value > alpha ? EXACT : UPPER;
        if (depth >= TABLE_DEPTH) table_.store(key, {found.value, found.best, bound, depth});
        return found.value;
    }

    // Try turns until one cuts: `first`, then what wins something, then what cut elsewhere. The other quiet
    // turns come last, because to list them takes longer than all that.
    void try_turns(Node& node, Gains& gains, Turn first) {
        if (node.hope > node.floor && can_move(node.position, first) && cuts(node, first, 0)) return;
        gains.bring_forward(first);
        for (auto [turn, worth] : gains)
            if (!node.hopeless(worth + node.hope) && cuts(node, turn, worth)) return;
        if (node.hopeless(node.hope)) return;
        std::array<Turn, 2> killers = memory_.killers(node.depth);
        for (Turn turn : killers)
            if (turn != first && can_move(node.position, turn) && cuts(node, turn, 0)) return;
        Turns turns;
        list_quiet(node.position, turns);
        if (!gains.count && !turns.count) cuts(node, make_turn(PASS, 0), 0);  // H13
        Dangers dangers(node.position, node.position.to_move ^ 1, node.hope - node.floor);
        Ranking ranking;
        int kept = 0;
        for (Turn turn : turns) {
            if (turn == first || turn == killers[0] || turn == killers[1]) continue;
            if (node.hopeless(node.hope - dangers.left_by(turn))) continue;
            ranking.rank[kept] = memory_.rank(node.position, turn, node.depth);
            turns.list[kept++] = turn;
        }
        turns.count = kept;
        for (int index = 0; index < kept; ++index)
            if (cuts(node, ranking.pick(turns, index), 0)) return;
    }

    static Bits movers(const Position& position) {
        Bits locked = position.lock >= 0 ? bit(position.lock) : 0;
        return (position.own(position.to_move) | position.birds()) & ~locked;
    }

    static void list_quiet(const Position& position, Turns& turns) {
        for (Bits left = movers(position) & grow(ALL & ~position.occupied); left; left &= left - 1)
            add_moves(position, lowest(left), turns);
        drop_return(position, turns);
    }

    // Whether a turn from elsewhere is a quiet turn here.
    static bool can_move(const Position& position, Turn turn) {
        if (kind_of(turn) != MOVE || target_of(turn) >= SPACES || !(movers(position) & bit(origin_of(turn)))) return false;
        Turns turns;
        add_moves(position, origin_of(turn), turns);
        drop_return(position, turns);
        return std::find(turns.begin(), turns.end(), turn) != turns.end();
    }

    // Play a turn and search on; whether nothing else need be tried.
    bool cuts(Node& node, Turn turn, int gain) {
        Position next = node.position;
        play(next, turn, rules_);
        if (node.depth > TABLE_DEPTH) table_.fetch(next.key());
        auto value_within = [&](int beta) { return gain - search(next, node.depth - 1, gain - beta, gain - node.floor); };
        bool alone = node.found.value == -INFINITE;
        int value = value_within(alone ? node.beta : node.floor + 1);  // a null window: most turns are no better
        if (!alone && value > node.floor && value < node.beta) value = value_within(node.beta);
        if (value > node.found.value) node.found = {value, turn};
        node.floor = std::max(node.floor, value);
        if (node.floor < node.beta) return false;
        if (!gain && kind_of(turn) == MOVE) memory_.credit(node.position.to_move, turn, node.depth, node.depth);
        return true;
    }

    static constexpr int TABLE_DEPTH = 3;  // below that, to look a position up takes longer than to search it

    Rules rules_;
    Table table_;
    Halt* halt_ = nullptr;
    std::uint64_t nodes_ = 0;
    Memory memory_;
};

}  // namespace tallyho
