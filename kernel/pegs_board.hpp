// The peg game's board: rules, pegs as bits, the numbers still to play (P1, P2, P5, P6, P8-P10).
#pragma once

#include <array>
#include <bit>
#include <cstdint>

namespace tallyho::pegs {

enum Side : std::uint8_t { WHITE, BLACK };
enum Circle : std::uint8_t { OUTER, CENTRE, INNER };
enum Doublets : std::uint8_t { PLAIN, DOUBLE, OPPOSITES };

inline constexpr int CIRCLES = 3;
inline constexpr int FACES = 6;
inline constexpr int TALLY = 1;

// The holes of one circle; bit 0 is hole 1.
using Holes = std::uint32_t;
using Pegs = std::array<std::array<Holes, CIRCLES>, 2>;  // by side, by circle

struct Rules {
    int holes = 12;
    Doublets doublets = OPPOSITES;
    bool short_game = false;

    Holes all() const { return (Holes(1) << holes) - 1; }
};

inline constexpr int home(int side) { return side == WHITE ? OUTER : INNER; }
inline constexpr int next_circle(int side, int circle) { return circle == CENTRE ? home(side ^ 1) : int(CENTRE); }

// Where `number` carries the pegs of one circle: to holes of that circle, and onward to the next one.
struct Carried {
    Holes within, onward;
};

inline Carried carry(const Rules& rules, int circle, Holes pegs, int number) {
    std::uint64_t ahead = std::uint64_t(pegs) << number;
    bool passes = number == TALLY || (rules.short_game && circle == CENTRE);
    return {Holes(ahead) & rules.all(), passes ? Holes(ahead >> rules.holes) : Holes(0)};
}

// How many of each number are left, four bits for a number: compulsory ones and optional ones.
struct Numbers {
    std::uint32_t must = 0, may = 0;

    static constexpr std::uint32_t one(int number) { return std::uint32_t(1) << 4 * number; }

    bool any() const { return must | may; }
    bool compulsory(int number) const { return must >> 4 * number & 15; }
    bool has(int number) const { return (must | may) >> 4 * number & 15; }
    void spend(int number) { (compulsory(number) ? must : may) -= one(number); }
    bool operator==(const Numbers&) const = default;
};

struct Throw {
    int first, second, weight;  // how many of the 36 throws give these numbers
};

inline constexpr auto THROWS = [] {
    std::array<Throw, 21> throws{};
    int count = 0;
    for (int first = 1; first <= FACES; ++first)
        for (int second = first; second <= FACES; ++second)
            throws[count++] = {first, second, first == second ? 1 : 2};
    return throws;
}();

inline Numbers thrown(const Rules& rules, int first, int second) {
    Numbers numbers{Numbers::one(first) + Numbers::one(second), 0};
    if (first != second || rules.doublets == PLAIN) return numbers;
    numbers.may = 2 * Numbers::one(first);
    if (rules.doublets == OPPOSITES) numbers.may += 4 * Numbers::one(7 - first);
    return numbers;
}

// Without numbers the dice are to be thrown; with numbers at least one of them can be played.
struct Position {
    Pegs pegs{};
    Numbers numbers;
    std::uint8_t to_move = WHITE;

    static Position start(const Rules& rules) {
        Position position;
        position.pegs[WHITE][OUTER] = position.pegs[BLACK][INNER] = rules.all();
        return position;
    }

    int count(int side) const {
        const auto& own = pegs[side];
        return std::popcount(own[OUTER]) + std::popcount(own[CENTRE]) + std::popcount(own[INNER]);
    }
    bool gone(int side) const { return !(pegs[side][OUTER] | pegs[side][CENTRE] | pegs[side][INNER]); }
    bool over() const { return gone(WHITE) || gone(BLACK); }
    bool operator==(const Position&) const = default;

    std::uint64_t key() const {
        std::uint64_t key = numbers.must * 0x9e3779b97f4a7c15ULL ^ (std::uint64_t(numbers.may) << 1 | to_move);
        for (const auto& side : pegs)
            for (Holes holes : side) {
                key = (key ^ holes) * 0xbf58476d1ce4e5b9ULL;
                key ^= key >> 29;
            }
        return key;
    }
};

}  // namespace tallyho::pegs
