// The Python face of the kernel: the module tallyho.engine._kernel.
#include <nanobind/nanobind.h>
#include <nanobind/stl/array.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <optional>
#include <stdexcept>

#include "playout.hpp"
#include "round.hpp"
#include "solver.hpp"

namespace nb = nanobind;
using namespace tallyho;

namespace {

using Ban = std::optional<std::pair<int, int>>;
using Counts = std::array<int, KINDS>;

// The fields of tallyho.games.hunt.Position, in its order and without the trail.
using Fields = std::tuple<std::string, int, std::pair<Counts, Counts>, std::optional<int>, std::pair<Ban, Ban>,
                          std::optional<int>, std::optional<int>>;

int checked(int number, int bound, const char* what) {
    if (number < 0 || number >= bound) throw std::invalid_argument(std::string(what) + " is out of range");
    return number;
}

Face face_of(char letter) {
    for (int face = 0; face < FACES; ++face)
        if (LETTERS[face] == letter) return Face(face);
    throw std::invalid_argument("no tile has this letter");
}

void set_ban(Position& position, int side, const Ban& ban) {
    if (!ban) return;
    position.ban_now[side] = std::int8_t(checked(ban->first, SPACES, "ban"));
    position.ban_original[side] = std::int8_t(checked(ban->second, SPACES, "ban"));
}

Position read(const Fields& fields) {
    const auto& [board, to_move, won, lock, bans, quiet, left] = fields;
    if (board.size() != SPACES) throw std::invalid_argument("a board has 49 letters");
    Position position{};
    position.ban_now = position.ban_original = {NONE, NONE};
    for (int kind = 0; kind < KINDS; ++kind) {
        position.won[BLUE][kind] = std::uint8_t(checked(won.first[kind], COUNT[kind] + 1, "winnings"));
        position.won[BROWN][kind] = std::uint8_t(checked(won.second[kind], COUNT[kind] + 1, "winnings"));
    }
    std::array<int, KINDS> rest = COUNT;
    for (int kind = 0; kind < KINDS; ++kind) rest[kind] -= position.won[BLUE][kind] + position.won[BROWN][kind];
    for (int space = 0; space < SPACES; ++space) {
        Face face = face_of(board[space]);
        if (face == EMPTY) continue;
        position.put(space, face);
        if (face != FACE_DOWN) --rest[KIND_OF[face]];
    }
    for (int kind = 0; kind < KINDS; ++kind) position.bag[kind] = std::uint8_t(checked(rest[kind], 49, "bag"));
    position.to_move = std::uint8_t(checked(to_move, 2, "side"));
    position.lock = std::int8_t(lock ? checked(*lock, SPACES, "lock") : NONE);
    set_ban(position, BLUE, bans.first);
    set_ban(position, BROWN, bans.second);
    position.quiet = std::int16_t(quiet ? std::min(*quiet, 30000) : NONE);
    position.left = std::int8_t(left ? checked(*left, 127, "turns left") : NONE);
    return position;
}

std::optional<int> or_none(int number) { return number < 0 ? std::nullopt : std::optional(number); }

Fields write(const Position& position) {
    std::string board(SPACES, '.');
    for (int space = 0; space < SPACES; ++space) board[space] = LETTERS[position.board[space]];
    std::array<Counts, 2> won;
    std::array<Ban, 2> bans;
    for (int side = 0; side < 2; ++side) {
        for (int kind = 0; kind < KINDS; ++kind) won[side][kind] = position.won[side][kind];
        if (position.ban_now[side] >= 0) bans[side] = {position.ban_now[side], position.ban_original[side]};
    }
    return {board, position.to_move, {won[0], won[1]}, or_none(position.lock), {bans[0], bans[1]},
            or_none(position.quiet), or_none(position.left)};
}

// A turn as (kind, origin, target), kinds as in turns.hpp.
using TurnTuple = std::tuple<int, int, int>;

TurnTuple unpacked(Turn turn) { return {kind_of(turn), origin_of(turn), target_of(turn)}; }

Turn packed(const TurnTuple& turn) {
    auto [kind, origin, target] = turn;
    return make_turn(TurnKind(checked(kind, 4, "turn")), checked(origin, SPACES, "origin"), checked(target, 53, "target"));
}

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
        return solver_.solve(round.position, stop_, most_nodes);
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
            new (self) Rules{ban_any, end_stuck, chase, 1 + checked(final_turns - 1, 60, "final")};
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
}
