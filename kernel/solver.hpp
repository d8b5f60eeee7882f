// The exact solver of the final phase: every tile lies face up, so nothing is left to chance.
//
// A value is what the side to move still wins more than the opponent. One point counts 64, one tile
// counts 1 on top: points decide and tiles break ties (H16), in one number.
#pragma once

#include <algorithm>

#include "effects.hpp"
#include "halt.hpp"
#include "ordering.hpp"
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
    // The most that `side` can still win in `turns` turns, whatever the other does: the dearest prizes,
    // each spread over the turns it costs at least. Ten points in two turns count as five for each.
    // `stepped`: after one more move of its own, which may bring any tile a step nearer to its exit.
    template <bool stepped = false>
    static int most_to_win(const Position& position, int side, int turns) {
        if (turns == 0) return 0;
        Bits walkers = position.walkers(side), sliders = position.sliders(side);
        Bits prey = side == BLUE ? walkers : sliders;  // whether the other colour can be captured
        auto captures = [&](Kind kind) { return std::popcount(position.kind[kind]); };
        auto leaves = [&](int steps) {
            Bits from = stepped ? steps == 1 ? WALKS_OUT[1] | WALKS_OUT[2] : steps == 4 ? 0 : WALKS_OUT[steps + 1] : WALKS_OUT[steps];
            return std::popcount(walkers & from);
        };
        int on_line = std::popcount(stepped ? sliders : sliders & (FILE_E | RANK_5)), off_line = std::popcount(sliders) - on_line;
        int left = turns, sum = 0;
        auto take = [&](int count, int a_turn) {
            int taken = std::min(left, count);
            sum += taken * a_turn;
            left -= taken;
            return left == 0;
        };
        if (side == BLUE) {
            int enemies = prey ? captures(KIND_HUNTER) + captures(KIND_LUMBERJACK) : 0;
            if (take(leaves(1), 641) || take(on_line + enemies + 2 * leaves(2), 321) || take(3 * leaves(3), 215)) return sum;
            if (sliders && take(captures(KIND_PHEASANT), 193)) return sum;
            if (take(2 * off_line + 4 * leaves(4), 161)) return sum;
            if (sliders) take(captures(KIND_DUCK), 129);
            return sum;
        }
        if (prey && take(captures(KIND_BEAR), 641)) return sum;
        if (take(leaves(1) + on_line + (prey ? captures(KIND_FOX) : 0), 321)) return sum;
        if (sliders && take(captures(KIND_PHEASANT), 193)) return sum;
        if (take(2 * (off_line + leaves(2)), 161)) return sum;
        if (sliders && take(captures(KIND_DUCK), 129)) return sum;
        if (walkers && take(captures(KIND_TREE), 129)) return sum;
        take(3 * leaves(3) + 4 * leaves(4), 108);
        return sum;
    }

    struct Found {
        int value;
        Turn best;
    };

    Found search_root(const Position& position, Turn first, int depth) {
        Turns turns;
        legal_turns(position, turns);
        return search_turns(position, turns, first, depth, -INFINITE, INFINITE, INFINITE);
    }

    int search(const Position& position, int depth, int alpha, int beta) {
        if (depth == 0 || is_over(position, rules_)) return 0;
        if (halt_->due(++nodes_)) return 0;
        int upper = most_to_win(position, position.to_move, (depth + 1) / 2);
        if (upper <= alpha) return upper;
        int lower = -most_to_win(position, position.to_move ^ 1, depth / 2);
        if (lower >= beta) return lower;

        Turns turns;
        if (depth == 1) {
            list_gains(position, turns);
            return best_gain(position, turns);
        }
        std::uint64_t key = position.key();
        Entry entry;
        if (depth >= TABLE_DEPTH) entry = table_.find(key);
        if (entry.depth == depth && entry.cuts(alpha, beta)) return entry.value;
        int hope = most_to_win<true>(position, position.to_move, (depth - 1) / 2);  // after this turn
        if (hope <= alpha) {  // only what wins something at once can help
            list_gains(position, turns);
            int best = best_gain(position, turns);
            if (best + hope <= alpha) return best + hope;
        } else legal_turns(position, turns);
        Found found = search_turns(position, turns, entry.best, depth, alpha, beta, hope);
        if (hope <= alpha) found.value = std::max(found.value, hope);
        if (halt_->thrown()) return 0;
        Bound bound = found.value >= beta ? LOWER : found.value > alpha ? EXACT : UPPER;
        if (depth >= TABLE_DEPTH) table_.store(key, {found.value, found.best, bound, depth});
        return found.value;
    }

    static void list_gains(const Position& position, Turns& turns) {
        turns.count = 0;
        for (Bits own = position.own(position.to_move); own; own &= own - 1) add_captures(position, lowest(own), turns);
        add_exits(position, turns);
        drop_return(position, turns);
    }

    Found search_turns(const Position& position, Turns& turns, Turn first, int depth, int alpha, int beta, int hope) {
        Ranking ranking;
        for (int index = 0; index < turns.count; ++index)
            ranking.rank[index] = turns[index] == first ? Memory::FIRST : memory_.rank(position, turns[index], depth);
        Found found{-INFINITE, turns[0]};
        int floor = alpha;
        for (int index = 0; index < turns.count; ++index) {
            Turn turn = ranking.pick(turns, index);
            int gain = gain_of(position, turn), value;
            if (gain + hope <= floor) {  // what comes after wins no more at once
                found.value = std::max(found.value, gain + hope);
                if (turn == first) continue;
                break;
            }
            Position next = position;
            play(next, turn, rules_);
            if (depth > TABLE_DEPTH) table_.fetch(next.key());
            if (found.value == -INFINITE) {
                value = gain - search(next, depth - 1, gain - beta, gain - floor);
            } else {  // a null window first: most turns are no better
                value = gain - search(next, depth - 1, gain - floor - 1, gain - floor);
                if (value > floor && value < beta) value = gain - search(next, depth - 1, gain - beta, gain - floor);
            }
            if (value > found.value) found = {value, turn};
            floor = std::max(floor, value);
            if (floor >= beta) {
                if (!gain && kind_of(turn) == MOVE) memory_.credit(position.to_move, turn, depth, depth);
                break;
            }
        }
        return found;
    }

    // The last turn within the horizon: take the dearest tile in reach.
    static int best_gain(const Position& position, const Turns& turns) {
        int best = 0;
        for (Turn turn : turns) best = std::max(best, gain_of(position, turn));
        return best;
    }

    static constexpr int TABLE_DEPTH = 3;  // below that, to look a position up takes longer than to search it

    Rules rules_;
    Table table_;
    Halt* halt_ = nullptr;
    std::uint64_t nodes_ = 0;
    Memory memory_;
};

}  // namespace tallyho
