// The hand-made evaluation: a sum of things that a player of the tile game looks at.
#pragma once

#include "forecast.hpp"
#include "threats.hpp"

namespace tallyho {

class HandEvaluation {
public:
    struct State {};  // everything is in the position

    void begin(State&, const Position&) const {}
    void follow(State&, const State&, const Position&) const {}

    float mean(const State& state, const Position& position) const { return forecast(state, position).mean; }

    Forecast forecast(const State&, const Position& position) const {
        float at_stake = 0;
        for (int kind = 0; kind < KINDS; ++kind)
            at_stake += float(POINTS[kind] * (position.bag[kind] + std::popcount(position.kind[kind])));
        return {standing(position) + exits(position) + threatened(position), 1.5f + 0.05f * at_stake};
    }

private:
    static int count(Bits bits) { return std::popcount(bits); }

    // Tiles that can still win something: how much depends on what there is to win.
    static float standing(const Position& position) {
        int birds = count(position.birds()) + position.bag[KIND_PHEASANT] + position.bag[KIND_DUCK];
        int trees = count(position.kind[KIND_TREE]) + position.bag[KIND_TREE];
        float sum = 0;
        sum += 5.0f * float(count(position.kind[KIND_BEAR]));
        sum += (1.5f + 0.12f * float(birds)) * float(count(position.kind[KIND_FOX]));
        sum -= (0.8f + 0.18f * float(trees)) * float(count(position.kind[KIND_LUMBERJACK]));
        for (Bits hunters = position.kind[KIND_HUNTER]; hunters; hunters &= hunters - 1)
            sum -= 1.2f + 0.25f * ahead(position, lowest(hunters)) + 0.08f * float(birds);
        return sum;
    }

    // How many spaces lie before the gun.
    static float ahead(const Position& position, int space) {
        return float(count(RAY[position.board[space] - HUNTER_UP][space]));
    }

    // The nearer the final phase, the more a clear way out is worth (H12).
    static float exits(const Position& position) {
        float near = position.left >= 0 ? float(position.left) / 10 : 1.0f / (1.0f + 0.25f * float(count(position.down)));
        float sum = 0;
        for (int side = 0; side < 2; ++side) {
            float out = 0;
            Bits on_line = position.own(side) & (FILE_E | RANK_5);
            out += 2.0f * float(count(on_line & position.sliders(side)));
            Bits rim = bit(3) | bit(45) | bit(21) | bit(27);
            out += (side == BLUE ? 4.0f : 2.0f) * float(count(on_line & position.walkers(side) & rim));
            sum += side == BLUE ? out : -out;
        }
        return near * sum;
    }

    // The side to move takes the dearest tile in reach, so the other counts less.
    static float threatened(const Position& position) {
        auto [by_blue, by_brown] = threats(position);
        float sum = 0;
        for (int side = 0; side < 2; ++side) {
            Bits prey = side == BLUE ? by_blue : by_brown;
            float dearest = 0, all = 0;
            for (int kind = 0; kind < KINDS; ++kind) {
                int threatened = count(prey & position.kind[kind]);
                if (!threatened) continue;
                float price = float(POINTS[kind]) + (kind <= KIND_HUNTER ? 2.0f : 0.0f);
                dearest = dearest > price ? dearest : price;
                all += price * float(threatened);
            }
            float worth = 0.25f * all + (position.to_move == side ? 0.45f : 0.1f) * dearest;
            sum += side == BLUE ? worth : -worth;
        }
        return sum;
    }
};

}  // namespace tallyho
