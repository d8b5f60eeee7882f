// What is told of a search: for each line the expected points, the winning chance and what follows.
#pragma once

#include "thinker.hpp"

namespace tallyho {

struct Event {
    Turn turn;
    Face face = EMPTY;  // what a turn-over most likely brings up
};

struct Line {
    float points;  // the expected final difference for the side to move
    float win;     // the chance to win the round, or the match if there is a lead, for the side to move
    std::vector<Event> events;
};

inline Face likeliest(const Position& position) {
    int best = KIND_BEAR;
    for (int kind = 0; kind < KINDS; ++kind)
        if (position.bag[kind] > position.bag[best]) best = kind;
    return best == KIND_HUNTER ? HUNTER_UP : best > KIND_HUNTER ? Face(best + 5) : Face(best + 2);
}
static_assert(KIND_TREE + 5 == TREE && KIND_LUMBERJACK + 2 == LUMBERJACK);

inline void play_event(Position& position, const Event& event, const Rules& rules) {
    if (kind_of(event.turn) == TURN_OVER) turn_over(position, origin_of(event.turn), event.face, rules);
    else play(position, event.turn, rules);
}

// What the table expects after a first turn; it ends where any turn-over would do.
template <class Evaluation>
std::vector<Event> follow(Search<Evaluation>& search, const Table& table, Position position, Turn turn, int most,
                          const Rules& rules) {
    std::vector<Event> events;
    while (true) {
        events.push_back({turn, kind_of(turn) == TURN_OVER ? likeliest(position) : EMPTY});
        play_event(position, events.back(), rules);
        if (int(events.size()) >= most || is_over(position, rules)) return events;
        Entry entry = table.find(search.key_of(position));
        Turns legal;
        legal_turns(position, legal);
        turn = entry.best;
        if (!entry.bound || std::find(legal.begin(), legal.end(), turn) == legal.end()) return events;
    }
}

// The difference that is worth as much as the value found, given how uncertain the position is.
inline float difference_of(int value, const Goal& goal, float spread) {
    float low = -400, high = 400;
    for (int step = 0; step < 30; ++step) {
        float middle = (low + high) / 2;
        (goal.worth(middle, spread) < value ? low : high) = middle;
    }
    return (low + high) / 2;
}

}  // namespace tallyho
