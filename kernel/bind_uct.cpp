// The Python face of the tree search: Round.uct and the class tallyho.engine._kernel.Uct.
#include "bind.hpp"
#include "uct.hpp"

using namespace tallyho;

namespace {

Turns checked_turns(const Round& round, const std::vector<TurnTuple>& wanted) {
    if (wanted.empty()) throw std::invalid_argument("no turn to choose from");
    Turns legal = round.legal(), turns;
    for (const TurnTuple& turn : wanted) {
        if (std::find(legal.begin(), legal.end(), packed(turn)) == legal.end()) throw std::invalid_argument("illegal turn");
        if (std::find(turns.begin(), turns.end(), packed(turn)) == turns.end()) turns.add(packed(turn));
    }
    return turns;
}

// The tree with a switch that another thread may throw; thrown once, it stays so.
class StoppableUct {
public:
    StoppableUct(const Round& round, const std::vector<TurnTuple>& turns, std::uint64_t seed)
        : uct_(round.rules, round.position, checked_turns(round, turns), seed) {}

    void grow(std::uint64_t rollouts, double seconds) {
        nb::gil_scoped_release released;
        uct_.grow(stop_, rollouts, seconds);
    }

    void stop() { stop_.store(true); }

    std::vector<std::tuple<TurnTuple, std::uint64_t, double, double>> choices() const {
        std::vector<std::tuple<TurnTuple, std::uint64_t, double, double>> list;
        for (const Uct::Choice& choice : uct_.choices())
            list.emplace_back(unpacked(choice.turn), choice.visits, choice.points, choice.wins);
        return list;
    }

    std::uint64_t rollouts() const { return uct_.rollouts(); }
    int depth() const { return uct_.depth(); }

private:
    Uct uct_;
    std::atomic<bool> stop_{false};
};

}  // namespace

// Uct is made by the round that it searches, so that Python reaches it through the kernel's one door.
void bind_uct(nb::module_& module) {
    nb::class_<StoppableUct>(module, "Uct")
        .def("grow", &StoppableUct::grow, nb::arg("rollouts"), nb::arg("seconds"))
        .def("stop", &StoppableUct::stop)
        .def("choices", &StoppableUct::choices)
        .def("rollouts", &StoppableUct::rollouts)
        .def("depth", &StoppableUct::depth);

    nb::borrow<nb::class_<Round>>(module.attr("Round"))
        .def("uct", [](const Round& round, const std::vector<TurnTuple>& turns, std::uint64_t seed) {
            return new StoppableUct(round, turns, seed);
        }, nb::arg("turns"), nb::arg("seed"));
}
