/* Search of Standoff: the compiled twin of search.py, which says what it does and why.
 *
 * A ground is what the player to move may claim, what the opponent may claim, and the spare moves that the player to
 * move has more than the opponent. Masks have eight bits a row on boards of every size. A ground is settled: spare
 * moves are counted, and taken out of the masks.
 */

#include <stdint.h>
#include <stdlib.h>
#include <time.h>

#define FIRST_COLUMN 0x0101010101010101ULL
#define LAST_COLUMN 0x8080808080808080ULL
#define WAYS 4 /* entries of the table in which a ground may be */
#define POSITIONS_BETWEEN_LOOKS_AT_THE_CLOCK 512

enum { LOST = 0, WON = 1, EXHAUSTED = -1 };

typedef struct {
    uint64_t own, opposing;
    int spare;
    int promise; /* how good it looks for the player to move */
} Ground;

/* What is known of a ground with any number of spare moves: the player to move wins from won_from on, and loses up to
 * lost_to. An entry is free if its effort, the positions that its search has visited, is zero. */
typedef struct {
    uint64_t own, opposing;
    uint32_t effort;
    int8_t won_from, lost_to;
} Entry;

typedef struct {
    int size;
    uint64_t entries; /* a power of two */
    uint64_t close[8];  /* for each symmetry, the cells that are or touch their own image */
    int64_t positions_left, visited;
    double end;
    Entry *table;
} Search;

static int count(uint64_t mask) {
#if defined(__POPCNT__) || defined(__aarch64__)
    return __builtin_popcountll(mask);
#else
    mask -= mask >> 1 & 0x5555555555555555ULL;
    mask = (mask & 0x3333333333333333ULL) + (mask >> 2 & 0x3333333333333333ULL);
    mask = (mask + (mask >> 4)) & 0x0F0F0F0F0F0F0F0FULL;
    return (int)(mask * 0x0101010101010101ULL >> 56);
#endif
}

static uint64_t touching(uint64_t mask) {
    uint64_t wide = mask | (mask & ~LAST_COLUMN) << 1 | (mask & ~FIRST_COLUMN) >> 1;
    return wide | wide << 8 | wide >> 8;
}

static uint64_t transposed(uint64_t mask) {
    uint64_t moved = (mask ^ mask >> 7) & 0x00AA00AA00AA00AAULL;
    mask ^= moved | moved << 7;
    moved = (mask ^ mask >> 14) & 0x0000CCCC0000CCCCULL;
    mask ^= moved | moved << 14;
    moved = (mask ^ mask >> 28) & 0x00000000F0F0F0F0ULL;
    return mask ^ (moved | moved << 28);
}

static uint64_t upside_down(uint64_t mask, int size) {
    mask = (mask >> 8 & 0x00FF00FF00FF00FFULL) | (mask & 0x00FF00FF00FF00FFULL) << 8;
    mask = (mask >> 16 & 0x0000FFFF0000FFFFULL) | (mask & 0x0000FFFF0000FFFFULL) << 16;
    return (mask >> 32 | mask << 32) >> 8 * (8 - size);
}

static uint64_t mirrored(uint64_t mask, int size) {
    mask = (mask >> 1 & 0x5555555555555555ULL) | (mask & 0x5555555555555555ULL) << 1;
    mask = (mask >> 2 & 0x3333333333333333ULL) | (mask & 0x3333333333333333ULL) << 2;
    mask = (mask >> 4 & 0x0F0F0F0F0F0F0F0FULL) | (mask & 0x0F0F0F0F0F0F0F0FULL) << 4;
    return mask >> (8 - size);
}

/* The eight images of a mask. Number 0 is the mask itself, 5 and 6 are the quarter turns; all others are their own
 * inverse. */
static void images(uint64_t mask, int size, uint64_t of[8]) {
    uint64_t diagonal = transposed(mask);
    of[0] = mask;
    of[1] = mirrored(mask, size);
    of[2] = upside_down(mask, size);
    of[3] = upside_down(of[1], size);
    of[4] = diagonal;
    of[5] = mirrored(diagonal, size);
    of[6] = upside_down(diagonal, size);
    of[7] = upside_down(of[5], size);
}

static Ground settled(uint64_t own, uint64_t opposing, int spare) {
    uint64_t own_spare = own & ~touching(opposing), opposing_spare = opposing & ~touching(own);
    Ground ground = {own ^ own_spare, opposing ^ opposing_spare, 0, 0};
    ground.spare = spare + count(own_spare) - count(opposing_spare);
    return ground;
}

/* The entry of a ground, or the one to replace: a free one, or that of the least effort. */
static Entry *entry_of(Search *search, uint64_t own, uint64_t opposing, int *is_known) {
    uint64_t hash = own * 0x9E3779B97F4A7C15ULL;
    hash = ((hash ^ hash >> 32) + opposing) * 0xD6E8FEB86659FD93ULL;
    hash = (hash ^ hash >> 29) * 0xBF58476D1CE4E5B9ULL;
    Entry *first = search->table + ((hash ^ hash >> 32) & (search->entries - WAYS)), *least = first;
    for (int way = 0; way < WAYS; way++) {
        Entry *entry = first + way;
        if (entry->effort && entry->own == own && entry->opposing == opposing) {
            *is_known = 1;
            return entry;
        }
        if (entry->effort < least->effort)
            least = entry;
    }
    *is_known = 0;
    return least;
}

static void note(Search *search, uint64_t own, uint64_t opposing, int spare, int value, int64_t effort) {
    int is_known;
    Entry *entry = entry_of(search, own, opposing, &is_known);
    uint32_t most = effort > UINT32_MAX ? UINT32_MAX : (uint32_t)effort;
    if (!is_known) {
        Entry fresh = {own, opposing, most, INT8_MAX, INT8_MIN};
        *entry = fresh;
    } else if (most > entry->effort) {
        entry->effort = most;
    }
    if (value == WON && spare < entry->won_from)
        entry->won_from = (int8_t)spare;
    if (value == LOST && spare > entry->lost_to)
        entry->lost_to = (int8_t)spare;
}

/* The value of a ground by the two bounds, or EXHAUSTED if they do not tell. */
static int by_bounds(const Ground *ground) {
    if (!ground->own)
        return ground->spare > 0;
    if (ground->spare >= count(ground->opposing))
        return WON;
    return ground->spare + count(ground->own) < 1 ? LOST : EXHAUSTED;
}

static double seconds_used(void) {
    struct timespec used;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &used);
    return (double)used.tv_sec + 1e-9 * (double)used.tv_nsec;
}

/* Pay for visiting a position. False if nothing is left. */
static int spend(Search *search) {
    if (search->positions_left <= 0)
        return 0;
    search->positions_left--;
    if (++search->visited % POSITIONS_BETWEEN_LOOKS_AT_THE_CLOCK == 0 && seconds_used() >= search->end)
        search->positions_left = 0;
    return 1;
}

static int value_of(Search *search, const Ground *ground);

static int by_search(Search *search, const Ground *ground) {
    Ground after[64];
    int found = 0;
    for (uint64_t rest = ground->own; rest; rest &= rest - 1) {
        uint64_t cell = rest & -rest;
        Ground next = settled(ground->opposing & ~touching(cell), ground->own & ~cell, -ground->spare);
        int value = by_bounds(&next), place = found;
        if (value == LOST)
            return WON;
        if (value == WON)
            continue;
        next.promise = 3 * next.spare + count(next.own) - count(next.opposing);
        for (found++; place && after[place - 1].promise > next.promise; place--)
            after[place] = after[place - 1];
        after[place] = next;
    }
    for (int place = 0; place < found; place++) {
        int value = value_of(search, after + place);
        if (value != WON)
            return value == LOST ? WON : EXHAUSTED;
    }
    if (ground->spare <= 0)
        return LOST;
    Ground without = {ground->opposing, ground->own, 1 - ground->spare, 0};
    int value = value_of(search, &without);
    return value == EXHAUSTED ? EXHAUSTED : !value;
}

/* Whether the opponent can answer each claim with its image. */
static int is_mirrored(const Search *search, const Ground *ground, const uint64_t images_of_own[8]) {
    for (int image = 1; image < 8; image++) {
        uint64_t missing = images_of_own[image] & ~ground->opposing;
        if (image == 5 || image == 6 || ground->own & search->close[image])
            continue;
        if (!missing || (ground->spare + count(missing) <= 0 && !(touching(missing) & ground->own)))
            return 1;
    }
    return 0;
}

static int value_of(Search *search, const Ground *ground) {
    int value = by_bounds(ground), least = 0, is_known;
    if (value != EXHAUSTED)
        return value;
    uint64_t own[8], opposing[8];
    images(ground->own, search->size, own);
    images(ground->opposing, search->size, opposing);
    for (int image = 1; image < 8; image++)
        if (own[image] < own[least] || (own[image] == own[least] && opposing[image] < opposing[least]))
            least = image;
    Entry *entry = entry_of(search, own[least], opposing[least], &is_known);
    if (is_known && ground->spare >= entry->won_from)
        return WON;
    if (is_known && ground->spare <= entry->lost_to)
        return LOST;
    if (ground->spare <= 0 && is_mirrored(search, ground, own))
        return LOST;
    int64_t before = search->visited;
    if (!spend(search))
        return EXHAUSTED;
    value = by_search(search, ground);
    if (value != EXHAUSTED)
        note(search, own[least], opposing[least], ground->spare, value, search->visited - before);
    return value;
}

/* Return a search with an empty table of this many entries, a power of two; NULL without memory for it. */
Search *standoff_open(int size, uint64_t entries) {
    Search *search = calloc(1, sizeof(Search));
    if (!search)
        return NULL;
    search->size = size;
    search->entries = entries;
    search->table = calloc(entries, sizeof(Entry));
    if (!search->table) {
        free(search);
        return NULL;
    }
    for (int row = 0; row < size; row++)
        for (int column = 0; column < size; column++) {
            uint64_t cell = 1ULL << (8 * row + column), of[8];
            images(cell, size, of);
            for (int image = 1; image < 8; image++)
                if (of[image] & touching(cell))
                    search->close[image] |= cell;
        }
    return search;
}

void standoff_close(Search *search) {
    free(search->table);
    free(search);
}

/* Return 1 if the player to move wins, 0 if not, and -1 if positions or seconds of this thread's processor time run out
 * first. The positions visited are subtracted from positions. */
int standoff_wins(Search *search, uint64_t own, uint64_t opposing, int spare, int64_t *positions, double seconds) {
    Ground ground = settled(own, opposing, spare);
    int64_t before = search->visited;
    search->positions_left = seconds > 0 ? *positions : 0;
    search->end = seconds_used() + seconds;
    int value = value_of(search, &ground);
    *positions -= search->visited - before;
    return value;
}
