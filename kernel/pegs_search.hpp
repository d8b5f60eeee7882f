// The search: whole throws against the average of all throws that may answer them.
#pragma once

#include <atomic>
#include <unordered_map>

#include "pegs_network.hpp"
#include "pegs_outcomes.hpp"

namespace tallyho::pegs {

// A way to play the numbers in hand, the position it leaves, and what that is worth to the player.
struct Candidate {
    std::vector<Play> plays;
    Position end;
    Value value;
    int depth = 1;  // throws looked at, the one in hand included
};

class Search {
public:
    static constexpr int DEEPEST = 4;

    Search(const Rules& rules, const Network& network) : rules_(rules), network_(network) {}

    // Look at the throw in hand: every way to play it, valued as it stands. `first` is played already.
    void begin(const Position& position, std::vector<Play> first = {}) {
        candidates_.clear();
        known_.clear();
        most_nodes_ = ~std::uint64_t(0);
        nodes_ = 0;
        Position from = position;
        for (Play played : first) play(rules_, from, played);
        if (from.to_move != position.to_move) return add_candidate(first, from);
        auto rank = [&](const Position& left) { return worth(value(left).flipped()); };
        for (int end : spaces_[0].list(rules_, from, ROOT_WIDTH, rank)) {
            std::vector<Play> plays = first, rest = spaces_[0].path(end);
            plays.insert(plays.end(), rest.begin(), rest.end());
            add_candidate(std::move(plays), spaces_[0].position(end));
        }
        sort(0, int(candidates_.size()));
    }

    // Look one throw further with the best candidates. `stop` may be set by another thread and
    // `most_nodes` makes a search repeatable; cut short, what was finished counts.
    bool deepen(std::atomic<bool>& stop, std::uint64_t most_nodes) {
        stop_ = &stop;
        most_nodes_ = most_nodes;
        int depth = candidates_.front().depth + 1, done = 0;
        int kept = std::min(int(candidates_.size()), KEPT[depth]);
        for (; done < kept; ++done) {
            Value found = chance(candidates_[done].end, depth - 1).flipped();
            if (cut()) break;
            candidates_[done].value = found;
            candidates_[done].depth = depth;
        }
        sort(0, done);
        stop_ = nullptr;
        return done == kept;
    }

    // Best first; those that were looked at more deeply come first.
    const std::vector<Candidate>& candidates() const { return candidates_; }
    std::uint64_t nodes() const { return nodes_; }

    static float worth(Value value) { return value.margin; }

private:
    static constexpr int ROOT_WIDTH = 24, WIDTH = 5;
    static constexpr int KEPT[DEEPEST + 1] = {0, 0, 40, 8, 4};
    static constexpr int REPLIES = 3;

    void add_candidate(std::vector<Play> plays, const Position& end) {
        candidates_.push_back({std::move(plays), end, value(end).flipped(), 1});
    }

    void sort(int from, int to) {
        auto better = [](const Candidate& one, const Candidate& two) { return worth(one.value) > worth(two.value); };
        std::stable_sort(candidates_.begin() + from, candidates_.begin() + to, better);
    }

    bool cut() const { return nodes_ >= most_nodes_ || (stop_ && stop_->load(std::memory_order_relaxed)); }

    // For the side that is to throw, without looking on.
    Value value(const Position& position) {
        ++nodes_;
        return position.over() ? final_value(rules_, position) : network_.value(rules_, position);
    }

    // For the side that is to throw, `depth` throws ahead.
    Value chance(const Position& position, int depth) {
        if (depth == 0 || position.over()) return value(position);
        std::uint64_t key = position.key() + std::uint64_t(depth);
        if (auto found = known_.find(key); found != known_.end()) return found->second;
        Value sum{};
        for (const Throw& dice : THROWS) {
            Position reached = position;
            throw_dice(rules_, reached, dice.first, dice.second);
            Value value = reached.to_move == position.to_move ? best_reply(reached, depth) : chance(reached, depth - 1).flipped();
            if (cut()) return {};
            sum.win += value.win * float(dice.weight) / 36;
            sum.margin += value.margin * float(dice.weight) / 36;
        }
        known_.emplace(key, sum);
        return sum;
    }

    // For the side whose numbers lie on the table.
    Value best_reply(const Position& position, int depth) {
        auto rank = [&](const Position& left) { return worth(value(left).flipped()); };
        auto& space = spaces_[depth];
        std::vector<std::pair<float, Position>> ends;
        Value best{0, -2};
        for (int end : space.list(rules_, position, WIDTH, rank)) {
            if (cut()) return {};
            Value found = value(space.position(end)).flipped();
            if (depth > 1) ends.emplace_back(worth(found), space.position(end));
            else if (worth(found) > worth(best)) best = found;
        }
        if (depth == 1) return best;
        int kept = std::min(REPLIES, int(ends.size()));
        auto better = [](const auto& one, const auto& two) { return one.first > two.first; };
        std::partial_sort(ends.begin(), ends.begin() + kept, ends.end(), better);
        for (int index = 0; index < kept; ++index) {
            Value found = chance(ends[index].second, depth - 1).flipped();
            if (worth(found) > worth(best)) best = found;
        }
        return best;
    }

    Rules rules_;
    const Network& network_;
    std::vector<Candidate> candidates_;
    std::array<Outcomes, DEEPEST> spaces_;
    std::unordered_map<std::uint64_t, Value> known_;
    std::atomic<bool>* stop_ = nullptr;
    std::uint64_t nodes_ = 0, most_nodes_ = 0;
};

}  // namespace tallyho::pegs
