// Whole rounds of random turns, from the deal to the end.
#pragma once

#include "effects.hpp"
#include "random.hpp"

namespace tallyho {

using Deal = std::array<Face, SPACES>;

// Lay out what is in the bag on the face-down spaces, guns and all.
inline Deal deal_at_random(const Position& position, Random& random) {
    Deal deal{};
    std::array<Kind, SPACES> tiles{};
    int count = 0;
    for (int kind = 0; kind < KINDS; ++kind)
        for (int copies = position.bag[kind]; copies; --copies) tiles[count++] = Kind(kind);
    for (Bits down = position.down; down; down &= down - 1) {
        int drawn = int(random.below(std::uint32_t(count)));
        Kind kind = tiles[drawn];
        tiles[drawn] = tiles[--count];
        constexpr Face FIRST_FACE[KINDS] = {BEAR, FOX, LUMBERJACK, HUNTER_UP, PHEASANT, DUCK, TREE};
        Face face = FIRST_FACE[kind];
        deal[lowest(down)] = kind == KIND_HUNTER ? Face(face + random.below(4)) : face;
    }
    return deal;
}

// Play random turns to the end; returns how many. The chase rule is left out: it never binds a
// player who turns tiles over now and then.
inline int play_out(Position& position, const Deal& deal, const Rules& rules, Random& random) {
    Turns turns;
    int played = 0;
    for (; !is_over(position, rules); ++played) {
        moving_turns(position, turns);
        int down = std::popcount(position.down);
        int chosen = int(random.below(std::uint32_t(down + turns.count)));
        if (chosen < down) {
            int space = nth(position.down, chosen);
            turn_over(position, space, deal[space], rules);
        } else {
            play(position, turns[chosen - down], rules);
        }
    }
    return played;
}

}  // namespace tallyho
