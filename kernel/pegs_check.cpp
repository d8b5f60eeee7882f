// A stand-alone run of the peg game's kernel for the sanitizers: random rounds, the search, the training.
// Built with -fsanitize=address,undefined by the tests; prints figures that must not change.
#include <cstdio>

#include "pegs_search.hpp"
#include "pegs_training.hpp"

using namespace tallyho::pegs;
using tallyho::Random;

namespace {

Network untaught(Random& random) {
    std::vector<float> weights(Network::WEIGHTS);
    for (float& weight : weights) weight = float(int(random.below(201)) - 100) / 1000;
    return Network(weights);
}

// A round of random plays; returns the legal plays that it had, and searches now and then.
std::uint64_t random_round(const Rules& rules, const Network& network, Random& random) {
    Search search(rules, network);
    std::atomic<bool> stop{false};
    std::uint64_t listed = 0;
    Position position = Position::start(rules);
    for (int event = 0; event < 2000 && !position.over(); ++event) {
        if (!position.numbers.any()) {
            int first = 1 + int(random.below(FACES)), second = 1 + int(random.below(FACES));
            throw_dice(rules, position, first, second);
            continue;
        }
        Plays plays = legal_plays(rules, position);
        listed += std::uint64_t(plays.count);
        if (event % 50 == 0) {
            search.begin(position);
            for (int depth = 2; depth <= Search::DEEPEST && search.deepen(stop, 1000); ++depth) {}
        }
        play(rules, position, plays.list[random.below(std::uint32_t(plays.count))]);
    }
    return listed;
}

}  // namespace

int main() {
    Random random(7);
    const Network network = untaught(random);
    Trainer trainer(network, 3);
    for (const Rules& rules : {Rules{}, Rules{8, PLAIN, true}, Rules{9, DOUBLE, false}, Rules{30, OPPOSITES, true}}) {
        std::uint64_t listed = 0;
        for (int number = 0; number < 4; ++number) listed += random_round(rules, network, random);
        trainer.round(rules, 0.02f, 0.6f);
        std::printf("holes %d listed %llu\n", rules.holes, static_cast<unsigned long long>(listed));
    }
    return 0;
}
