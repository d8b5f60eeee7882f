// The transposition table: what the search already knows of a position.
#pragma once

#include <cstdint>
#include <vector>

#include "turns.hpp"

namespace tallyho {

enum Bound : std::uint8_t { NO_BOUND, LOWER, UPPER, EXACT };

// 16 bytes: the whole key, so that a wrong hit is out of the question in practice.
struct Entry {
    std::uint64_t key = 0;
    std::int16_t value = 0;
    Turn best = 0;
    Bound bound = NO_BOUND;
    std::int8_t depth = 0;
};

class Table {
public:
    explicit Table(int bits) : entries_(std::size_t(1) << bits), mask_((std::uint64_t(1) << bits) - 1) {}

    const Entry* find(std::uint64_t key) const {
        const Entry& entry = entries_[key & mask_];
        return entry.bound != NO_BOUND && entry.key == key ? &entry : nullptr;
    }

    // The deeper knowledge of another position stays; of the same one the newest counts.
    void store(const Entry& entry) {
        Entry& place = entries_[entry.key & mask_];
        if (place.bound == NO_BOUND || place.key == entry.key || entry.depth >= place.depth) place = entry;
    }

private:
    std::vector<Entry> entries_;
    std::uint64_t mask_;
};

}  // namespace tallyho
