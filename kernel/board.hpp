// The 7 x 7 forest (H1) as bits of a 64-bit word.
//
//   bit = 7 * file + rank          file b = 0 ... h = 6, rank 2 = 0 ... 8 = 6
//
//   rank 8 |  6 13 20 27 34 41 48
//   rank 7 |  5 12 19 26 33 40 47
//   rank 6 |  4 11 18 25 32 39 46
//   rank 5 |  3 10 17 24 31 38 45      24 = e5, the centre
//   rank 4 |  2  9 16 23 30 37 44
//   rank 3 |  1  8 15 22 29 36 43      up is +1, right is +7
//   rank 2 |  0  7 14 21 28 35 42
//            b  c  d  e  f  g  h
//
// The exits are numbered on: 49 = a5, 50 = e1, 51 = e9, 52 = i5.
#pragma once

#include <array>
#include <bit>
#include <cstdint>

namespace tallyho {

using Bits = std::uint64_t;

inline constexpr int SPACES = 49;
inline constexpr int CENTRE = 24;
inline constexpr int EXIT_A5 = 49, EXIT_E1 = 50, EXIT_E9 = 51, EXIT_I5 = 52;
inline constexpr Bits ALL = (Bits(1) << SPACES) - 1;

enum Direction : int { UP, RIGHT, DOWN, LEFT };
inline constexpr int opposite(int direction) { return (direction + 2) % 4; }

inline constexpr Bits bit(int space) { return Bits(1) << space; }
inline constexpr int file_of(int space) { return space / 7; }
inline constexpr int rank_of(int space) { return space % 7; }
inline int lowest(Bits bits) { return std::countr_zero(bits); }
inline int highest(Bits bits) { return 63 - std::countl_zero(bits); }

// The space of the bit that has so many lower bits below it.
inline int nth(Bits bits, int below) {
    for (; below; --below) bits &= bits - 1;
    return lowest(bits);
}

// RAY[direction][space]: every space from there to the rim, itself left out.
inline constexpr auto RAY = [] {
    std::array<std::array<Bits, SPACES>, 4> ray{};
    for (int space = 0; space < SPACES; ++space) {
        for (int rank = rank_of(space) + 1; rank < 7; ++rank) ray[UP][space] |= bit(7 * file_of(space) + rank);
        for (int file = file_of(space) + 1; file < 7; ++file) ray[RIGHT][space] |= bit(7 * file + rank_of(space));
        for (int rank = 0; rank < rank_of(space); ++rank) ray[DOWN][space] |= bit(7 * file_of(space) + rank);
        for (int file = 0; file < file_of(space); ++file) ray[LEFT][space] |= bit(7 * file + rank_of(space));
    }
    return ray;
}();

// BESIDE[space]: the up to four spaces next to it.
inline constexpr auto BESIDE = [] {
    std::array<Bits, SPACES> beside{};
    for (int space = 0; space < SPACES; ++space) {
        if (rank_of(space) < 6) beside[space] |= bit(space + 1);
        if (rank_of(space) > 0) beside[space] |= bit(space - 1);
        if (file_of(space) < 6) beside[space] |= bit(space + 7);
        if (file_of(space) > 0) beside[space] |= bit(space - 7);
    }
    return beside;
}();

inline constexpr Bits RANK_2 = 0x0040810204081ULL;   // bits 0, 7, 14, ... 42
inline constexpr Bits RANK_8 = RANK_2 << 6;
inline constexpr Bits FILE_E = Bits(0x7f) << 21;
inline constexpr Bits RANK_5 = RANK_2 << 3;

// Every space next to one of these.
inline Bits grow(Bits bits) {
    return ((bits & ~RANK_8) << 1) | ((bits & ~RANK_2) >> 1) | ((bits << 7) & ALL) | (bits >> 7);
}

// The nearest occupied space in a direction, -1 if the line is clear to the rim.
inline int nearest(int direction, int space, Bits occupied) {
    Bits seen = RAY[direction][space] & occupied;
    if (!seen) return -1;
    return direction == UP || direction == RIGHT ? lowest(seen) : highest(seen);
}

// The empty spaces that a slider reaches in a direction.
inline Bits open_way(int direction, int space, Bits occupied) {
    int tile = nearest(direction, space, occupied);
    return tile < 0 ? RAY[direction][space] : RAY[direction][space] & ~RAY[direction][tile] & ~bit(tile);
}

}  // namespace tallyho
