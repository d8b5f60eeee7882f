// What the evaluation sees of a position before a throw; tallyho/engine/pegs_evaluation.py has the same list.
#pragma once

#include "pegs_board.hpp"

namespace tallyho::pegs {

// A circle's part in a side's way: its home, the centre, the enemy's home.
inline constexpr int ROLES = 3;
// Holes by how far the gate at the circle's end is: 0 … 11 one by one, then 12-17, more.
inline constexpr int BANDS = 14;
inline constexpr int FEW = 4;  // one, two, three, four pegs left

// One side's features follow each other in this order.
enum : int {
    SHARE = 0,                        // of the circle's number of pegs, those left
    LAST_PEGS = SHARE + 1,            // exactly one left, exactly two, …
    PLACES = LAST_PEGS + FEW,         // pegs by role and band
    HITS = PLACES + ROLES * BANDS,    // whether a number throws a peg out
    PLAYABLE = HITS + FACES,          // whether a number can be played
    NEAR = PLAYABLE + FACES,          // enemy pegs that one number reaches, by role
    FAR = NEAR + ROLES,               // enemy pegs that only two numbers together reach, by role
    CHASED = FAR + ROLES,             // pairs of a peg and an enemy 1-6 or 7-12 holes ahead, by role
    SIDE_FEATURES = CHASED + 2 * ROLES,
    GAME = 2 * SIDE_FEATURES,         // holes, what doublets give, the short game, and always one
    FEATURES = GAME + 5
};

using Features = std::array<float, FEATURES>;

// One side's circles in the order of its way, and what the enemy has in the same circles.
struct View {
    std::array<Holes, ROLES> own, enemy;

    View(const Position& position, int side) {
        const int way[ROLES] = {home(side), CENTRE, home(side ^ 1)};
        for (int role = 0; role < ROLES; ++role) {
            own[role] = position.pegs[side][way[role]];
            enemy[role] = position.pegs[side ^ 1][way[role]];
        }
    }
};

using Reach = std::array<Holes, ROLES>;

// The holes that `number` reaches from those pegs, by role, where no own peg stands.
inline Reach reach(const Rules& rules, const View& view, const Reach& pegs, int number) {
    Reach reached{};
    constexpr int NEXT[ROLES] = {1, 2, 1};
    for (int role = 0; role < ROLES; ++role) {
        Carried carried = carry(rules, role, pegs[role], number);  // role 1 is the centre, circle 1
        reached[role] |= carried.within;
        reached[NEXT[role]] |= carried.onward;
    }
    for (int role = 0; role < ROLES; ++role) reached[role] &= ~view.own[role];
    return reached;
}

inline void place_features(const Rules& rules, const View& view, float* out) {
    int pegs = 0;
    for (Holes own : view.own) pegs += std::popcount(own);
    out[SHARE] = float(pegs) / float(rules.holes);
    if (pegs >= 1 && pegs <= FEW) out[LAST_PEGS + pegs - 1] = 1;
    for (int role = 0; role < ROLES; ++role)
        for (Holes own = view.own[role]; own; own &= own - 1) {
            int away = rules.holes - 1 - std::countr_zero(own);
            int band = away < 12 ? away : away < 18 ? 12 : 13;
            out[PLACES + role * BANDS + band] += away < 12 ? 1.0f : 0.25f;
        }
}

inline void reach_features(const Rules& rules, const View& view, float* out) {
    Reach near{}, far{};
    std::array<Reach, FACES + 1> first;
    for (int number = 1; number <= FACES; ++number) {
        first[number] = reach(rules, view, view.own, number);
        Holes any = 0, hit = 0;
        for (int role = 0; role < ROLES; ++role) {
            near[role] |= first[number][role];
            any |= first[number][role];
            hit |= first[number][role] & view.enemy[role];
        }
        out[HITS + number - 1] = hit ? 1 : 0;
        out[PLAYABLE + number - 1] = any ? 1 : 0;
    }
    for (int one = 1; one <= FACES; ++one)
        for (int two = 1; two <= FACES; ++two) {
            if (one == two) continue;
            Reach both = reach(rules, view, first[one], two);
            for (int role = 0; role < ROLES; ++role) far[role] |= both[role];
        }
    for (int role = 0; role < ROLES; ++role) {
        Holes seen = near[role] & view.enemy[role];
        out[NEAR + role] = 0.5f * float(std::popcount(seen));
        out[FAR + role] = 0.5f * float(std::popcount(far[role] & view.enemy[role] & ~seen));
    }
}

inline void chase_features(const View& view, float* out) {
    for (int role = 0; role < ROLES; ++role) {
        if (!view.enemy[role]) continue;
        int close = 0, distant = 0;
        for (Holes own = view.own[role]; own; own &= own - 1) {
            std::uint64_t ahead = std::uint64_t(view.enemy[role]) >> std::countr_zero(own) >> 1;
            close += std::popcount(ahead & 0x3f);
            distant += std::popcount(ahead >> 6 & 0x3f);
        }
        out[CHASED + 2 * role] = 0.25f * float(close);
        out[CHASED + 2 * role + 1] = 0.25f * float(distant);
    }
}

// The dice are to be thrown; the side that throws comes first.
inline Features features(const Rules& rules, const Position& position) {
    Features out{};
    for (int index = 0; index < 2; ++index) {
        View view(position, position.to_move ^ index);
        float* side = out.data() + index * SIDE_FEATURES;
        place_features(rules, view, side);
        reach_features(rules, view, side);
        chase_features(view, side);
    }
    out[GAME] = float(rules.holes - 12) / 6.0f;
    out[GAME + 1] = rules.doublets == OPPOSITES;
    out[GAME + 2] = rules.doublets == DOUBLE;
    out[GAME + 3] = rules.short_game;
    out[GAME + 4] = 1;
    return out;
}

}  // namespace tallyho::pegs
