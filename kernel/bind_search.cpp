// The search as Python sees it: one class for each evaluation.
#include "bind.hpp"
#include "hand.hpp"
#include "learned.hpp"
#include "line.hpp"
#include "searcher.hpp"

using namespace tallyho;

namespace {

using EventTuple = std::pair<TurnTuple, std::string>;
using LineTuple = std::tuple<float, float, std::vector<EventTuple>>;
using Report = std::tuple<int, std::uint64_t, std::vector<LineTuple>>;

struct Task {
    Position position;
    Goal goal;
    int lines;
    Opponent opponent;
};

// A thinker that another thread may stop, and ask what it has found so far.
template <class Evaluation>
class BoundThinker {
public:
    BoundThinker(const Rules& rules, const Evaluation& evaluation, int table_bits)
        : rules_(rules), evaluation_(evaluation), thinker_(rules, evaluation_, table_bits) {}

    Report think(const Round& round, const std::vector<TurnTuple>& allowed, std::optional<int> lead, const Budget& budget,
                 int lines, int threads, const Opponent& opponent) {
        if (allowed.empty() || round.over()) throw std::invalid_argument("the round is over");
        std::vector<Turn> turns;
        for (const TurnTuple& turn : allowed) turns.push_back(packed(turn));
        Task task{round.position, {lead.has_value(), lead.value_or(0)}, lines, opponent};
        nb::gil_scoped_release released;
        stop_.store(false);
        set_latest({});
        Thought thought = thinker_.think(task.position, turns, task.goal, budget, stop_, lines, threads,
                                         opponent, [&](const Thought& found) { set_latest(report(task, found)); });
        Report answer = report(task, thought);
        set_latest(answer);
        return answer;
    }

    void stop() { stop_.store(true); }
    void forget() { thinker_.forget(); }

    Report latest() {
        std::lock_guard guard(mutex_);
        return latest_;
    }

private:
    void set_latest(Report report) {
        std::lock_guard guard(mutex_);
        latest_ = std::move(report);
    }

    Report report(const Task& task, const Thought& thought) {
        std::atomic<bool> never{false};
        Halt halt(never, {});
        Search<Evaluation> search(rules_, evaluation_, thinker_.table(), task.goal, halt, 0,
                                  Thinker<Evaluation>::expected(task.position, task.opponent));
        typename Search<Evaluation>::Node root{task.position, nullptr};
        float spread = search.forecast(root).spread;
        std::vector<LineTuple> lines;
        for (const RootLine& line : thought.lines) {
            if (int(lines.size()) >= task.lines) break;
            float points = difference_of(line.value, sided(task), spread);
            float win = 100 * winning_chance(points + float(sided(task).lead), spread);
            if (line.proven) points = line.proven->points, win = 100 * line.proven->win;
            lines.emplace_back(points, win, events(search, task.position, line.turn, thought.depth + 2));
        }
        return {thought.depth, thought.nodes, lines};
    }

    // The goal as the side to move sees it.
    static Goal sided(const Task& task) {
        return {task.goal.win, task.position.to_move == BLUE ? task.goal.lead : -task.goal.lead};
    }

    std::vector<EventTuple> events(Search<Evaluation>& search, const Position& position, Turn turn, int most) {
        std::vector<EventTuple> told;
        for (const Event& event : follow(search, thinker_.table(), position, turn, most, rules_))
            told.emplace_back(unpacked(event.turn), event.face ? std::string(1, LETTERS[event.face]) : "");
        return told;
    }

    Rules rules_;
    Evaluation evaluation_;
    Thinker<Evaluation> thinker_;
    std::atomic<bool> stop_{false};
    std::mutex mutex_;
    Report latest_{};
};

template <class Evaluation>
nb::class_<BoundThinker<Evaluation>> bind_thinker(nb::module_& module, const char* name) {
    using Bound = BoundThinker<Evaluation>;
    return nb::class_<Bound>(module, name)
        .def("think", [](Bound& self, const Round& round, const std::vector<TurnTuple>& allowed, std::optional<int> lead,
                         std::uint64_t nodes, int depth, double seconds, int lines, int threads, float eager,
                         float hasty) {
            return self.think(round, allowed, lead, {nodes, depth, seconds}, lines, threads, {eager, hasty});
        }, nb::arg("round"), nb::arg("allowed"), nb::arg("lead").none(), nb::arg("nodes"), nb::arg("depth"),
             nb::arg("seconds"), nb::arg("lines"), nb::arg("threads"), nb::arg("eager"), nb::arg("hasty"))
        .def("latest", &Bound::latest)
        .def("forget", &Bound::forget, nb::call_guard<nb::gil_scoped_release>())
        .def("stop", &Bound::stop);
}

template <class Evaluation>
std::vector<Sample> play_rounds(const Rules& rules, const Evaluation& evaluation, std::uint64_t nodes, int rounds,
                                std::uint64_t seed, double explore) {
    std::vector<Sample> samples;
    Random random(seed);
    Searcher<Evaluation> searcher(rules, evaluation, nodes);
    for (int round = 0; round < rounds; ++round) play_round(rules, searcher, random, samples, explore);
    return samples;
}

// Self-play with the network, or with the hand-made evaluation where there is none.
nb::bytes searched_rounds(const Rules& rules, const Network* network, std::uint64_t nodes, int rounds, std::uint64_t seed,
                          double explore) {
    std::vector<Sample> samples;
    {
        nb::gil_scoped_release released;
        if (network) samples = play_rounds(rules, LearnedEvaluation{*network}, nodes, rounds, seed, explore);
        else samples = play_rounds(rules, HandEvaluation{}, nodes, rounds, seed, explore);
    }
    return nb::bytes(samples.data(), samples.size() * sizeof(Sample));
}

// What the hand-made evaluation expects of the rest of the round: mean and spread.
std::pair<float, float> hand_forecast(const Round& round) {
    Forecast ahead = HandEvaluation{}.forecast({}, round.position);
    return {ahead.mean, ahead.spread};
}

}  // namespace

void bind_search(nb::module_& module) {
    using Hand = BoundThinker<HandEvaluation>;
    bind_thinker<HandEvaluation>(module, "HandThinker")
        .def("__init__", [](Hand* self, const Rules& rules, int table_bits) { new (self) Hand(rules, {}, table_bits); },
             nb::arg("rules"), nb::arg("table_bits"));
    using Learned = BoundThinker<LearnedEvaluation>;
    bind_thinker<LearnedEvaluation>(module, "LearnedThinker")
        .def("__init__", [](Learned* self, const Rules& rules, const Network& network, int table_bits) {
            new (self) Learned(rules, {network}, table_bits);
        }, nb::arg("rules"), nb::arg("network"), nb::arg("table_bits"));
    module.def("hand_forecast", &hand_forecast, nb::arg("round"));
    module.def("searched_rounds", &searched_rounds, nb::arg("rules"), nb::arg("network").none(), nb::arg("nodes"),
               nb::arg("rounds"), nb::arg("seed"), nb::arg("explore"));
}
