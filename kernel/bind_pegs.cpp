// The Python face of the peg game's kernel: rounds, the search and the training.
#include "bind.hpp"
#include "pegs_search.hpp"
#include "pegs_training.hpp"

using namespace tallyho::pegs;
using tallyho::checked;

namespace {

using Circles = std::array<std::string, CIRCLES>;
// The fields of tallyho.games.pegs.Position, in its order.
using Fields = std::tuple<Circles, int, std::vector<int>, std::vector<int>>;
// The fields of tallyho.games.pegs.Play: circle and hole of origin and target, and whether a peg is
// thrown out. The end of a turn is all zeros.
using PlayTuple = std::tuple<int, int, int, int, bool>;
using CandidateTuple = std::tuple<std::vector<PlayTuple>, Circles, int, float, float>;

Rules make_rules(int holes, int doublets, bool short_game) {
    return {8 + checked(holes - 8, 23, "holes"), Doublets(checked(doublets, 3, "doublets")), short_game};
}

std::uint32_t counted(const std::vector<int>& numbers) {
    std::uint32_t counts = 0;
    for (int number : numbers) counts += Numbers::one(1 + checked(number - 1, FACES, "number"));
    return counts;
}

std::vector<int> listed(std::uint32_t counts) {
    std::vector<int> numbers;
    for (int number = 1; number <= FACES; ++number)
        numbers.insert(numbers.end(), counts >> 4 * number & 15, number);
    return numbers;
}

Position read_position(const Rules& rules, const Fields& fields) {
    const auto& [circles, side, compulsory, optional] = fields;
    Position position;
    for (int circle = 0; circle < CIRCLES; ++circle) {
        if (int(circles[circle].size()) != rules.holes) throw std::invalid_argument("a circle has another number of holes");
        for (int hole = 0; hole < rules.holes; ++hole) {
            if (circles[circle][hole] == 'w') position.pegs[WHITE][circle] |= Holes(1) << hole;
            if (circles[circle][hole] == 'b') position.pegs[BLACK][circle] |= Holes(1) << hole;
        }
    }
    if (compulsory.size() + optional.size() > 8) throw std::invalid_argument("no throw gives so many numbers");
    position.numbers = {counted(compulsory), counted(optional)};
    position.to_move = std::uint8_t(checked(side, 2, "side"));
    return position;
}

Circles written(const Rules& rules, const Position& position) {
    Circles circles;
    for (int circle = 0; circle < CIRCLES; ++circle)
        for (int hole = 0; hole < rules.holes; ++hole) {
            bool white = position.pegs[WHITE][circle] >> hole & 1, black = position.pegs[BLACK][circle] >> hole & 1;
            circles[circle] += white ? 'w' : black ? 'b' : '.';
        }
    return circles;
}

PlayTuple described(const Rules& rules, const Position& position, Play play) {
    if (play == END) return {};
    auto [circle, hole] = landing(rules, position.to_move, play);
    bool captures = position.pegs[position.to_move ^ 1][circle] >> hole & 1;
    return {play.circle, play.hole + 1, circle, hole + 1, captures};
}

std::vector<PlayTuple> described_path(const Rules& rules, Position position, const std::vector<Play>& plays) {
    std::vector<PlayTuple> tuples;
    for (Play next : plays) {
        tuples.push_back(described(rules, position, next));
        play(rules, position, next);
    }
    return tuples;
}

Play legal_play(const Rules& rules, const Position& position, const PlayTuple& wanted) {
    for (Play play : legal_plays(rules, position))
        if (described(rules, position, play) == wanted) return play;
    throw std::invalid_argument("illegal play");
}

// One round in the kernel, to compare it with tallyho.games.pegs.
struct Round {
    Rules rules;
    Position position;
};

void throw_checked(Round& round, int first, int second) {
    if (round.position.numbers.any() || round.position.over()) throw std::invalid_argument("no throw is due");
    throw_dice(round.rules, round.position, 1 + checked(first - 1, FACES, "die"), 1 + checked(second - 1, FACES, "die"));
}

// The search with a switch that another thread may throw.
class StoppableSearch {
public:
    StoppableSearch(const Rules& rules, const Network& network) : rules_(rules), search_(rules, network) {}

    void begin(const Fields& fields, const std::optional<PlayTuple>& first) {
        root_ = read_position(rules_, fields);
        if (!legal_plays(rules_, root_).count) throw std::invalid_argument("there is nothing to play");
        std::vector<Play> played;
        if (first) played.push_back(legal_play(rules_, root_, *first));
        nb::gil_scoped_release released;
        search_.begin(root_, std::move(played));
    }

    bool deepen(std::uint64_t most_nodes) {
        nb::gil_scoped_release released;
        return search_.deepen(stop_, most_nodes);
    }

    std::vector<CandidateTuple> candidates() const {
        std::vector<CandidateTuple> tuples;
        for (const Candidate& one : search_.candidates())
            tuples.emplace_back(described_path(rules_, root_, one.plays), written(rules_, one.end), one.depth, one.value.win,
                                one.value.margin);
        return tuples;
    }

    std::uint64_t nodes() const { return search_.nodes(); }
    void stop() { stop_.store(true); }

private:
    Rules rules_;
    Search search_;
    Position root_;
    std::atomic<bool> stop_{false};
};

}  // namespace

void bind_pegs(nb::module_& module) {
    nb::class_<Rules>(module, "PegsRules")
        .def("__init__", [](Rules* self, int holes, int doublets, bool short_game) {
            new (self) Rules(make_rules(holes, doublets, short_game));
        }, nb::arg("holes"), nb::arg("doublets"), nb::arg("short"));

    nb::class_<Round>(module, "PegsRound")
        .def("__init__", [](Round* self, const Rules& rules, const Fields& fields) {
            new (self) Round{rules, read_position(rules, fields)};
        })
        .def("fields", [](const Round& round) {
            const Position& at = round.position;
            return Fields{written(round.rules, at), at.to_move, listed(at.numbers.must), listed(at.numbers.may)};
        })
        .def("over", [](const Round& round) { return round.position.over(); })
        .def("legal", [](const Round& round) {
            std::vector<PlayTuple> tuples;
            for (Play play : legal_plays(round.rules, round.position))
                tuples.push_back(described(round.rules, round.position, play));
            return tuples;
        })
        .def("throw_dice", &throw_checked)
        .def("play", [](Round& round, const PlayTuple& wanted) {
            play(round.rules, round.position, legal_play(round.rules, round.position, wanted));
        });

    module.attr("PEGS_WEIGHTS") = int(Network::WEIGHTS);
    nb::class_<Network>(module, "PegsNetwork")
        .def(nb::init<std::vector<float>>())
        .def("value", [](const Network& network, const Round& round) {
            const Position& at = round.position;
            Value value = at.over() ? final_value(round.rules, at) : network.value(round.rules, at);
            return std::make_pair(value.win, value.margin);
        });

    nb::class_<StoppableSearch>(module, "PegsSearch")
        .def(nb::init<const Rules&, const Network&>(), nb::keep_alive<1, 3>())
        .def("begin", &StoppableSearch::begin, nb::arg("fields"), nb::arg("first") = nb::none())
        .def("deepen", &StoppableSearch::deepen, nb::arg("most_nodes"))
        .def("candidates", &StoppableSearch::candidates)
        .def("nodes", &StoppableSearch::nodes)
        .def("stop", &StoppableSearch::stop);

    nb::class_<Trainer>(module, "PegsTrainer")
        .def("__init__", [](Trainer* self, std::vector<float> weights, std::uint64_t seed) {
            new (self) Trainer(Network(std::move(weights)), seed);
        }, nb::arg("weights"), nb::arg("seed"))
        .def("round", &Trainer::round, nb::arg("rules"), nb::arg("rate"), nb::arg("trust"),
             nb::call_guard<nb::gil_scoped_release>())
        .def("weights", [](const Trainer& trainer) { return trainer.network().weights(); });
}
