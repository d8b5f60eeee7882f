// The tree search before the final phase: alpha-beta over the players' turns, expectation over tiles.
//
// Turning a tile over is the one turn with many outcomes, and there are up to 48 of it. Deep in the
// tree one stands for all: with plenty of face-down tiles some lie where nothing happens, and turning
// such a tile is as good as passing the turn on. Close to the root and when few are left, each is
// looked at with every face that the bag can yield.
#pragma once

#include "effects.hpp"
#include "halt.hpp"
#include "ordering.hpp"
#include "table.hpp"

namespace tallyho {

// Stands for turning over any tile that nothing depends on.
inline constexpr Turn ANY_TURN_OVER = make_turn(TURN_OVER, 63);

// What a side is expected to do while tiles lie face down, if not always its best.
struct Expected {
    int side = NONE;
    bool eager = false;  // it takes the dearest tile in reach, else turns one over: nothing else need be looked at
    int haste = 0;       // it would rather turn a tile over: a quiet move counts for so much less
};

template <class Evaluation>
class Search {
public:
    // A position on the way down; what the evaluation keeps of it is worked out when first asked for.
    struct Node {
        Position position;
        const Node* parent;
        mutable typename Evaluation::State state;
        mutable bool known = false;

        // The state is left as it is: to clear it first would cost as much as a small search.
        Node(const Position& position, const Node* parent) : position(position), parent(parent) {}
    };

    // `spent` nodes were used up before.
    Search(const Rules& rules, const Evaluation& evaluation, Table& table, const Goal& goal, Halt& halt,
           std::uint64_t spent = 0, const Expected& expected = {})
        : rules_(rules), evaluation_(evaluation), table_(table), goal_(goal), halt_(halt), nodes_(spent),
          expected_(expected) {}

    std::uint64_t nodes() const { return nodes_; }

    // The value of a turn for the side that makes it.
    int value_of(const Node& node, Turn turn, int depth, int alpha, int beta, int ply) {
        if (kind_of(turn) == TURN_OVER && turn != ANY_TURN_OVER)
            return chance(node, origin_of(turn), depth, alpha, beta, ply);
        Node next{node.position, &node};
        if (turn == ANY_TURN_OVER) turn_any_over(next.position);
        else play(next.position, turn, rules_);
        return -search(next, depth - 1, -beta, -alpha, ply + 1);
    }

    // The expected value of turning one tile over, outcomes a turn less deep than other turns. Star2 in
    // spirit: before any outcome is searched, a look at captures tells what the opponent can be sure
    // of, hence the most that we may hope for.
    int chance(const Node& node, int space, int depth, int alpha, int beta, int ply) {
        Outcomes outcomes = list_outcomes(node, space, ply);
        long sum = 0, hope = 0, total = outcomes.weight;
        for (int index = 0; index < outcomes.count; ++index) hope += outcomes.weights[index] * outcomes.most[index];
        long rest = total;
        for (int index = 0; index < outcomes.count; ++index) {
            long weight = outcomes.weights[index];
            if (sum + hope <= alpha * total) return int((sum + hope) / total);
            hope -= weight * outcomes.most[index];
            rest -= weight;
            // What this outcome must bring so that the sum can still pass alpha, or passes beta.
            long low = (alpha * total - sum - hope) / weight - 1;
            long high = (beta * total - sum - rest * long(-INFINITE)) / weight + 1;
            Node next{node.position, &node};
            turn_over(next.position, space, outcomes.faces[index], rules_);
            int floor = int(std::max(low, long(-INFINITE))), ceiling = int(std::min(high, long(INFINITE)));
            sum += weight * -search(next, depth >= 3 ? depth - 2 : depth - 1, -ceiling, -floor, ply + 1);
            if (halt_.thrown()) return 0;
        }
        return int(sum / total);
    }

    int search(const Node& node, int depth, int alpha, int beta, int ply) {
        const Position& position = node.position;
        if (is_over(position, rules_)) return settled(position);
        if (depth <= 0 || ply >= Memory::PLIES - 1) return quiesce(node, alpha, beta, ply);
        if (halt_.due(++nodes_)) return 0;
        std::uint64_t key = key_of(position);
        Entry entry = table_.find(key);
        if (entry.depth >= depth && entry.cuts(alpha, beta)) return entry.value;

        Turns turns;
        list_turns(position, depth, turns);
        Ranking ranking;
        for (int index = 0; index < turns.count; ++index)
            ranking.rank[index] = turns[index] == entry.best && entry.bound ? Memory::FIRST : memory_.rank(position, turns[index], ply);
        Entry found = best_of(node, turns, ranking, depth, alpha, beta, ply);
        if (halt_.thrown()) return 0;
        table_.store(key, found);
        return found.value;
    }

    // Only captures and exits, or nothing at all: what stands still is what the evaluation sees. An eager
    // player takes whatever is there.
    int quiesce(const Node& node, int alpha, int beta, int ply) {
        const Position& position = node.position;
        if (is_over(position, rules_)) return settled(position);
        if (halt_.due(++nodes_)) return 0;
        if (ply >= Memory::PLIES - 1) return evaluate(node);
        Turns turns;
        bool eager = is_eager(position);
        if (eager) list_dearest(position, turns);
        int best = eager && turns.count ? -INFINITE : evaluate(node);
        if (best >= beta) return best;
        alpha = std::max(alpha, best);
        if (!eager) list_gains(position, turns);
        Ranking ranking;
        for (int index = 0; index < turns.count; ++index) ranking.rank[index] = gain_of(position, turns[index]);
        for (int index = 0; index < turns.count; ++index) {
            Turn turn = ranking.pick(turns, index);
            Node next{position, &node};
            play(next.position, turn, rules_);
            int value = -quiesce(next, -beta, -alpha, ply + 1);
            if (value > best) best = value;
            if (best >= beta) break;
            alpha = std::max(alpha, best);
        }
        return best;
    }

    // The forecast of a node's position.
    Forecast forecast(const Node& node) const { return evaluation_.forecast(state_of(node), node.position); }

    std::uint64_t key_of(const Position& position) const {
        int lead = position.points(BLUE) - position.points(BROWN);
        std::uint64_t salt = std::uint64_t(lead + 512) * 0x9e3779b97f4a7c15ULL, bag = 0;
        for (int kind = 0; kind < KINDS; ++kind) bag = bag << 8 | position.bag[kind];
        salt ^= bag * 0xbf58476d1ce4e5b9ULL;
        if (goal_.win) salt ^= std::uint64_t(goal_.lead + 1024) * 0xd1b54a32d192ed03ULL;
        if (expected_.eager || expected_.haste)
            salt ^= std::uint64_t(4 * expected_.haste + 2 * expected_.eager + expected_.side + 1) * 0xa24baed4963ee407ULL;
        return position.key() ^ salt;
    }

    void list_turns(const Position& position, int depth, Turns& turns) const {
        bool eager = is_eager(position);
        if (eager) list_dearest(position, turns);
        else moving_turns(position, turns);
        if (!position.down || (eager && turns.count)) return;
        if (depth >= CLOSE_LOOK && std::popcount(position.down) <= FEW_DOWN)
            for (Bits down = position.down; down; down &= down - 1) turns.add(make_turn(TURN_OVER, lowest(down)));
        else turns.add(ANY_TURN_OVER);
    }

    static constexpr int FEW_DOWN = 3, CLOSE_LOOK = 2;

private:
    struct Outcomes {
        std::array<Face, FACES> faces;
        std::array<long, FACES> weights, most;
        long weight = 0;
        int count = 0;
    };

    // The faces that may come up, the likeliest first, with the most each can be worth to us.
    Outcomes list_outcomes(const Node& node, int space, int ply) {
        Outcomes outcomes;
        for (int face = BEAR; face <= TREE; ++face) {
            long weight = node.position.bag[KIND_OF[face]] * (is_hunter(Face(face)) ? 1 : 4);
            if (!weight) continue;
            Node next{node.position, &node};
            turn_over(next.position, space, Face(face), rules_);
            int at = outcomes.count++;
            for (; at > 0 && outcomes.weights[at - 1] < weight; --at) {
                outcomes.faces[at] = outcomes.faces[at - 1];
                outcomes.weights[at] = outcomes.weights[at - 1];
                outcomes.most[at] = outcomes.most[at - 1];
            }
            outcomes.faces[at] = Face(face);
            outcomes.weights[at] = weight;
            outcomes.most[at] = -quiesce(next, -INFINITE, INFINITE, ply + 1) + SLACK;
            outcomes.weight += weight;
        }
        return outcomes;
    }

    Entry best_of(const Node& node, Turns& turns, Ranking& ranking, int depth, int alpha, int beta, int ply) {
        const Position& position = node.position;
        Entry found{-INFINITE, turns[0], UPPER, depth};
        bool quiet_hopeless = depth <= 2 && position.left < 0 && beta - alpha == 1 &&
                              evaluate(node) + MARGIN * depth <= alpha;
        for (int index = 0; index < turns.count; ++index) {
            Turn turn = ranking.pick(turns, index);
            bool quiet = kind_of(turn) == MOVE && target_of(turn) < SPACES;
            if (quiet && quiet_hopeless && index > 0) continue;
            int reduced = quiet && depth >= 3 && index >= 4 ? (index >= 14 && depth >= 4 ? 2 : 1) : 0;
            int haste = quiet ? haste_in(position) : 0;
            auto value_within = [&](int deep, int low, int high) {
                return value_of(node, turn, deep, low + haste, high + haste, ply) - haste;
            };
            int value;
            if (index == 0) {
                value = value_within(depth, alpha, beta);
            } else {  // a null window first: most turns are no better
                value = value_within(depth - reduced, alpha, alpha + 1);
                if (value > alpha && reduced) value = value_within(depth, alpha, alpha + 1);
                if (value > alpha && value < beta) value = value_within(depth, alpha, beta);
            }
            if (halt_.thrown()) return found;
            if (value > found.value) found.value = value, found.best = turn;
            if (value > alpha) alpha = value, found.bound = EXACT;
            if (value >= beta) {
                found.bound = LOWER;
                if (quiet) memory_.credit(position.to_move, turn, ply, depth);
                break;
            }
        }
        return found;
    }

    static void turn_any_over(Position& position) {
        position.lock = NONE;
        position.ban_now[position.to_move] = NONE;
        position.quiet = 0;
        position.to_move ^= 1;
    }

    void list_gains(const Position& position, Turns& turns) const {
        turns.count = 0;
        for (Bits own = position.own(position.to_move); own; own &= own - 1) add_captures(position, lowest(own), turns);
        if (position.left >= 0) add_exits(position, turns);
        drop_return(position, turns);
    }

    // Whether an eager player is to move who can still turn a tile over.
    bool is_eager(const Position& position) const { return position.down && expected_.eager && position.to_move == expected_.side; }

    // How much less a quiet move counts here.
    int haste_in(const Position& position) const { return position.down && position.to_move == expected_.side ? expected_.haste : 0; }

    // What an eager player would take.
    void list_dearest(const Position& position, Turns& turns) const {
        list_gains(position, turns);
        int most = 0, kept = 0;
        for (Turn turn : turns) most = std::max(most, gain_of(position, turn));
        for (Turn turn : turns)
            if (gain_of(position, turn) == most) turns.list[kept++] = turn;
        turns.count = kept;
    }

    int settled(const Position& position) const {
        int points = position.points(BLUE) - position.points(BROWN), tiles = position.tiles(BLUE) - position.tiles(BROWN);
        int worth = goal_.settled(points, tiles);
        return position.to_move == BLUE ? worth : -worth;
    }

    int evaluate(const Node& node) const {
        const Position& position = node.position;
        float lead = float(position.points(BLUE) - position.points(BROWN));
        int worth;
        if (goal_.win) {
            Forecast ahead = forecast(node);
            worth = goal_.worth(lead + ahead.mean, ahead.spread);
        } else {
            worth = goal_.in_points(lead + evaluation_.mean(state_of(node), position));
        }
        return position.to_move == BLUE ? worth : -worth;
    }

    const typename Evaluation::State& state_of(const Node& node) const {
        if (!node.known) {
            if (node.parent) evaluation_.follow(node.state, state_of(*node.parent), node.position);
            else evaluation_.begin(node.state, node.position);
            node.known = true;
        }
        return node.state;
    }

    // How far a deeper search may find a turned tile better than a look at captures; how much a quiet
    // turn may bring.
    static constexpr int SLACK = 2 * POINT, MARGIN = 5 * POINT;

    Rules rules_;
    const Evaluation& evaluation_;
    Table& table_;
    Goal goal_;
    Halt& halt_;
    std::uint64_t nodes_;
    Expected expected_;
    Memory memory_;
};

}  // namespace tallyho
