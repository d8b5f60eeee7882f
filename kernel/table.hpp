// The transposition table: what the search already knows of a position. Threads may share one.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>

#include "turns.hpp"

namespace tallyho {

enum Bound : std::uint8_t { NO_BOUND, LOWER, UPPER, EXACT };

struct Entry {
    int value = 0;
    Turn best = 0;
    Bound bound = NO_BOUND;
    int depth = 0;

    bool cuts(int alpha, int beta) const {
        return bound == EXACT || (bound == LOWER && value >= beta) || (bound == UPPER && value <= alpha);
    }
};

// A place is two words: an entry, and its key exclusive-or the entry and a salt. A place that two
// threads wrote at once fits no key, so it counts as empty; so does one with another salt.
//
//   63 .. 48   | 47 .. 40 | 33 32 | 31 .. 16 | 15 .. 0
//   generation |  depth   | bound |   best   |  value
class Table {
public:
    explicit Table(int bits) : mask_((std::uint64_t(1) << bits) - 1), places_(new Place[mask_ + 1]{}) {}

    // Begin to bring a place near: soon it will be asked for.
    void fetch(std::uint64_t key) const { __builtin_prefetch(&places_[key & mask_]); }

    Entry find(std::uint64_t key) const {
        const Place& place = places_[key & mask_];
        std::uint64_t word = place.word.load(std::memory_order_relaxed);
        if ((place.check.load(std::memory_order_relaxed) ^ word ^ salt_) != key) return {};
        return unpack(word);
    }

    // The deeper knowledge of another position stays while it is of this generation.
    void store(std::uint64_t key, const Entry& entry) {
        Place& place = places_[key & mask_];
        std::uint64_t old = place.word.load(std::memory_order_relaxed);
        bool same = (place.check.load(std::memory_order_relaxed) ^ old ^ salt_) == key;
        if (!same && old >> 48 == generation_ && unpack(old).depth > entry.depth) return;
        std::uint64_t word = pack(entry);
        place.word.store(word, std::memory_order_relaxed);
        place.check.store(key ^ word ^ salt_, std::memory_order_relaxed);
    }

    // What is known stays, but anything new may take its place.
    void next_generation() {
        if (++generation_ < 1 << 16) return;
        generation_ = 1;
        for (std::uint64_t index = 0; index <= mask_; ++index) {
            places_[index].word.store(0, std::memory_order_relaxed);
            places_[index].check.store(0, std::memory_order_relaxed);
        }
    }

    // Nothing that is known counts any more. Places stay where they are: the salt is no part of the
    // index, so that the same search meets the same collisions.
    void forget() {
        salt_ += 0x9e3779b97f4a7c15ULL;
        next_generation();
    }

private:
    struct Place {
        std::atomic<std::uint64_t> check{0}, word{0};
    };

    std::uint64_t pack(const Entry& entry) const {
        return generation_ << 48 | std::uint64_t(std::uint8_t(entry.depth)) << 40 | std::uint64_t(entry.bound) << 32 |
               std::uint64_t(entry.best) << 16 | std::uint16_t(entry.value);
    }

    static Entry unpack(std::uint64_t word) {
        return {std::int16_t(word & 0xffff), Turn(word >> 16 & 0xffff), Bound(word >> 32 & 3), int(word >> 40 & 255)};
    }

    std::uint64_t mask_;
    std::unique_ptr<Place[]> places_;
    std::uint64_t generation_ = 1, salt_ = 0;
};

}  // namespace tallyho
