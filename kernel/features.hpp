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

#include "position.hpp"

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

template <int STEP>
constexpr Bits shifted(Bits bits) {
    if constexpr (STEP > 0) return bits << STEP;
    else return bits >> -STEP;
}

// The spaces that sliders see in one direction: the open way and the first tile on it. The ways of
// all of them grow together, by one step, two and four. `inner` are the spaces that a step can enter.
template <int STEP>
inline Bits seen(Bits sliders, Bits open, Bits inner) {
    open &= inner;
    sliders |= open & shifted<STEP>(sliders);
    open &= shifted<STEP>(open);
    sliders |= open & shifted<2 * STEP>(sliders);
    open &= shifted<2 * STEP>(open);
    sliders |= open & shifted<4 * STEP>(sliders);
    return shifted<STEP>(sliders) & inner;
}
inline Bits seen_up(Bits sliders, Bits open) { return seen<1>(sliders, open, ALL & ~RANK_2); }
inline Bits seen_right(Bits sliders, Bits open) { return seen<7>(sliders, open, ALL); }
inline Bits seen_down(Bits sliders, Bits open) { return seen<-1>(sliders, open, ALL & ~RANK_8); }
inline Bits seen_left(Bits sliders, Bits open) { return seen<-7>(sliders, open, ALL); }

// The hunters by the direction of the gun.
inline std::array<Bits, 4> guns(const Position& position) {
    std::array<Bits, 4> gun{};
    for (Bits hunters = position.kind[KIND_HUNTER]; hunters; hunters &= hunters - 1) {
        int space = lowest(hunters);
        gun[position.board[space] - HUNTER_UP] |= bit(space);
    }
    return gun;
}

inline Bits aimed_at(const std::array<Bits, 4>& gun, Bits open) {
    return seen_up(gun[UP], open) | seen_right(gun[RIGHT], open) | seen_down(gun[DOWN], open) |
           seen_left(gun[LEFT], open);
}

// Every tile that each side could capture as the board stands, whoever is to move (H7).
struct Threats {
    Bits by_blue, by_brown;
};

inline Threats threats(const Position& position, const std::array<Bits, 4>& gun) {
    const auto& kind = position.kind;
    Bits open = ALL & ~position.occupied, foxes = kind[KIND_FOX], birds = position.birds();
    Bits bitten = 0, shot = 0;
    if (foxes)
        bitten = seen_up(foxes, open) | seen_right(foxes, open) | seen_down(foxes, open) | seen_left(foxes, open);
    if (kind[KIND_HUNTER]) shot = aimed_at(gun, open);
    return {(bitten & birds) | (grow(kind[KIND_BEAR]) & position.own(BROWN)),
            (shot & (birds | position.own(BLUE))) | (grow(kind[KIND_LUMBERJACK]) & kind[KIND_TREE])};
}

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
