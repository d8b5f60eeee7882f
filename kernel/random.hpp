// A small fast source of random numbers for playouts (xorshift with a multiplied output).
#pragma once

#include <cstdint>

namespace tallyho {

struct Random {
    std::uint64_t state;

    explicit Random(std::uint64_t seed) : state(seed * 0x9e3779b97f4a7c15ULL + 0x2545f4914f6cdd1dULL) {
        if (!state) state = 1;
        for (int warm_up = 0; warm_up < 8; ++warm_up) next();
    }

    std::uint64_t next() {
        state ^= state >> 12;
        state ^= state << 25;
        state ^= state >> 27;
        return state * 0x2545f4914f6cdd1dULL;
    }

    // A number below `bound`; the bias of one part in 2^32 / bound is of no concern in playouts.
    std::uint32_t below(std::uint32_t bound) { return std::uint32_t((next() >> 32) * bound >> 32); }
};

}  // namespace tallyho
