// A stand-alone run of the kernel for the sanitizers: playouts, perft, the chase, the solver, the
// tree of rollouts, the search with both evaluations. Takes a weights file.
// Built with -fsanitize=address,undefined by the tests; prints figures that must not change.
#include <cstdio>
#include <fstream>
#include <iterator>

#include "hand.hpp"
#include "learned.hpp"
#include "playout.hpp"
#include "round.hpp"
#include "searcher.hpp"
#include "solver.hpp"
#include "uct.hpp"

using namespace tallyho;

namespace {

// A round of random turns that hardly ever turns a tile over, so that trails grow long.
std::uint64_t stalled_round(const Rules& rules, Random& random) {
    Round round{rules, Position::start(), {}};
    Deal deal = deal_at_random(round.position, random);
    std::uint64_t listed = 0;
    for (int turn = 0; turn < 400 && !round.over(); ++turn) {
        Turns legal = round.legal();
        listed += std::uint64_t(legal.count);
        Turn chosen = legal[int(random.below(std::uint32_t(legal.count)))];
        for (Turn other : legal)
            if (kind_of(other) != TURN_OVER && random.below(4) == 0) chosen = other;
        round.play_turn(chosen, kind_of(chosen) == TURN_OVER ? deal[origin_of(chosen)] : EMPTY);
    }
    return listed;
}

// Solve the last six turns of a random round.
int solved_value(const Rules& rules, Random& random) {
    Position position = Position::start();
    Deal deal = deal_at_random(position, random);
    Turns turns;
    while ((position.left < 0 || position.left > 6) && !is_over(position, rules)) {
        legal_turns(position, turns);
        Turn turn = turns[int(random.below(std::uint32_t(turns.count)))];
        if (kind_of(turn) == TURN_OVER) turn_over(position, origin_of(turn), deal[origin_of(turn)], rules);
        else play(position, turn, rules);
    }
    if (is_over(position, rules)) return 0;
    Solver solver(rules, 14);
    std::atomic<bool> stop{false};
    Halt halt(stop, {});
    return solver.solve(position, halt).value;
}

// A whole round by the tree search, in trees with and without room to grow; the points at its end.
int searched_round(const Rules& rules, std::uint64_t seed, std::size_t most_edges) {
    Position position = Position::start();
    Random random(seed);
    Deal deal = deal_at_random(position, random);
    const std::atomic<bool> stop{false};
    while (!is_over(position, rules)) {
        Turns turns;
        legal_turns(position, turns);
        Uct uct(rules, position, turns, seed, most_edges);
        uct.grow(stop, 60, INFINITY);
        Turn turn = uct.choices()[0].turn;
        if (kind_of(turn) == TURN_OVER) turn_over(position, origin_of(turn), deal[origin_of(turn)], rules);
        else play(position, turn, rules);
    }
    return 1000 * position.points(BLUE) + position.points(BROWN);
}

bool searches_repeat(const Rules& rules) {
    for (std::size_t most_edges : {std::size_t(1), std::size_t(30), Uct::MOST_EDGES})
        if (searched_round(rules, 3, most_edges) != searched_round(rules, 3, most_edges)) return false;
    return true;
}

// The blue points of two rounds of self-play, the second with what the first left in the table.
template <class Evaluation>
int self_played(const Rules& rules, const Evaluation& evaluation) {
    std::vector<Sample> samples;
    Random random(5);
    Searcher<Evaluation> searcher(rules, evaluation, 200);
    for (int round = 0; round < 2; ++round) play_round(rules, searcher, random, samples, 0.05);
    int sum = 0;
    for (const Sample& sample : samples) sum = (31 * sum + sample.value()) % 1000003;
    return sum;
}

bool self_play_repeats(const Rules& rules, const char* weights) {
    std::ifstream file(weights, std::ios::binary);
    std::vector<std::uint8_t> bytes{std::istreambuf_iterator<char>(file), {}};
    LearnedEvaluation learned{Network::read(bytes.data(), bytes.size())};
    return self_played(rules, HandEvaluation{}) == self_played(rules, HandEvaluation{}) &&
           self_played(rules, learned) == self_played(rules, learned);
}

// Several threads share one table.
bool threads_agree_to_stop(const Rules& rules) {
    HandEvaluation hand;
    Thinker<HandEvaluation> thinker(rules, hand, 12);
    std::atomic<bool> stop{false};
    Position position = Position::start();
    Turns legal;
    legal_turns(position, legal);
    Budget budget;
    budget.nodes = 20000;
    std::vector<Turn> turns(legal.begin(), legal.end());
    return !thinker.think(position, turns, Goal{true, 3}, budget, stop, 2, 3, {0.9f, 0.9f}, [](const Thought&) {}).lines.empty();
}

}  // namespace

int main(int, char** words) {
    Rules kosmos, online{true, true, true, 5};
    std::printf("perft %llu\n", static_cast<unsigned long long>(perft(Round{kosmos, Position::start(), {}}, 2)));
    Random random(7);
    for (const Rules& rules : {kosmos, online}) {
        std::uint64_t listed = 0, turns = 0;
        long values = 0;
        for (int number = 0; number < 40; ++number) {
            Position position = Position::start();
            Deal deal = deal_at_random(position, random);
            turns += std::uint64_t(play_out(position, deal, rules, random));
            listed += stalled_round(rules, random);
            if (number < 10) values += solved_value(rules, random);
        }
        std::printf("turns %llu listed %llu values %ld\n", static_cast<unsigned long long>(turns),
                    static_cast<unsigned long long>(listed), values);
    }
    for (const Rules& rules : {kosmos, online})
        if (!searches_repeat(rules) || !self_play_repeats(rules, words[1]) || !threads_agree_to_stop(rules)) return 1;
    return 0;
}
