// Whole throws: every position in which a side can leave the board when it hands the dice over.
#pragma once

#include <algorithm>
#include <utility>
#include <vector>

#include "pegs_turns.hpp"

namespace tallyho::pegs {

// Keys met since the last `clear`, which costs nothing: slots with an old stamp are empty.
class Seen {
public:
    void clear() {
        ++stamp_;
        count_ = 0;
    }

    bool add(std::uint64_t key) {
        if (2 * count_ >= slots_.size()) grow();
        Slot& slot = slot_of(key);
        if (slot.stamp == stamp_) return false;
        slot = {key, stamp_};
        ++count_;
        return true;
    }

private:
    struct Slot {
        std::uint64_t key = 0, stamp = 0;
    };

    // The slot that holds the key, or the empty one where it belongs.
    Slot& slot_of(std::uint64_t key) {
        std::size_t mask = slots_.size() - 1, at = key & mask;
        while (slots_[at].stamp == stamp_ && slots_[at].key != key) at = (at + 1) & mask;
        return slots_[at];
    }

    void grow() {
        std::vector<Slot> old(2 * slots_.size());
        old.swap(slots_);
        for (const Slot& slot : old)
            if (slot.stamp == stamp_) slot_of(slot.key) = slot;
    }

    std::vector<Slot> slots_ = std::vector<Slot>(256);
    std::uint64_t stamp_ = 1;
    std::size_t count_ = 0;
};

class Outcomes {
public:
    // The ends of the throw that is being played. Doublets can be played in hundreds of thousands of
    // ways, so after each of their numbers only the `width` boards stay that would be best to stop at;
    // `rank(position)` is higher for what the side to move would rather leave behind. A throw of two
    // different numbers is never cut.
    template <class Rank>
    const std::vector<int>& list(const Rules& rules, const Position& position, int width, Rank rank) {
        seen_.clear();
        ends_.clear();
        nodes_.assign(1, {position, -1, END});
        layer_.assign(1, 0);
        bool doublet = position.numbers.may;
        while (!layer_.empty()) {
            expand(rules, position.to_move);
            if (doublet && int(layer_.size()) > width) cut(width, rank);
        }
        return ends_;
    }

    const Position& position(int node) const { return nodes_[node].position; }

    // The plays that lead to a node.
    std::vector<Play> path(int node) const {
        std::vector<Play> plays;
        for (; nodes_[node].parent >= 0; node = nodes_[node].parent) plays.push_back(nodes_[node].played);
        std::reverse(plays.begin(), plays.end());
        return plays;
    }

private:
    struct Node {
        Position position;
        int parent;
        Play played;
    };

    void expand(const Rules& rules, int side) {
        next_.clear();
        for (int from : layer_)
            for (Play chosen : legal_plays(rules, nodes_[from].position)) {
                Position reached = nodes_[from].position;
                play(rules, reached, chosen);
                if (!seen_.add(reached.key())) continue;
                (reached.to_move == side ? next_ : ends_).push_back(int(nodes_.size()));
                nodes_.push_back({reached, from, chosen});
            }
        layer_.swap(next_);
    }

    template <class Rank>
    void cut(int width, Rank rank) {
        ranked_.clear();
        for (int node : layer_) {
            Position stopped = nodes_[node].position;
            pass_dice(stopped);
            ranked_.emplace_back(-rank(stopped), node);
        }
        std::partial_sort(ranked_.begin(), ranked_.begin() + width, ranked_.end());
        layer_.clear();
        for (int kept = 0; kept < width; ++kept) layer_.push_back(ranked_[kept].second);
    }

    Seen seen_;
    std::vector<Node> nodes_;
    std::vector<int> layer_, next_, ends_;
    std::vector<std::pair<float, int>> ranked_;
};

}  // namespace tallyho::pegs
