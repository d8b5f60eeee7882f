// Which tiles a side could capture as the board stands, whoever is to move (H7).
#pragma once

#include "position.hpp"

namespace tallyho {

inline Bits seen_from(int space, Bits occupied) {
    Bits seen = 0;
    for (int direction = 0; direction < 4; ++direction) {
        int tile = nearest(direction, space, occupied);
        if (tile >= 0) seen |= bit(tile);
    }
    return seen;
}

inline Bits blue_prey(const Position& position) {
    Bits seen = 0;
    for (Bits foxes = position.kind[KIND_FOX]; foxes; foxes &= foxes - 1)
        seen |= seen_from(lowest(foxes), position.occupied);
    Bits men = position.kind[KIND_HUNTER] | position.kind[KIND_LUMBERJACK];
    return (seen & position.birds()) | (grow(position.kind[KIND_BEAR]) & men);
}

inline Bits brown_prey(const Position& position) {
    Bits seen = 0;
    for (Bits hunters = position.kind[KIND_HUNTER]; hunters; hunters &= hunters - 1) {
        int space = lowest(hunters), tile = nearest(position.board[space] - HUNTER_UP, space, position.occupied);
        if (tile >= 0) seen |= bit(tile);
    }
    Bits game = position.own(BLUE) | position.birds();
    return (seen & game) | (grow(position.kind[KIND_LUMBERJACK]) & position.kind[KIND_TREE]);
}

inline Bits prey_of(const Position& position, int side) {
    return side == BLUE ? blue_prey(position) : brown_prey(position);
}

}  // namespace tallyho
