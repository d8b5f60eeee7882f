// What the network sees of a position: 1088 facts that hold or do not hold.
//
// The facts are kept as 23 words of bits, a fact's number is OFFSET[word] + bit:
//
//   word   0 .. 10   face x space: FACE_DOWN, then BEAR ... TREE        539
//   word  11         the locked space (H9)                                49
//   word  12 .. 15   tiles that blue can capture: L H P D x space        196
//   word  16 .. 20   tiles that brown can capture: B F P D T x space     245
//   word  21         the bag: for each kind, at least 1, 2, ... of it     48
//   word  22         turns left in the final phase: 0 ... 9, 10 or more   11
//
// Blue and brown are different roles, so there is one fixed point of view.
#pragma once

#include <algorithm>

#include "threats.hpp"

namespace tallyho {

inline constexpr int WORDS = 23;
inline constexpr int FEATURES = 1088;
inline constexpr int BAG_WORD = 21, LEFT_WORD = 22;
inline constexpr int MOST_LEFT = 10;

inline constexpr auto OFFSET = [] {
    std::array<int, WORDS> offset{};
    for (int word = 0; word < WORDS; ++word) offset[word] = SPACES * std::min(word, BAG_WORD);
    offset[LEFT_WORD] += 48;
    return offset;
}();
static_assert(OFFSET[LEFT_WORD] + MOST_LEFT + 1 == FEATURES);

// BAG_START[kind]: the bit of the bag's word that says "at least one".
inline constexpr auto BAG_START = [] {
    std::array<int, KINDS> start{};
    for (int kind = 1; kind < KINDS; ++kind) start[kind] = start[kind - 1] + COUNT[kind - 1];
    return start;
}();

using Features = std::array<Bits, WORDS>;

inline Features features(const Position& position) {
    const auto& kind = position.kind;
    std::array<Bits, 4> gun = guns(position);
    auto [by_blue, by_brown] = threats(position, gun);
    Bits bag = 0;
    for (int tile = 0; tile < KINDS; ++tile) bag |= (bit(position.bag[tile]) - 1) << BAG_START[tile];
    return {position.down, kind[KIND_BEAR], kind[KIND_FOX], kind[KIND_LUMBERJACK],
            gun[UP], gun[RIGHT], gun[DOWN], gun[LEFT],
            kind[KIND_PHEASANT], kind[KIND_DUCK], kind[KIND_TREE],
            position.lock >= 0 ? bit(position.lock) : 0,
            by_blue & kind[KIND_LUMBERJACK], by_blue & kind[KIND_HUNTER],
            by_blue & kind[KIND_PHEASANT], by_blue & kind[KIND_DUCK],
            by_brown & kind[KIND_BEAR], by_brown & kind[KIND_FOX],
            by_brown & kind[KIND_PHEASANT], by_brown & kind[KIND_DUCK], by_brown & kind[KIND_TREE],
            bag,
            position.left >= 0 ? bit(std::min<int>(position.left, MOST_LEFT)) : 0};
}

// Call `use(number)` for every fact that holds in these words.
template <class Use>
inline void each_feature(const Features& features, Use&& use) {
    for (int word = 0; word < WORDS; ++word)
        for (Bits bits = features[word]; bits; bits &= bits - 1) use(OFFSET[word] + lowest(bits));
}

}  // namespace tallyho
