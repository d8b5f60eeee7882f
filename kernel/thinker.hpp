// Thinking about one turn: ever deeper, best turns first, on one thread or several.
#pragma once

#include <mutex>
#include <thread>
#include <vector>

#include "last_tile.hpp"
#include "round.hpp"
#include "search.hpp"

namespace tallyho {

// One turn at the root.
struct RootLine {
    Turn turn;
    int bonus = 0;           // for progress or patience; not part of the value
    int value = -INFINITE;
    bool exact = false;      // searched with an open window in the latest depth
    bool searched = true;    // turn-overs that looked worse are left out of deeper searches
    std::optional<Prospect> proven = {};  // what the solver says of turning the last tile over
};

// What is known of the opponent, as probabilities.
struct Opponent {
    float eager = 0;  // takes the dearest tile in reach, else turns one over
    float hasty = 0;  // turns a tile over where others would wait
};

struct Thought {
    std::vector<RootLine> lines;  // best first
    int depth = 0;
    std::uint64_t nodes = 0;
};

template <class Evaluation>
class Thinker {
public:
    using Node = typename Search<Evaluation>::Node;

    Thinker(const Rules& rules, const Evaluation& evaluation, int table_bits)
        : rules_(rules), evaluation_(evaluation), table_(table_bits), last_tile_(rules, table_bits) {}

    void forget() { table_.forget(); }

    // `allowed` are the legal turns (the chase rule is the caller's); `told` hears of each finished depth.
    template <class Told>
    Thought think(const Position& position, const std::vector<Turn>& allowed, const Goal& goal, const Budget& budget,
                  std::atomic<bool>& stop, int lines, int threads, const Opponent& opponent, Told told) {
        table_.next_generation();
        Halt halt(stop, budget);
        std::vector<std::thread> helpers;
        for (int number = 1; number < threads; ++number)
            helpers.emplace_back([&, number] {
                deepen(position, allowed, goal, budget, halt, 1, number, opponent, [](const Thought&) {});
            });
        Thought thought = deepen(position, allowed, goal, budget, halt, lines, 0, opponent, told);
        halt.throw_it();
        for (std::thread& helper : helpers) helper.join();
        return thought;
    }

    Table& table() { return table_; }

    // What is likelier than not is expected, haste the more the surer it is. It goes by whole points, so that
    // the table serves the next turn too.
    static Expected expected(const Position& position, const Opponent& opponent) {
        float sure = std::max(0.0f, 2 * opponent.hasty - 1);
        return {position.to_move ^ 1, opponent.eager > 0.5f, POINT * int(std::lrint(sure * MOST_HASTE))};
    }

private:
    // Helpers begin a depth later or sooner, so that they run ahead where the first thread will come.
    template <class Told>
    Thought deepen(const Position& position, const std::vector<Turn>& allowed, const Goal& goal, const Budget& budget,
                   Halt& halt, int lines, int number, const Opponent& opponent, Told told) {
        Thought thought;
        for (Turn turn : allowed) thought.lines.push_back({turn, bonus(position, turn, opponent)});
        if (number == 0) solve_last_tile(thought, position, goal, budget, halt);
        Search<Evaluation> search(rules_, evaluation_, table_, goal, halt, thought.nodes, expected(position, opponent));
        Node root{position, nullptr};
        std::stable_sort(thought.lines.begin(), thought.lines.end(), [&](const RootLine& one, const RootLine& other) {
            return first_rank(position, one.turn) > first_rank(position, other.turn);
        });
        for (int depth = 1 + number % 2; depth <= budget.depth; ++depth) {
            bool complete = search_root(search, root, thought.lines, depth, lines, halt);
            if (!complete && thought.depth == 0) complete = true;  // better an early answer than none
            thought.nodes = search.nodes();
            if (!complete) break;
            thought.depth = depth;
            told(thought);
            if (halt.thrown() || (thought.lines.size() == 1 && depth >= 2)) break;
        }
        return thought;
    }

    void solve_last_tile(Thought& thought, const Position& position, const Goal& goal, const Budget& budget, Halt& halt) {
        for (RootLine& line : thought.lines)
            if (kind_of(line.turn) == TURN_OVER && last_tile_.can_be_solved(position, budget))
                line.proven = last_tile_.turn_over_now(position, goal, budget, halt, thought.nodes);
    }

    // In which order turns are looked at first, should there be no time for all: gains, turn-overs, the rest.
    static int first_rank(const Position& position, Turn turn) {
        return 2 * gain_of(position, turn) + (kind_of(turn) == TURN_OVER);
    }

    // One depth. Cut short, a better turn that it found already still counts.
    bool search_root(Search<Evaluation>& search, const Node& root, std::vector<RootLine>& lines, int depth, int wanted,
                     Halt& halt) {
        leave_out(lines, depth, wanted);
        std::vector<int> best;  // the values of the best lines, at most as many as wanted
        for (RootLine& line : lines) {
            if (!line.searched) continue;
            bool open = int(best.size()) < wanted;
            int alpha = open ? -INFINITE : best.back() - line.bonus;
            int value = look(search, root, line, depth, alpha, open ? INFINITE : alpha + 1);
            if (!open && value > alpha) value = look(search, root, line, depth, alpha, INFINITE);
            if (halt.thrown()) break;
            line.exact = value > alpha;
            line.value = value;
            if (!line.exact) continue;
            value += line.bonus;
            best.insert(std::upper_bound(best.begin(), best.end(), value, std::greater<int>()), value);
            if (int(best.size()) > wanted) best.pop_back();
        }
        if (!halt.thrown() || !best.empty()) sort(lines);
        return !halt.thrown();
    }

    int look(Search<Evaluation>& search, const Node& root, const RootLine& line, int depth, int alpha, int beta) {
        return line.proven ? line.proven->worth : search.value_of(root, line.turn, depth, alpha, beta, 0);
    }

    // Best first.
    static void sort(std::vector<RootLine>& lines) {
        std::stable_sort(lines.begin(), lines.end(), [](const RootLine& one, const RootLine& other) {
            if (one.searched != other.searched) return one.searched;
            if (one.exact != other.exact) return one.exact;
            return one.value + one.bonus > other.value + other.bonus;
        });
    }

    // From depth 2 on only the turn-overs that looked best stay, fewer the deeper it goes.
    static void leave_out(std::vector<RootLine>& lines, int depth, int wanted) {
        int kept = depth <= 1 ? 64 : depth == 2 ? 8 : depth == 3 ? 4 : 3;
        kept = std::max(kept, wanted);
        for (RootLine& line : lines) {
            line.exact = false;
            if (line.searched && kind_of(line.turn) == TURN_OVER) line.searched = kept-- > 0;
        }
    }

    // Where the opponent turns tiles over anyway, it pays to wait. Where nothing has been turned over for
    // long, turning and taking get a growing bonus instead: under the printed rules a round of mere moves
    // would never end.
    static int bonus(const Position& position, Turn turn, const Opponent& opponent) {
        int idle = position.quiet - 20;
        bool over = kind_of(turn) == TURN_OVER;
        if (idle <= 0) return over ? -int(opponent.hasty * MOST_PATIENCE) : 0;
        return over || kind_of(turn) == CAPTURE ? idle * POINT / 4 : 0;
    }

    // How much better than waiting it must be to turn a tile over if the opponent certainly will.
    static constexpr float MOST_PATIENCE = 2 * POINT;

    // So many points less counts a quiet move of an opponent who is certainly hasty.
    static constexpr float MOST_HASTE = 3;

    Rules rules_;
    const Evaluation& evaluation_;
    Table table_;
    LastTile last_tile_;
};

}  // namespace tallyho
