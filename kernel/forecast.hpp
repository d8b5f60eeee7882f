// What an evaluation says of a position, and what that is worth to the player who searches.
#pragma once

#include <cmath>

#include "position.hpp"

namespace tallyho {

// Blue's points minus brown's that the rest of the round will bring: a logistic distribution.
struct Forecast {
    float mean = 0;
    float spread = 1;
};

// Values inside the search: 64 for a point, 1 for a tile (which breaks ties), for the side to move.
inline constexpr int POINT = 64;
inline constexpr int INFINITE = 30000;

// What is played for: as many points as possible, or to end above nought with `lead` brought along.
struct Goal {
    bool win = false;
    int lead = 0;  // blue's points minus brown's from earlier rounds

    // A match that is won instead of drawn counts as much as so many points. Points count as ever, so
    // that a decided match is still played well.
    static constexpr float MATCH = 40;

    static int in_points(float difference) { return int(std::lrint(difference * POINT)); }

    // The worth to blue of a final difference that is spread like this.
    int worth(float difference, float spread) const {
        if (!win) return in_points(difference);
        float ahead = std::tanh((float(lead) + difference) / (2 * spread));
        return int(std::lrint(POINT * (MATCH * ahead + difference)));
    }

    // The worth to blue of a round that is over.
    int settled(int points, int tiles) const {
        if (!win) return points * POINT + tiles;
        int sum = (lead + points) * POINT + tiles;
        int ahead = sum > 0 ? 1 : sum < 0 ? -1 : 0;
        return int(POINT * MATCH) * ahead + points * POINT + tiles;
    }
};

// The chance that blue's final difference, match lead included, is above nought.
inline float winning_chance(float difference, float spread) {
    return 1 / (1 + std::exp(-difference / spread));
}

}  // namespace tallyho
