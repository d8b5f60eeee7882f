// A position of self-play with what came of it: what the network learns from.
//
//   byte  0        49        50     51     52 .. 58   59 60   61 62     63 64   65
//         board    to_move   lock   left   bag        value   outcome   luck    flag
//
// Two-byte numbers are little-endian. `value` is the search's opinion in 1/64 points and `outcome`
// what happened in points, both of blue's remaining difference. `luck` is what the face that the turn
// brought to light was worth to blue above what could be expected, in 1/64 points. Winnings and bans
// are left out.
#pragma once

#include <stdexcept>
#include <string>
#include <vector>

#include "position.hpp"

namespace tallyho {

// OVERRULED: the turn that was played is a random one and not the search's.
enum SampleFlag : std::uint8_t { FIRST_OF_ROUND = 1, HAS_VALUE = 2, OVERRULED = 4 };

struct Sample {
    std::array<Face, SPACES> board;
    std::uint8_t to_move;
    std::int8_t lock, left;
    std::array<std::uint8_t, KINDS> bag;
    std::array<std::uint8_t, 2> value_bytes, outcome_bytes, luck_bytes;
    std::uint8_t flag;

    int value() const { return number(value_bytes); }
    int outcome() const { return number(outcome_bytes); }
    int luck() const { return number(luck_bytes); }
    void set_value(int value) { value_bytes = bytes(value); }
    void set_outcome(int outcome) { outcome_bytes = bytes(outcome); }
    void set_luck(int luck) { luck_bytes = bytes(luck); }

private:
    static int number(const std::array<std::uint8_t, 2>& two) { return std::int16_t(two[0] | two[1] << 8); }
    static std::array<std::uint8_t, 2> bytes(int number) { return {std::uint8_t(number), std::uint8_t(number >> 8)}; }
};
static_assert(sizeof(Sample) == 66 && alignof(Sample) == 1);

inline Sample sample_of(const Position& position) {
    Sample sample{};
    sample.board = position.board;
    sample.to_move = position.to_move;
    sample.lock = position.lock;
    sample.left = std::int8_t(std::min<int>(position.left, 127));
    sample.bag = position.bag;
    return sample;
}

// The position as far as the sample tells it; nothing won, no bans.
inline Position position_of(const Sample& sample) {
    auto require = [](bool fits, const char* reason) {
        if (!fits) throw std::invalid_argument(std::string("sample: ") + reason);
    };
    Position position{};
    for (int space = 0; space < SPACES; ++space) {
        require(sample.board[space] < FACES, "no tile has this number");
        if (sample.board[space] != EMPTY) position.put(space, sample.board[space]);
    }
    for (int kind = 0; kind < KINDS; ++kind) require(sample.bag[kind] <= COUNT[kind], "too many tiles in the bag");
    require(sample.to_move < 2, "no such side");
    require(sample.lock >= NONE && sample.lock < SPACES, "the lock is off the board");
    require(sample.left >= NONE, "turns left are negative");
    position.ban_now = position.ban_original = {NONE, NONE};
    position.bag = sample.bag;
    position.to_move = sample.to_move;
    position.lock = sample.lock;
    position.left = sample.left;
    return position;
}

// The eight ways to lay the board down again: bit 0 swaps left and right, bit 1 up and down, then
// bit 2 files and ranks. Exits go to exits and guns turn along.
inline constexpr int SYMMETRIES = 8;

struct Offset {
    int right, up;
    constexpr Offset turned(int symmetry) const {
        int x = symmetry & 1 ? -right : right, y = symmetry & 2 ? -up : up;
        return symmetry & 4 ? Offset{y, x} : Offset{x, y};
    }
};

// SPACE_TO[symmetry][space] and FACE_TO[symmetry][face]: where a space goes, and what a face becomes.
inline constexpr auto SPACE_TO = [] {
    std::array<std::array<std::uint8_t, SPACES>, SYMMETRIES> to{};
    for (int symmetry = 0; symmetry < SYMMETRIES; ++symmetry)
        for (int space = 0; space < SPACES; ++space) {
            Offset offset = Offset{file_of(space) - 3, rank_of(space) - 3}.turned(symmetry);
            to[symmetry][space] = std::uint8_t(7 * (offset.right + 3) + offset.up + 3);
        }
    return to;
}();

inline constexpr auto FACE_TO = [] {
    std::array<std::array<Face, FACES>, SYMMETRIES> to{};
    constexpr Offset STEP[4] = {{0, 1}, {1, 0}, {0, -1}, {-1, 0}};
    for (int symmetry = 0; symmetry < SYMMETRIES; ++symmetry) {
        for (int face = 0; face < FACES; ++face) to[symmetry][face] = Face(face);
        for (int gun = 0; gun < 4; ++gun)
            for (int other = 0; other < 4; ++other) {
                Offset offset = STEP[gun].turned(symmetry);
                if (offset.right == STEP[other].right && offset.up == STEP[other].up)
                    to[symmetry][HUNTER_UP + gun] = Face(HUNTER_UP + other);
            }
    }
    return to;
}();

// The sample must be well-formed, as position_of requires it.
inline Sample turned(const Sample& sample, int symmetry) {
    Sample result = sample;
    for (int space = 0; space < SPACES; ++space)
        result.board[SPACE_TO[symmetry][space]] = FACE_TO[symmetry][sample.board[space]];
    if (sample.lock >= 0) result.lock = std::int8_t(SPACE_TO[symmetry][sample.lock]);
    return result;
}

// What each sample of whole rounds should have forecast, in points: a mean of the outcome and the
// values on the way to it, TD(lambda). With lambda 1 it is the outcome alone. The luck of the tiles is
// taken out of it: what they may yield is known, so its mean is nought whatever the values have wrong, and
// what is left tells far more of the position. Returns run through random turns too: to stop there
// would hand on what the values have wrong.
inline std::vector<float> returns(const std::vector<Sample>& samples, float lambda) {
    std::vector<float> targets(samples.size());
    float later = 0, lead_later = 0;  // the return one turn later, and what blue led by there
    bool last = true;
    for (std::size_t index = samples.size(); index-- > 0;) {
        const Sample& sample = samples[index];
        float lead = -float(sample.outcome());  // counted from the end of the round
        float target = (last ? -lead : later + lead_later - lead) - float(sample.luck()) / 64;
        if (sample.flag & HAS_VALUE) target = lambda * target + (1 - lambda) * float(sample.value()) / 64;
        targets[index] = later = target;
        lead_later = lead;
        last = sample.flag & FIRST_OF_ROUND;
    }
    return targets;
}

}  // namespace tallyho
