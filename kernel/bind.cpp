// The Python face of the kernel: the module tallyho.engine._kernel.
#include "bind.hpp"
#include "playout.hpp"
#include "solver.hpp"

using namespace tallyho;

void bind_network(nb::module_& module);
void bind_search(nb::module_& module);
void bind_uct(nb::module_& module);
void bind_pegs(nb::module_& module);

namespace {

void play_checked(Round& round, const TurnTuple& turn, const std::string& face) {
    Turn wanted = packed(turn);
    Turns legal = round.legal();
    if (std::find(legal.begin(), legal.end(), wanted) == legal.end()) throw std::invalid_argument("illegal turn");
    Face turned = EMPTY;
    if (kind_of(wanted) == TURN_OVER) {
        turned = face_of(face.size() == 1 ? face[0] : '.');
        if (turned <= FACE_DOWN || !round.position.bag[KIND_OF[turned]]) throw std::invalid_argument("not in the bag");
    }
    round.play_turn(wanted, turned);
}

// The solver with a switch that another thread may throw.
class StoppableSolver {
public:
    explicit StoppableSolver(const Rules& rules) : solver_(rules) {}

    Solver::Answer solve(const Round& round, std::uint64_t most_nodes) {
        if (round.position.left < 1 || round.over()) throw std::invalid_argument("not a final phase that goes on");
        nb::gil_scoped_release released;
        stop_.store(false);
        Budget budget;
        budget.nodes = most_nodes;
        Halt halt(stop_, budget);
        return solver_.solve(round.position, halt);
    }

    int minimax(const Round& round) const {
        if (round.position.left < 0) throw std::invalid_argument("not a final phase");
        nb::gil_scoped_release released;
        return solver_.minimax(round.position);
    }

    void stop() { stop_.store(true); }

private:
    Solver solver_;
    std::atomic<bool> stop_{false};
};

struct Totals {
    std::uint64_t rounds = 0, turns = 0, blue_points = 0, brown_points = 0;
};

Totals random_rounds(const Rules& rules, int rounds, std::uint64_t seed) {
    Totals totals;
    Random random(seed);
    const Position start = Position::start();
    for (; totals.rounds < std::uint64_t(rounds); ++totals.rounds) {
        Position position = start;
        Deal deal = deal_at_random(position, random);
        totals.turns += std::uint64_t(play_out(position, deal, rules, random));
        totals.blue_points += std::uint64_t(position.points(BLUE));
        totals.brown_points += std::uint64_t(position.points(BROWN));
    }
    return totals;
}

}  // namespace


NB_MODULE(_kernel, module) {
    module.doc() = "The tile game in C++: rules, playouts and perft, held equal to tallyho.games.hunt.";

    nb::class_<Rules>(module, "Rules")
        .def("__init__", [](Rules* self, bool ban_any, bool end_stuck, bool chase, int final_turns) {
            new (self) Rules{ban_any, end_stuck, chase, 1 + checked(final_turns - 1, 99, "final")};
        }, nb::arg("ban_any"), nb::arg("end_stuck"), nb::arg("chase"), nb::arg("final_turns"));

    nb::class_<Round>(module, "Round")
        .def("__init__", [](Round* self, const Rules& rules, const Fields& fields) { new (self) Round{rules, read(fields), {}}; })
        .def("fields", [](const Round& round) { return write(round.position); })
        .def("over", &Round::over)
        .def("legal", [](const Round& round) {
            std::vector<TurnTuple> turns;
            for (Turn turn : round.legal()) turns.push_back(unpacked(turn));
            return turns;
        })
        .def("play", &play_checked, nb::arg("turn"), nb::arg("face") = "")
        .def("perft", [](const Round& round, int depth) { return perft(round, checked(depth, 21, "depth")); },
             nb::call_guard<nb::gil_scoped_release>());

    nb::class_<StoppableSolver>(module, "Solver")
        .def(nb::init<const Rules&>())
        .def("solve", [](StoppableSolver& solver, const Round& round, std::uint64_t most_nodes) {
            Solver::Answer answer = solver.solve(round, most_nodes);
            return std::make_tuple(answer.value, unpacked(answer.best), answer.complete, answer.nodes);
        }, nb::arg("round"), nb::arg("most_nodes"))
        .def("minimax", &StoppableSolver::minimax)
        .def("stop", &StoppableSolver::stop);

    module.def("random_rounds", [](const Rules& rules, int rounds, std::uint64_t seed) {
        Totals totals;
        {
            nb::gil_scoped_release released;
            totals = random_rounds(rules, rounds, seed);
        }
        return std::make_tuple(totals.rounds, totals.turns, totals.blue_points, totals.brown_points);
    }, nb::arg("rules"), nb::arg("rounds"), nb::arg("seed"));
    bind_network(module);
    bind_search(module);
    bind_uct(module);
    bind_pegs(module);
}
