// Which turns the search tries first: what wins most, then what was good in the same place before.
#pragma once

#include <algorithm>

#include "forecast.hpp"
#include "turns.hpp"

namespace tallyho {

inline constexpr int worth(Face face) { return POINTS[KIND_OF[face]] * POINT + 1; }

// What a turn wins at once.
inline int gain_of(const Position& position, Turn turn) {
    if (kind_of(turn) == CAPTURE) return worth(position.board[target_of(turn)]);
    if (kind_of(turn) == MOVE && target_of(turn) >= SPACES) return worth(position.board[origin_of(turn)]);
    return 0;
}

// Turns with a rank each, best first.
struct Ranking {
    std::array<int, Turns::MOST> rank;

    // Bring the best of the turns from `index` on to `index`.
    Turn pick(Turns& turns, int index) {
        int best = index;
        for (int other = index + 1; other < turns.count; ++other)
            if (rank[other] > rank[best]) best = other;
        std::swap(turns.list[index], turns.list[best]);
        std::swap(rank[index], rank[best]);
        return turns.list[index];
    }
};

// Quiet turns that cut: two for each ply, and a score for each way over the board.
class Memory {
public:
    static constexpr int PLIES = 128;

    void forget() {
        history_ = {};
        killers_ = {};
    }

    void credit(int side, Turn turn, int ply, int depth) {
        if (killers_[ply][0] != turn) {
            killers_[ply][1] = killers_[ply][0];
            killers_[ply][0] = turn;
        }
        int& score = history_[side][origin_of(turn)][target_of(turn)];
        score = std::min(score + depth * depth, LOSING);
    }

    const std::array<Turn, 2>& killers(int ply) const { return killers_[ply]; }

    static constexpr int FIRST = 1 << 30, GAIN = 1 << 20, QUIET = 1 << 18, LOSING = QUIET - (1 << 12);

    int rank(const Position& position, Turn turn, int ply) const {
        int gain = gain_of(position, turn);
        if (gain) return (loses(position, turn, gain) ? LOSING : GAIN) + gain;
        if (kind_of(turn) == TURN_OVER) return QUIET;
        if (kind_of(turn) == PASS) return 0;
        if (turn == killers_[ply][0]) return QUIET + 2;
        if (turn == killers_[ply][1]) return QUIET + 1;
        return history_[position.to_move][origin_of(turn)][target_of(turn)];
    }

private:
    // Whether it costs a dearer tile than it takes.
    static bool loses(const Position& position, Turn turn, int gain) {
        return kind_of(turn) == CAPTURE && worth(position.board[origin_of(turn)]) > gain && ends_in_danger(position, turn);
    }

    std::array<std::array<std::array<int, 64>, 64>, 2> history_{};
    std::array<std::array<Turn, 2>, PLIES> killers_{};
};

}  // namespace tallyho
