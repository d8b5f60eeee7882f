// The learned evaluation: a small network that forecasts how the round ends.
//
//   2117 facts -> 128 sums (int16), clipped to 0 ... 127
//              -> 16 sums of one of eight heads (int8 weights), clipped
//              -> mean and logarithm of the spread (float)
//
// Each fact also adds a number of its own straight to the mean. The first sums change little from one
// position to the next, so they travel along in an Accumulator.
#pragma once

#include <cmath>
#include <cstring>
#include <memory>
#include <stdexcept>
#include <string>

#include "features.hpp"
#include "forecast.hpp"

// The hot loops exist twice, for processors with AVX2 and for all others. Which of them runs is
// settled while the program is loaded, too early for the sanitizers.
#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__) && defined(__GLIBC__) && \
    !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
#include <immintrin.h>
#define TALLYHO_AVX2 1
#define TALLYHO_HOT __attribute__((target_clones("avx2", "default"))) static
#define TALLYHO_PLAIN __attribute__((target("default"))) static
#else
#define TALLYHO_AVX2 0
#define TALLYHO_HOT static
#define TALLYHO_PLAIN static
#endif

namespace tallyho {

inline constexpr int WIDTH = 128;
inline constexpr int HIDDEN = 16;
inline constexpr int HEADS = 8;
inline constexpr int CLIP = 127;              // an activation of 1
inline constexpr int SUM_SHIFT = 2;           // first sums count 1 as CLIP << SUM_SHIFT
inline constexpr int HEAD_UNIT = 256;         // a weight of 1 in a head
inline constexpr int DIRECT_UNIT = 1024;      // a point in the direct sum
inline constexpr std::uint32_t WEIGHTS_VERSION = 1;
inline constexpr float LEAST_SPREAD = 0.25f, MOST_SPREAD = 60.0f;

struct Accumulator {
    alignas(64) std::array<std::int16_t, WIDTH> sums;
    std::int32_t direct;
    Features active;
};

// One of eight: the side to move, and whether 0, 1-7, 8-23 or more tiles lie face down.
inline int head_of(const Position& position) {
    int down = std::popcount(position.down);
    return 4 * position.to_move + (down > 0) + (down > 7) + (down > 23);
}

using Columns = std::int16_t[FEATURES][WIDTH];

// Which words differ, as bits.
TALLYHO_PLAIN Bits changed_words(const Bits* before, const Bits* after) {
    Bits words = 0;
    for (int word = 0; word < WORDS; ++word) words |= Bits(before[word] != after[word]) << word;
    return words;
}

#if TALLYHO_AVX2
// The same four words at a time.
__attribute__((target("avx2"))) static Bits changed_words(const Bits* before, const Bits* after) {
    constexpr int LANES = 4;
    static_assert(WORDS % LANES == 0);
    Bits same = 0;
    for (int word = 0; word < WORDS; word += LANES) {
        __m256i one = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(before + word));
        __m256i other = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(after + word));
        same |= Bits(_mm256_movemask_pd(_mm256_castsi256_pd(_mm256_cmpeq_epi64(one, other)))) << word;
    }
    return ~same & (bit(WORDS) - 1);
}
#endif

// Which facts came to hold and which ceased to.
struct Changes {
    std::array<std::uint16_t, FEATURES> gained, lost;
    int gains = 0, losses = 0;

    Changes(const Features& before, const Features& after) {
        // Most words stay as they are.
        for (Bits words = changed_words(before.data(), after.data()); words; words &= words - 1) {
            int word = std::countr_zero(words);
            for (Bits bits = after[word] & ~before[word]; bits; bits &= bits - 1)
                gained[gains++] = std::uint16_t(OFFSET[word] + lowest(bits));
            for (Bits bits = before[word] & ~after[word]; bits; bits &= bits - 1)
                lost[losses++] = std::uint16_t(OFFSET[word] + lowest(bits));
        }
    }
};

// next = now + gained columns - lost columns. Half of the sums at a time fit into registers.
TALLYHO_HOT void add_columns(std::int16_t* next, const std::int16_t* now, const Columns& columns, const Changes& changes) {
    typedef std::int16_t Lanes __attribute__((vector_size(32), may_alias));
    constexpr int HALF = WIDTH / 2, LANES = 16, REGISTERS = HALF / LANES;
    for (int half = 0; half < WIDTH; half += HALF) {
        Lanes sums[REGISTERS];
#pragma GCC unroll 8
        for (int part = 0; part < REGISTERS; ++part) sums[part] = reinterpret_cast<const Lanes*>(now + half)[part];
        for (int index = 0; index < changes.gains; ++index) {
            auto column = reinterpret_cast<const Lanes*>(columns[changes.gained[index]] + half);
#pragma GCC unroll 8
            for (int part = 0; part < REGISTERS; ++part) sums[part] += column[part];
        }
        for (int index = 0; index < changes.losses; ++index) {
            auto column = reinterpret_cast<const Lanes*>(columns[changes.lost[index]] + half);
#pragma GCC unroll 8
            for (int part = 0; part < REGISTERS; ++part) sums[part] -= column[part];
        }
#pragma GCC unroll 8
        for (int part = 0; part < REGISTERS; ++part) reinterpret_cast<Lanes*>(next + half)[part] = sums[part];
    }
}

// What the units of a head show: its weighted sums of the clipped first sums, clipped again.
TALLYHO_PLAIN void show_units(const std::int16_t* sums, const std::int8_t* weights, const std::int32_t* biases,
                              float* levels) {
    std::int16_t active[WIDTH];
    for (int lane = 0; lane < WIDTH; ++lane) {
        int level = sums[lane] >> SUM_SHIFT;
        active[lane] = std::int16_t(std::clamp(level, 0, CLIP));
    }
    for (int unit = 0; unit < HIDDEN; ++unit) {
        std::int32_t level = biases[unit];
        for (int lane = 0; lane < WIDTH; ++lane) level += std::int32_t(active[lane]) * weights[unit * WIDTH + lane];
        levels[unit] = float(std::clamp(level, 0, CLIP * HEAD_UNIT));
    }
}

#if TALLYHO_AVX2
// The same by 32 products at a time: two of them, at most 2 * 127 * 127, fit into 16 bits.
__attribute__((target("avx2"))) static void show_units(const std::int16_t* sums, const std::int8_t* weights,
                                                       const std::int32_t* biases, float* levels) {
    constexpr int LANES = 32, PARTS = WIDTH / LANES, ROWS = 4;
    __m256i active[PARTS];
    for (int part = 0; part < PARTS; ++part) {
        auto from = reinterpret_cast<const __m256i*>(sums + part * LANES);
        __m256i low = _mm256_srai_epi16(from[0], SUM_SHIFT), high = _mm256_srai_epi16(from[1], SUM_SHIFT);
        __m256i clipped = _mm256_max_epi8(_mm256_packs_epi16(low, high), _mm256_setzero_si256());
        active[part] = _mm256_permute4x64_epi64(clipped, 0xd8);  // packing swaps the quarters in the middle
    }
    for (int unit = 0; unit < HIDDEN; unit += ROWS) {
        __m256i sum[ROWS] = {};
        for (int row = 0; row < ROWS; ++row) {
            auto weight = reinterpret_cast<const __m256i*>(weights + (unit + row) * WIDTH);
            for (int part = 0; part < PARTS; ++part) {
                __m256i pairs = _mm256_maddubs_epi16(active[part], weight[part]);
                sum[row] = _mm256_add_epi32(sum[row], _mm256_madd_epi16(pairs, _mm256_set1_epi16(1)));
            }
        }
        __m256i halves = _mm256_hadd_epi32(_mm256_hadd_epi32(sum[0], sum[1]), _mm256_hadd_epi32(sum[2], sum[3]));
        __m128i level = _mm_add_epi32(_mm256_castsi256_si128(halves), _mm256_extracti128_si256(halves, 1));
        level = _mm_add_epi32(level, *reinterpret_cast<const __m128i*>(biases + unit));
        level = _mm_max_epi32(_mm_min_epi32(level, _mm_set1_epi32(CLIP * HEAD_UNIT)), _mm_setzero_si128());
        _mm_store_ps(levels + unit, _mm_cvtepi32_ps(level));
    }
}
#endif

// The weighted sum of what the units show. Eight partial sums are added up in a fixed order, so that
// it is quick and the same on every processor.
inline float weighted(const float* levels, const float* weights) {
    typedef float Lanes __attribute__((vector_size(16), may_alias));
    auto level = reinterpret_cast<const Lanes*>(levels), weight = reinterpret_cast<const Lanes*>(weights);
    Lanes even{}, odd{};
    for (int part = 0; part < HIDDEN / 4; part += 2) {
        even += level[part] * weight[part];
        odd += level[part + 1] * weight[part + 1];
    }
    Lanes both = even + odd;
    return (both[0] + both[2]) + (both[1] + both[3]);
}

class Network {
public:
    // A weights file: all numbers little-endian.
    //
    //   "TALLYNET" | version u32 | CRC-32 of the rest u32 | features, width, hidden, heads u32
    //   | length of the provenance u32, its text (JSON, UTF-8)
    //   | columns i16[features][width] | biases i16[width] | direct i32[features]
    //   | head weights i8[heads][hidden][width] | head biases i32[heads][hidden]
    //   | output weights f32[heads][2][hidden] | output biases f32[heads][2]
    static Network read(const std::uint8_t* bytes, std::size_t size);

    void refresh(Accumulator& accumulator, const Position& position) const {
        Accumulator nothing{tables_->biases, 0, {}};
        update(accumulator, nothing, position);
    }

    // The accumulator of a position from that of one close to it: the same as from scratch.
    void update(Accumulator& next, const Accumulator& now, const Position& after) const {
        Features active = features(after);
        Changes changes(now.active, active);
        add_columns(next.sums.data(), now.sums.data(), tables_->columns, changes);
        std::int32_t direct = now.direct;
        for (int index = 0; index < changes.gains; ++index) direct += tables_->direct[changes.gained[index]];
        for (int index = 0; index < changes.losses; ++index) direct -= tables_->direct[changes.lost[index]];
        next.direct = direct;
        next.active = active;
    }

    Forecast forecast(const Accumulator& accumulator, const Position& position) const {
        const Head& head = tables_->heads[head_of(position)];
        alignas(64) float levels[HIDDEN];
        show_units(accumulator.sums.data(), head.weights[0], head.biases, levels);
        float log_spread = head.spread_bias + weighted(levels, head.spread);
        return {mean_of(accumulator, head, levels), std::clamp(std::exp(log_spread), LEAST_SPREAD, MOST_SPREAD)};
    }

    // The mean alone, for those who do not ask how uncertain it is.
    float mean(const Accumulator& accumulator, const Position& position) const {
        const Head& head = tables_->heads[head_of(position)];
        alignas(64) float levels[HIDDEN];
        show_units(accumulator.sums.data(), head.weights[0], head.biases, levels);
        return mean_of(accumulator, head, levels);
    }

    const std::string& provenance() const { return tables_->provenance; }

private:
    struct Head {
        alignas(64) std::int8_t weights[HIDDEN][WIDTH];
        alignas(64) std::int32_t biases[HIDDEN];
        alignas(64) float mean[HIDDEN], spread[HIDDEN];  // for levels of CLIP * HEAD_UNIT instead of 1
        float mean_bias, spread_bias;
    };

    static float mean_of(const Accumulator& accumulator, const Head& head, const float* levels) {
        return float(accumulator.direct) * (1.0f / DIRECT_UNIT) + head.mean_bias + weighted(levels, head.mean);
    }

    struct Tables {
        alignas(64) Columns columns;
        alignas(64) std::array<std::int16_t, WIDTH> biases;
        std::int32_t direct[FEATURES];
        Head heads[HEADS];
        std::string provenance;
    };

    std::shared_ptr<const Tables> tables_;
};

// Takes arrays out of the bytes of a weights file, one after the other.
class WeightsReader {
public:
    WeightsReader(const std::uint8_t* bytes, std::size_t size) : at_(bytes), left_(size) {}

    void take(void* to, std::size_t size) {
        if (size > left_) throw std::invalid_argument("weights: the file is cut short");
        std::memcpy(to, at_, size);
        at_ += size;
        left_ -= size;
    }

    template <class Number>
    Number take() {
        Number number;
        take(&number, sizeof number);
        return number;
    }

    // The first `count` numbers of an array.
    template <class Number, std::size_t COUNT>
    void take_within(Number (&numbers)[COUNT], Number most, std::size_t count = COUNT) {
        take(numbers, count * sizeof(Number));
        for (std::size_t index = 0; index < count; ++index)
            if (!(numbers[index] >= -most && numbers[index] <= most)) throw std::invalid_argument("weights: a number is out of range");
    }

    std::uint32_t checksum() const {
        std::uint32_t sum = ~0u;
        for (std::size_t index = 0; index < left_; ++index) {
            sum ^= at_[index];
            for (int round = 0; round < 8; ++round) sum = sum >> 1 ^ (sum & 1 ? 0xedb88320u : 0);
        }
        return ~sum;
    }

    std::size_t left() const { return left_; }

private:
    const std::uint8_t* at_;
    std::size_t left_;
};

inline Network Network::read(const std::uint8_t* bytes, std::size_t size) {
    static_assert(std::endian::native == std::endian::little, "arrays are copied as they are in the file");
    constexpr std::int32_t LARGEST = 1 << 23;  // no sum of these overflows
    constexpr float LARGEST_OUTPUT = 1e6f;
    auto require = [](bool fits, const char* reason) {
        if (!fits) throw std::invalid_argument(std::string("weights: ") + reason);
    };
    WeightsReader file(bytes, size);
    char magic[8];
    file.take(magic, sizeof magic);
    require(std::memcmp(magic, "TALLYNET", sizeof magic) == 0, "this is no weights file");
    require(file.take<std::uint32_t>() == WEIGHTS_VERSION, "another version of the file");
    require(file.take<std::uint32_t>() == file.checksum(), "the checksum does not fit");
    auto known = file.take<std::uint32_t>();  // facts; older networks have nothing to say of the later ones
    require(known == OLDER_FEATURES || known == FEATURES, "a network of another shape");
    for (int wanted : {WIDTH, HIDDEN, HEADS})
        require(file.take<std::uint32_t>() == std::uint32_t(wanted), "a network of another shape");

    auto tables = std::make_shared<Tables>();
    auto length = file.take<std::uint32_t>();
    require(length <= file.left(), "the provenance is cut short");
    tables->provenance.resize(length);
    file.take(tables->provenance.data(), length);
    file.take(tables->columns, known * sizeof tables->columns[0]);
    file.take(tables->biases.data(), sizeof tables->biases);
    file.take_within(tables->direct, LARGEST, known);
    for (Head& head : tables->heads) file.take(head.weights, sizeof head.weights);
    for (Head& head : tables->heads) file.take_within(head.biases, LARGEST);
    for (Head& head : tables->heads) {
        file.take_within(head.mean, LARGEST_OUTPUT);
        file.take_within(head.spread, LARGEST_OUTPUT);
    }
    for (Head& head : tables->heads) {
        float both[2];
        file.take_within(both, LARGEST_OUTPUT);
        head.mean_bias = both[0];
        head.spread_bias = both[1];
    }
    require(file.left() == 0, "the file is too long");
    Network network;
    network.tables_ = tables;
    return network;
}

}  // namespace tallyho
