// Which tiles a side could capture as the board stands, whoever is to move (H7).
#pragma once

#include "position.hpp"

namespace tallyho {

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

// The spaces that foxes and guns see: the open way and the first tile on it.
struct Sight {
    Bits foxes = 0, guns = 0;
};

inline Bits seen_around(Bits sliders, Bits open) {
    return seen_up(sliders, open) | seen_right(sliders, open) | seen_down(sliders, open) | seen_left(sliders, open);
}

inline Sight sight(const Position& position, const std::array<Bits, 4>& gun) {
    Bits open = ALL & ~position.occupied;
    Sight sight;
    if (position.kind[KIND_FOX]) sight.foxes = seen_around(position.kind[KIND_FOX], open);
    if (position.kind[KIND_HUNTER]) sight.guns = aimed_at(gun, open);
    return sight;
}

// Every tile that each side could capture as the board stands, whoever is to move (H7).
struct Threats {
    Bits by_blue, by_brown;
};

inline Threats threats(const Position& position, const Sight& sight) {
    const auto& kind = position.kind;
    Bits birds = position.birds();
    return {(sight.foxes & birds) | (grow(kind[KIND_BEAR]) & position.own(BROWN)),
            (sight.guns & (birds | position.own(BLUE))) | (grow(kind[KIND_LUMBERJACK]) & kind[KIND_TREE])};
}

inline Threats threats(const Position& position) { return threats(position, sight(position, guns(position))); }

}  // namespace tallyho
