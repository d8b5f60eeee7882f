// What a side can win at once in the final phase, by captures and exits, and what stops it.
#pragma once

#include "ordering.hpp"

namespace tallyho {

// Tell `visit` every turn that wins something for `side` if it is to move as the board stands, and its worth.
template <class Visit>
inline void each_gain(const Position& position, int side, Visit visit) {
    auto capture = [&](int space, int target) {
        if (space == position.ban_now[side] && target == position.ban_original[side]) return;  // H10
        visit(make_turn(CAPTURE, space, target), worth(position.board[target]));
    };
    Bits walkers = position.walkers(side), sliders = position.sliders(side);
    Bits beside = side == BLUE ? position.own(BROWN) : position.kind[KIND_TREE];
    for (Bits left = walkers; left; left &= left - 1)
        for (Bits prey = BESIDE[lowest(left)] & beside; prey; prey &= prey - 1) capture(lowest(left), lowest(prey));
    Bits afar = side == BLUE ? position.birds() : position.birds() | position.own(BLUE);
    for (Bits left = sliders; left; left &= left - 1) {
        int space = lowest(left);
        auto look = [&](int direction) {
            if (!(RAY[direction][space] & afar)) return;
            int target = nearest(direction, space, position.occupied);
            if (afar & bit(target)) capture(space, target);
        };
        if (side == BROWN) look(position.board[space] - HUNTER_UP);
        else look(UP), look(RIGHT), look(DOWN), look(LEFT);
    }
    Bits file = position.occupied & FILE_E, rank = position.occupied & RANK_5;
    auto leave = [&](int space, int gate, int exit) {  // only the outermost tile of a line has a clear way
        if ((sliders | (walkers & bit(gate))) & bit(space)) visit(make_turn(MOVE, space, exit), worth(position.board[space]));
    };
    if ((sliders | walkers) & file) leave(lowest(file), 21, EXIT_E1), leave(highest(file), 27, EXIT_E9);
    if ((sliders | walkers) & rank) leave(lowest(rank), 3, EXIT_A5), leave(highest(rank), 45, EXIT_I5);
}

inline int best_gain(const Position& position, int side) {
    int best = 0;
    each_gain(position, side, [&](Turn, int worth) { best = std::max(best, worth); });
    return best;
}

// No position has more: two bears and six foxes with four victims each, and four exits.
inline constexpr int MOST_GAINS = 36;

// Every gain of a side, the dearest first.
struct Gains {
    struct Gain {
        Turn turn;
        int worth;
    };
    std::array<Gain, MOST_GAINS> list;
    int count = 0;

    Gains(const Position& position, int side) {
        each_gain(position, side, [&](Turn turn, int worth) {
            int index = count++;
            for (; index && list[index - 1].worth < worth; --index) list[index] = list[index - 1];
            list[index] = {turn, worth};
        });
    }

    int best() const { return count ? list[0].worth : 0; }

    void bring_forward(Turn turn) {
        for (int index = 1; index < count; ++index)
            if (list[index].turn == turn) std::swap(list[0], list[index]);
    }

    const Gain* begin() const { return list.data(); }
    const Gain* end() const { return list.data() + count; }
};

// What a side takes next, unless a quiet turn of the other stops it: one that moves the victim away or
// ends on the line. A quiet turn does not end the round, so nothing else can.
class Dangers {
public:
    Dangers(const Position& position, int side, int least) {
        each_gain(position, side, [&](Turn turn, int worth) {
            if (worth >= least) list_[count_++] = {worth, kind_of(turn) == CAPTURE ? target_of(turn) : NONE, line_of(turn)};
        });
    }

    // The worth of one that a quiet turn does not stop, 0 if there is none.
    int left_by(Turn turn) const {
        for (int index = 0; index < count_; ++index)
            if (origin_of(turn) != list_[index].victim && !(list_[index].line & bit(target_of(turn)))) return list_[index].worth;
        return 0;
    }

private:
    struct Danger {
        int worth, victim;
        Bits line;
    };

    static Bits line_of(Turn turn) {
        int origin = origin_of(turn), target = target_of(turn);
        for (int direction = 0; direction < 4; ++direction) {
            Bits ray = RAY[direction][origin];
            if (target >= SPACES ? exit_of(direction, origin) == target : (ray & bit(target)) != 0)
                return target >= SPACES ? ray : ray & ~RAY[direction][target];
        }
        return 0;
    }

    std::array<Danger, MOST_GAINS> list_;
    int count_ = 0;
};

}  // namespace tallyho
