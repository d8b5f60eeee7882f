// Random numbers whose exclusive or names a position for the transposition table.
#pragma once

#include <array>
#include <cstdint>

#include "board.hpp"
#include "tiles.hpp"

namespace tallyho {

struct Zobrist {
    std::array<std::array<std::uint64_t, SPACES>, FACES> face;
    std::array<std::uint64_t, SPACES> lock;
    std::array<std::array<std::array<std::uint64_t, SPACES>, SPACES>, 2> ban;
    std::array<std::uint64_t, 128> left;
    std::uint64_t brown;
};

// Made at compile time by a splitmix generator, so every build agrees on them.
inline constexpr Zobrist make_zobrist() {
    std::uint64_t state = 0x7a11e407a11e4075ULL;
    auto next = [&state] {
        std::uint64_t mixed = (state += 0x9e3779b97f4a7c15ULL);
        mixed = (mixed ^ (mixed >> 30)) * 0xbf58476d1ce4e5b9ULL;
        mixed = (mixed ^ (mixed >> 27)) * 0x94d049bb133111ebULL;
        return mixed ^ (mixed >> 31);
    };
    Zobrist zobrist{};
    for (int face = FACE_DOWN; face < FACES; ++face)  // an empty space counts as nothing
        for (auto& number : zobrist.face[face]) number = next();
    for (auto& number : zobrist.lock) number = next();
    for (auto& side : zobrist.ban)
        for (auto& row : side)
            for (auto& number : row) number = next();
    for (auto& number : zobrist.left) number = next();
    zobrist.brown = next();
    return zobrist;
}

inline const Zobrist ZOBRIST = make_zobrist();

}  // namespace tallyho
