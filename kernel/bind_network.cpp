// The Python face of the network, its samples and self-play.
#include <ctime>

#include "bind.hpp"
#include "network.hpp"
#include "selfplay.hpp"

using namespace tallyho;

namespace {

template <class Number>
nb::bytearray packed_array(const std::vector<Number>& numbers) {
    return nb::bytearray(numbers.data(), numbers.size() * sizeof(Number));
}

std::vector<Sample> unpacked_samples(const nb::bytes& bytes) {
    if (bytes.size() % sizeof(Sample)) throw std::invalid_argument("samples: a sample has 66 bytes");
    std::vector<Sample> samples(bytes.size() / sizeof(Sample));
    if (!samples.empty()) std::memcpy(samples.data(), bytes.data(), bytes.size());
    return samples;
}

nb::bytes packed_samples(const std::vector<Sample>& samples) {
    return nb::bytes(samples.data(), samples.size() * sizeof(Sample));
}

Network read_network(const nb::bytes& bytes) {
    return Network::read(static_cast<const std::uint8_t*>(bytes.data()), bytes.size());
}

// The facts of many samples one after the other, where each sample begins, and its head.
struct Batch {
    std::vector<std::int32_t> features, offsets;
    std::vector<std::int64_t> heads;

    void add(const Sample& sample, int symmetry) {
        (void)position_of(sample);  // refuses what is malformed
        Position position = position_of(turned(sample, symmetry));
        offsets.push_back(std::int32_t(features.size()));
        heads.push_back(head_of(position));
        each_feature(tallyho::features(position), [this](int feature) { features.push_back(feature); });
    }
};

auto batch_of(const nb::bytes& bytes, const nb::bytes& symmetries) {
    std::vector<Sample> samples = unpacked_samples(bytes);
    if (symmetries.size() != samples.size()) throw std::invalid_argument("symmetries: one for each sample");
    auto turns = static_cast<const std::uint8_t*>(symmetries.data());
    Batch batch;
    {
        nb::gil_scoped_release released;
        batch.features.reserve(samples.size() * 100);
        for (std::size_t index = 0; index < samples.size(); ++index)
            batch.add(samples[index], checked(turns[index], SYMMETRIES, "symmetry"));
    }
    return std::make_tuple(packed_array(batch.features), packed_array(batch.offsets), packed_array(batch.heads));
}

nb::bytes greedy_rounds(const Rules& rules, int rounds, std::uint64_t seed, double explore) {
    std::vector<Sample> samples;
    {
        nb::gil_scoped_release released;
        Random random(seed);
        Greedy greedy{random};
        for (int round = 0; round < rounds; ++round) play_round(rules, greedy, random, samples, explore);
    }
    return packed_samples(samples);
}

// The means and spreads of many samples.
auto forecasts(const Network& network, const nb::bytes& bytes) {
    std::vector<Sample> samples = unpacked_samples(bytes);
    std::vector<float> means, spreads;
    {
        nb::gil_scoped_release released;
        for (const Sample& sample : samples) {
            Position position = position_of(sample);
            Accumulator accumulator;
            network.refresh(accumulator, position);
            Forecast forecast = network.forecast(accumulator, position);
            means.push_back(forecast.mean);
            spreads.push_back(forecast.spread);
        }
    }
    return std::make_tuple(packed_array(means), packed_array(spreads));
}

// Follow greedy rounds turn by turn and forecast each position: how many, in how many seconds, and
// the sum of the means.
auto time_forecasts(const Network& network, const Rules& rules, int rounds, int repeats) {
    nb::gil_scoped_release released;
    std::vector<Sample> samples;
    Random random(1);
    Greedy greedy{random};
    for (int round = 0; round < rounds; ++round) play_round(rules, greedy, random, samples, 0.1);
    std::vector<Position> positions;
    for (const Sample& sample : samples) positions.push_back(position_of(sample));
    Accumulator two[2];
    network.refresh(two[0], Position::start());
    double sum = 0;
    int now = 0;
    std::clock_t begin = std::clock();  // of this process: other work on the machine does not count
    for (int repeat = 0; repeat < repeats; ++repeat) {
        for (const Position& position : positions) {
            network.update(two[!now], two[now], position);
            now = !now;
            sum += network.forecast(two[now], position).mean;
        }
    }
    double seconds = double(std::clock() - begin) / CLOCKS_PER_SEC;
    return std::make_tuple(positions.size() * std::size_t(repeats), seconds, sum);
}

}  // namespace

void bind_network(nb::module_& module) {
    nb::class_<Accumulator>(module, "Accumulator")
        .def("sums", [](const Accumulator& accumulator) {
            std::vector<int> sums(accumulator.sums.begin(), accumulator.sums.end());
            sums.push_back(accumulator.direct);
            return sums;
        });

    nb::class_<Network>(module, "Network")
        .def("__init__", [](Network* self, const nb::bytes& bytes) { new (self) Network(read_network(bytes)); })
        .def_prop_ro("provenance", &Network::provenance)
        .def("refresh", [](const Network& network, const Round& round) {
            Accumulator accumulator;
            network.refresh(accumulator, round.position);
            return accumulator;
        })
        .def("update", [](const Network& network, const Accumulator& now, const Round& after) {
            Accumulator next;
            network.update(next, now, after.position);
            return next;
        })
        .def("forecast", [](const Network& network, const Accumulator& accumulator, const Round& round) {
            Forecast forecast = network.forecast(accumulator, round.position);
            return std::make_pair(forecast.mean, forecast.spread);
        })
        .def("forecasts", &forecasts, nb::arg("samples"))
        .def("time", &time_forecasts, nb::arg("rules"), nb::arg("rounds"), nb::arg("repeats"));

    module.def("features", [](const Round& round) {
        std::vector<int> numbers;
        each_feature(features(round.position), [&](int feature) { numbers.push_back(feature); });
        return numbers;
    });
    module.def("sample", [](const Round& round) { return packed_samples({sample_of(round.position)}); });
    module.def("turned", [](const nb::bytes& bytes, int symmetry) {
        std::vector<Sample> samples = unpacked_samples(bytes);
        for (Sample& sample : samples) {
            (void)position_of(sample);
            sample = turned(sample, checked(symmetry, SYMMETRIES, "symmetry"));
        }
        return packed_samples(samples);
    }, nb::arg("samples"), nb::arg("symmetry"));
    module.def("batch", &batch_of, nb::arg("samples"), nb::arg("symmetries"));
    module.def("returns", [](const nb::bytes& bytes, float lambda) { return packed_array(returns(unpacked_samples(bytes), lambda)); },
               nb::arg("samples"), nb::arg("lambda_"));
    module.def("greedy_rounds", &greedy_rounds, nb::arg("rules"), nb::arg("rounds"), nb::arg("seed"), nb::arg("explore"));
}
