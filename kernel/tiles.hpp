// The tiles of the tile game (H2, H3) as small numbers.
#pragma once

#include <array>
#include <cstdint>

namespace tallyho {

// A face is what stands on a space. Hunters are four faces, one for each direction of the gun.
enum Face : std::uint8_t {
    EMPTY, FACE_DOWN, BEAR, FOX, LUMBERJACK,
    HUNTER_UP, HUNTER_RIGHT, HUNTER_DOWN, HUNTER_LEFT,
    PHEASANT, DUCK, TREE,
};
inline constexpr int FACES = 12;
inline constexpr char LETTERS[FACES + 1] = ".?BFL^>v<PDT";

// A kind is a row of H2, in the order of winnings and the bag: B F L H P D T.
enum Kind : std::uint8_t { KIND_BEAR, KIND_FOX, KIND_LUMBERJACK, KIND_HUNTER, KIND_PHEASANT, KIND_DUCK, KIND_TREE };
inline constexpr int KINDS = 7;
inline constexpr char KIND_LETTERS[KINDS + 1] = "BFLHPDT";
inline constexpr std::array<int, KINDS> COUNT{2, 6, 2, 8, 8, 7, 15};
inline constexpr std::array<int, KINDS> POINTS{10, 5, 5, 5, 3, 2, 2};

inline constexpr int BLUE = 0;
inline constexpr int BROWN = 1;

inline constexpr std::array<Kind, FACES> KIND_OF{
    KIND_TREE, KIND_TREE, KIND_BEAR, KIND_FOX, KIND_LUMBERJACK, KIND_HUNTER,
    KIND_HUNTER, KIND_HUNTER, KIND_HUNTER, KIND_PHEASANT, KIND_DUCK, KIND_TREE};

inline constexpr bool is_hunter(Face face) { return face >= HUNTER_UP && face <= HUNTER_LEFT; }
inline constexpr bool is_bird(Face face) { return face == PHEASANT || face == DUCK; }
inline constexpr bool is_slider(Face face) { return face == FOX || is_hunter(face) || is_bird(face); }

// The faces that a kind captures, as bits 1 << face (H2); the gun's direction is checked apart.
inline constexpr std::uint16_t faces(std::initializer_list<Face> list) {
    std::uint16_t bits = 0;
    for (Face face : list) bits |= std::uint16_t(1u << face);
    return bits;
}
inline constexpr std::uint16_t HUNTERS = faces({HUNTER_UP, HUNTER_RIGHT, HUNTER_DOWN, HUNTER_LEFT});
inline constexpr std::array<std::uint16_t, KINDS> PREY{
    std::uint16_t(HUNTERS | faces({LUMBERJACK})), faces({DUCK, PHEASANT}), faces({TREE}),
    faces({BEAR, FOX, DUCK, PHEASANT}), 0, 0, 0};

}  // namespace tallyho
