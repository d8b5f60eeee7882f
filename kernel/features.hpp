// What the network sees of a position: 2117 facts that hold or do not hold.
//
// The facts are kept as 44 words of bits, a fact's number is OFFSET[word] + bit:
//
//   word   0 .. 10   face x space: FACE_DOWN, then BEAR ... TREE        539
//   word  11         the locked space (H9)                                49
//   word  12 .. 15   tiles that blue can capture: L H P D x space        196
//   word  16 .. 20   tiles that brown can capture: B F P D T x space     245
//   word  21         the bag: for each kind, at least 1, 2, ... of it     48
//   word  22         turns left in the final phase: 0 ... 9, 10 or more   11
//   word  23 .. 26   where foxes, bears, guns, lumberjacks could capture
//                    what lies face down                                 196
//   word  27 .. 30   the same, empty spaces                              196
//   word  31 .. 34   tiles that bears cover: F P D T x space             196
//   word  35 .. 38   tiles that guns cover: L H P D x space              196
//   word  39 .. 42   threatened tiles that cannot move: B F L H x space  196
//   word  43         empty spaces where hunters could go                  49
//
// The first 1088 are all that older networks know. Blue and brown are different roles, so there is one
// fixed point of view.
#pragma once

#include <algorithm>

#include "threats.hpp"

namespace tallyho {

inline constexpr int WORDS = 44;
inline constexpr int FEATURES = 2117;
inline constexpr int OLDER_FEATURES = 1088;
inline constexpr int BAG_WORD = 21, LEFT_WORD = 22;
inline constexpr int MOST_LEFT = 10;

inline constexpr auto OFFSET = [] {
    std::array<int, WORDS> offset{};
    for (int word = 1; word < WORDS; ++word) {
        int facts = word - 1 == BAG_WORD ? 48 : word - 1 == LEFT_WORD ? MOST_LEFT + 1 : SPACES;
        offset[word] = offset[word - 1] + facts;
    }
    return offset;
}();
static_assert(OFFSET[LEFT_WORD + 1] == OLDER_FEATURES && OFFSET[WORDS - 1] + SPACES == FEATURES);

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
    Sight seen = sight(position, gun);
    auto [by_blue, by_brown] = threats(position, seen);
    Bits bears = grow(kind[KIND_BEAR]), lumberjacks = grow(kind[KIND_LUMBERJACK]);
    Bits down = position.down, open = ALL & ~position.occupied, stuck = ~grow(open);
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
            position.left >= 0 ? bit(std::min<int>(position.left, MOST_LEFT)) : 0,
            seen.foxes & down, bears & down, seen.guns & down, lumberjacks & down,
            seen.foxes & open, bears & open, seen.guns & open, lumberjacks & open,
            bears & kind[KIND_FOX], bears & kind[KIND_PHEASANT], bears & kind[KIND_DUCK], bears & kind[KIND_TREE],
            seen.guns & kind[KIND_LUMBERJACK], seen.guns & kind[KIND_HUNTER],
            seen.guns & kind[KIND_PHEASANT], seen.guns & kind[KIND_DUCK],
            by_brown & kind[KIND_BEAR] & stuck, by_brown & kind[KIND_FOX] & stuck,
            by_blue & kind[KIND_LUMBERJACK] & stuck, by_blue & kind[KIND_HUNTER] & stuck,
            kind[KIND_HUNTER] ? seen_around(kind[KIND_HUNTER], open) & open : 0};
}

// Call `use(number)` for every fact that holds in these words.
template <class Use>
inline void each_feature(const Features& features, Use&& use) {
    for (int word = 0; word < WORDS; ++word)
        for (Bits bits = features[word]; bits; bits &= bits - 1) use(OFFSET[word] + lowest(bits));
}

}  // namespace tallyho
