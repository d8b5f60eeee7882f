// UCT: a tree of turns grown by rollouts, with the faces of a turn-over as chance.
//
// A node is a position with a turn to make, an edge is a turn tried there. A turn-over leads to one
// node for each face that the bag can yield, drawn with its probability; every other turn to one.
// A node opens its turns one by one, the promising ones first, so that the many turn-overs that
// look alike do not drown the rest. The chase rule is left out: the caller names the turns that may
// be made at the root.
#pragma once

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cmath>
#include <optional>
#include <vector>

#include "effects.hpp"
#include "random.hpp"

namespace tallyho {

inline constexpr double EXPLORE = 0.1;       // of UCB1, for values between -1 and 1
inline constexpr double FULL_VALUE = 60;     // a difference of so many points counts as 1
inline constexpr double OPEN_POWER = 0.4;    // a node of n visits has about n ^ OPEN_POWER turns open
inline constexpr int PATIENCE = 12;          // quiet turns after which only captures and turn-overs count
inline constexpr int CLOCK_EVERY = 16;       // rollouts between two looks at the clock

// What a turn wins at once, in points.
inline int prize_of(const Position& position, Turn turn) {
    if (kind_of(turn) == CAPTURE) return POINTS[KIND_OF[position.board[target_of(turn)]]];
    if (kind_of(turn) == MOVE && target_of(turn) >= SPACES) return POINTS[KIND_OF[position.board[origin_of(turn)]]];
    return 0;
}

// Captures and exits of the side to move.
inline void prize_turns(const Position& position, Turns& turns) {
    turns.count = 0;
    for (Bits own = position.own(position.to_move); own; own &= own - 1) add_captures(position, lowest(own), turns);
    drop_return(position, turns);
    if (position.left >= 0) add_exits(position, turns);
}

// A face drawn from the bag; a hunter's gun points anywhere (H3).
inline Face draw(const Position& position, Random& random) {
    constexpr Face FIRST_FACE[KINDS] = {BEAR, FOX, LUMBERJACK, HUNTER_UP, PHEASANT, DUCK, TREE};
    int ticket = int(random.below(std::uint32_t(std::popcount(position.down)))), kind = 0;
    while ((ticket -= position.bag[kind]) >= 0) ++kind;
    return kind == KIND_HUNTER ? Face(HUNTER_UP + random.below(4)) : FIRST_FACE[kind];
}

// What a turn wins at once, less the moved tile if it can be captured there, plus that tile if it
// could be captured where it was. The last turn of a round fears nothing.
inline int balance_of(const Position& position, Turn turn) {
    int prize = prize_of(position, turn), other = position.to_move ^ 1;
    if (kind_of(turn) == PASS || position.left == 1) return prize;
    int origin = origin_of(turn), target = target_of(turn), own = POINTS[KIND_OF[position.board[origin]]];
    if (is_threatened(position, origin, other)) prize += own;
    return target < SPACES && ends_in_danger(position, turn) ? prize - own : prize;
}

// The tree of one position.
class Uct {
public:
    static constexpr std::size_t MOST_EDGES = 1 << 19;  // about 64 MB with nodes and chances

    // `turns` are those that may be made in the position, one at least. After `most_edges` turns the
    // tree keeps its shape and only learns more of what it has.
    Uct(const Rules& rules, const Position& position, const Turns& turns, std::uint64_t seed,
        std::size_t most_edges = MOST_EDGES)
        : rules_(rules), root_(position), root_turns_(turns), random_(seed ^ position.key()),
          most_edges_(most_edges), nodes_(1) {}

    struct Choice {
        Turn turn;
        std::uint64_t visits;
        double points, wins;  // means, for the side to move
    };

    // Roll out until the number, the time or `stop` ends it, but once at least.
    void grow(const std::atomic<bool>& stop, std::uint64_t most_rollouts, double seconds) {
        using Clock = std::chrono::steady_clock;
        const auto begun = Clock::now();
        for (std::uint64_t rollout = 1;; ++rollout) {
            grow_once();
            if (rollout >= most_rollouts || stop.load(std::memory_order_relaxed)) return;
            if (rollout % CLOCK_EVERY) continue;
            if (std::chrono::duration<double>(Clock::now() - begun).count() >= seconds) return;
        }
    }

    // The turns tried in the position, the most visited first.
    std::vector<Choice> choices() const {
        std::vector<Choice> list;
        for (std::uint32_t at = nodes_[0].first_edge; at != NOTHING; at = edges_[at].next) {
            const Edge& edge = edges_[at];
            list.push_back({edge.turn, edge.visits, edge.points / edge.visits, edge.wins / edge.visits});
        }
        std::stable_sort(list.begin(), list.end(),
                         [](const Choice& one, const Choice& other) { return one.visits > other.visits; });
        return list;
    }

    std::uint64_t rollouts() const { return nodes_[0].visits; }
    int depth() const { return depth_; }

private:
    static constexpr std::uint32_t NOTHING = ~std::uint32_t(0);

    struct Node {
        std::uint64_t visits = 0;
        std::uint32_t first_edge = NOTHING;
        std::uint16_t edges = 0;
        bool all_open = false;
    };

    struct Edge {
        double value = 0, points = 0, wins = 0;  // sums, for the side that makes the turn
        std::uint64_t visits = 0;
        std::uint32_t next = NOTHING;   // of the same node
        std::uint32_t child = NOTHING;  // a node; of a turn-over, its chances
        Turn turn = 0;
    };

    using Chances = std::array<std::uint32_t, FACES>;  // a node for each face

    struct Step {
        std::uint32_t node, edge;
        std::uint8_t side;
    };

    // One descent to a turn that was never tried, and one rollout from there.
    void grow_once() {
        Position position = root_;
        path_.clear();
        for (std::uint32_t node = 0; node != NOTHING && !is_settled(node, position);) {
            std::uint32_t edge = open_or_select(node, position);
            path_.push_back({node, edge, position.to_move});
            bool fresh = edges_[edge].visits == 0;
            std::uint32_t* child = follow(edges_[edge], position);
            if (fresh) break;
            if (*child == NOTHING && has_room()) sprout(*child);
            node = *child;
        }
        depth_ = std::max(depth_, int(path_.size()));
        roll_out(position);
        credit(position);
    }

    // Nothing is left to search, as the rollout takes the dearest tile in the very last turn.
    bool is_settled(std::uint32_t node, const Position& position) const {
        return (node != 0 && position.left == 1) || is_over(position, rules_);
    }

    std::uint32_t open_or_select(std::uint32_t at, const Position& position) {
        Node& node = nodes_[at];
        bool may_open = !node.all_open && has_room();
        double wanted = std::pow(double(node.visits), OPEN_POWER);
        return may_open && node.edges <= wanted ? open(node, position) : select(node);
    }

    // A node is made only where its first turn has room too, so a node always has a turn to select.
    bool has_room() const { return edges_.size() < most_edges_; }

    // UCB1 among the open turns.
    std::uint32_t select(const Node& node) const {
        double log_visits = std::log(double(node.visits)), best = -INFINITY;
        std::uint32_t chosen = NOTHING;
        for (std::uint32_t at = node.first_edge; at != NOTHING; at = edges_[at].next) {
            double visits = double(edges_[at].visits);
            double urgency = edges_[at].value / visits + EXPLORE * std::sqrt(log_visits / visits);
            if (urgency <= best) continue;
            best = urgency;
            chosen = at;
        }
        return chosen;
    }

    // Open the most promising turn that is closed yet, any of them where several are.
    std::uint32_t open(Node& node, const Position& position) {
        Turns turns;
        closed_turns(node, position, turns);
        node.all_open = turns.count == 1;
        double safe = promise_of_turning(position), best = -INFINITY;
        Edge edge;
        for (Turn turn : turns) {
            double promise = kind_of(turn) == TURN_OVER ? safe : promise_of(position, turn);
            promise += double(random_.below(1024)) / 1024;
            if (promise <= best) continue;
            best = promise;
            edge.turn = turn;
        }
        edge.next = node.first_edge;
        node.first_edge = std::uint32_t(edges_.size());
        ++node.edges;
        edges_.push_back(edge);
        return node.first_edge;
    }

    // At least one, since the node is not all open.
    void closed_turns(const Node& node, const Position& position, Turns& closed) const {
        Turns turns;
        if (&node == nodes_.data()) turns = root_turns_;
        else legal_turns(position, turns);
        bool impatient = position.quiet >= PATIENCE && has_progress(turns);
        for (Turn turn : turns)
            if (!(impatient && kind_of(turn) == MOVE) && !is_open(node, turn)) closed.add(turn);
    }

    // Before the final phase a move only marks time.
    static bool has_progress(const Turns& turns) {
        return std::any_of(turns.begin(), turns.end(), [](Turn turn) { return kind_of(turn) != MOVE; });
    }

    bool is_open(const Node& node, Turn turn) const {
        for (std::uint32_t at = node.first_edge; at != NOTHING; at = edges_[at].next)
            if (edges_[at].turn == turn) return true;
        return false;
    }

    // What the turn wins less what the other side can win next.
    double promise_of(const Position& position, Turn turn) const {
        Position next = position;
        play(next, turn, rules_);
        return prize_of(position, turn) - (is_over(next, rules_) ? 0 : dearest(next));
    }

    // The same for a turn-over, were nothing to come up.
    static double promise_of_turning(const Position& position) {
        Position next = position;
        next.to_move ^= 1;
        return -dearest(next);
    }

    static int dearest(const Position& position) {
        Turns turns;
        prize_turns(position, turns);
        int best = 0;
        for (Turn turn : turns) best = std::max(best, prize_of(position, turn));
        return best;
    }

    // Play the edge's turn, with a face from the bag if it needs one; returns where its node is noted.
    std::uint32_t* follow(Edge& edge, Position& position) {
        if (kind_of(edge.turn) != TURN_OVER) {
            play(position, edge.turn, rules_);
            return &edge.child;
        }
        Face face = draw(position, random_);
        turn_over(position, origin_of(edge.turn), face, rules_);
        if (edge.child == NOTHING) {
            edge.child = std::uint32_t(chances_.size());
            chances_.emplace_back().fill(NOTHING);
        }
        return &chances_[edge.child][face];
    }

    void sprout(std::uint32_t& child) {
        child = std::uint32_t(nodes_.size());
        nodes_.emplace_back();
    }

    // Both sides take what pays best, else turn any tile over, else move anywhere.
    void roll_out(Position& position) {
        Turns turns;
        while (!is_over(position, rules_)) {
            prize_turns(position, turns);
            if (std::optional<Turn> turn = paying(position, turns)) {
                play(position, *turn, rules_);
            } else if (position.down) {
                int space = nth(position.down, int(random_.below(std::uint32_t(std::popcount(position.down)))));
                turn_over(position, space, draw(position, random_), rules_);
            } else {
                moving_turns(position, turns);
                play(position, turns[int(random_.below(std::uint32_t(turns.count)))], rules_);
            }
        }
    }

    // The turn with the best balance, any of them where several are; none if each costs more than it wins.
    std::optional<Turn> paying(const Position& position, const Turns& turns) {
        std::optional<Turn> chosen;
        int best = 0;
        std::uint32_t equals = 0;
        for (Turn turn : turns) {
            int balance = balance_of(position, turn);
            if (balance < best) continue;
            equals = balance > best ? 1 : equals + 1;
            best = balance;
            if (random_.below(equals) == 0) chosen = turn;
        }
        return chosen;
    }

    void credit(const Position& end) {
        int points = end.points(BLUE) - end.points(BROWN), tiles = end.tiles(BLUE) - end.tiles(BROWN);
        int order = points ? points : tiles;  // H16
        double value = std::clamp(points / FULL_VALUE, -1.0, 1.0), win = order > 0 ? 1 : order < 0 ? 0 : 0.5;
        for (const Step& step : path_) {
            Edge& edge = edges_[step.edge];
            ++nodes_[step.node].visits;
            ++edge.visits;
            edge.value += step.side == BLUE ? value : -value;
            edge.points += step.side == BLUE ? points : -points;
            edge.wins += step.side == BLUE ? win : 1 - win;
        }
    }

    Rules rules_;
    Position root_;
    Turns root_turns_;
    Random random_;
    std::size_t most_edges_;
    std::vector<Node> nodes_;
    std::vector<Edge> edges_;
    std::vector<Chances> chances_;
    std::vector<Step> path_;
    int depth_ = 0;
};

}  // namespace tallyho
