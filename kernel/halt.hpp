// What ends a search: another thread, the clock or the count of nodes.
#pragma once

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdint>

namespace tallyho {

// When to stop: whichever comes first.
struct Budget {
    std::uint64_t nodes = ~std::uint64_t(0);
    int depth = 100;
    double seconds = 1e9;
};

// A switch that a search looks at: thrown by another thread, by the clock or by the count of nodes.
class Halt {
public:
    using Clock = std::chrono::steady_clock;
    static constexpr double FOR_EVER = 1e8;  // seconds, as far as a clock can be trusted to count

    // `outer` is the switch of a search that this one is a part of.
    Halt(std::atomic<bool>& thrown, const Budget& budget, const Halt* outer = nullptr)
        : thrown_(thrown), outer_(outer), most_nodes_(budget.nodes),
          deadline_(Clock::now() + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(std::min(budget.seconds, FOR_EVER)))) {}

    bool due(std::uint64_t nodes) {
        if (nodes >= most_nodes_ || (nodes % 256 == 0 && late())) throw_it();
        return thrown();
    }
    bool thrown() const { return thrown_.load(std::memory_order_relaxed); }
    void throw_it() { thrown_.store(true, std::memory_order_relaxed); }

private:
    bool late() const { return Clock::now() >= deadline_ || (outer_ && outer_->thrown()); }

    std::atomic<bool>& thrown_;
    const Halt* outer_;
    std::uint64_t most_nodes_;
    Clock::time_point deadline_;
};

}  // namespace tallyho
