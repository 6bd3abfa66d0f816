/* The dive: propagation and search on bitsets of candidates. Knows slots, letters and words as numbers only.
 *
 * A puzzle is a set of letter variables (a mask of up to 64 letter codes each) and slots (a sequence of variables and
 * a domain of candidate words each). Propagation keeps the slots generalised arc consistent, as compact tables do
 * (Demeulenaere et al., CP 2016): a domain is a bitset over the words of its length while it is large and a list of
 * rows once it is small. Search branches two ways on a word of a slot, or on a letter of a variable. All arithmetic
 * that steers the search is on integers, or on doubles with + * / alone, so that a seed gives one answer everywhere.
 */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#ifdef _WIN32
#define EXPORT __declspec(dllexport)
#else
#define EXPORT __attribute__((visibility("default")))
#endif

#define LETTERS 64
#define FIXED 256 /* one unit of log2 in the ordering's fixed-point numbers */
#define NOISE 4096

typedef uint64_t u64;
typedef int32_t i32;

enum { MORE, SOLVED, EXHAUSTED, NO_MEMORY };

typedef struct {
    i32 length, count, words64; /* words of this length, and 64-bit units of a bitset over them */
    i32 base;                   /* number of the first word of this class among all words */
    const uint8_t *letters;     /* count x length, row by row */
    u64 *support;               /* length x LETTERS bitsets: the words with that letter in that place */
    u64 *low;                   /* words that score below the limit of the low rule, or NULL */
    i32 *by_score;              /* rows from the highest score down, or NULL without a rule on the total */
} Class;

typedef struct {
    int64_t at;  /* where its bitset or list starts in the arena */
    i32 count;   /* candidates left */
    i32 listed;  /* 1: a list of rows, 0: a bitset */
} Domain;

typedef struct {
    i32 length, cls, first; /* first: index of its first position among all positions */
    double weight;
} Slot;

typedef struct { i32 slot; Domain old; u64 stamp; } DomainTrail;
typedef struct { i32 var; u64 old; } MaskTrail;

typedef struct {
    i32 kind;              /* 0: slot = word, 1: variable = letter, 2: assumptions */
    i32 what, value;
    i32 domain_mark, mask_mark;
    int64_t arena_mark;
    u64 stamp;
} Level;

typedef struct {
    i32 list_below;        /* domains up to this size are lists */
    i32 letter_branching;  /* 1: branch on letters, 0: on words, 2: on letters after every other restart */
    i32 noise;             /* scale of the Gumbel noise, FIXED = 1 */
    i32 score_weight;      /* FIXED = one log2 unit a point of score */
    i32 restart_first;     /* failures before the first restart; 0: never restart */
    double restart_growth; /* of the failures allowed to the next run that branches on words */
    double letter_growth;  /* the same for runs that branch on letters, which prove more */
    double weight_decay;   /* weights are multiplied by this at each restart */
    i32 distinct;          /* 1: no two slots hold the same word */
    i32 max_low;           /* at most that many low entries; -1: no such rule */
    u64 required;          /* letters that must appear somewhere */
    i32 learn;             /* 0: weights stay, so that decisions depend on the path alone (see kernel_seek) */
    i32 max_same;          /* at most that many slots have the same word as in each earlier fill */
    i32 has_min_total;
    int64_t min_total;     /* the scores of all slots add up to at least this */
} Params;

typedef struct {
    u64 nodes, failures, restarts, revisions, solutions, depth;
} Counts;

typedef struct Kernel {
    i32 nvars, nslots, nclasses, npositions;
    Class *cls;
    Slot *slot;
    i32 *pos_var;          /* variable of each position */
    i32 *pos_other;        /* the position of the other slot through the same variable, or -1 */
    i32 *pos_slot;         /* slot of each position */
    u64 *delta;            /* per position: letters lost since the slot was last revised */
    i32 *residue;          /* per position and letter: where its last support was */
    u64 *mask, *mask_stamp;
    i32 *var_pos;          /* per variable: its two positions, or -1 */
    Domain *dom;
    u64 *dom_stamp, *dirty; /* dirty: 1 when candidates were taken away from outside */
    u64 *arena; int64_t arena_top, arena_size;
    DomainTrail *dtrail; i32 dtop, dsize;
    MaskTrail *mtrail; i32 mtop, msize;
    Level *level; i32 depth, level_size;
    i32 base;              /* depth of the assumptions, below which nothing is taken back */
    u64 stamp;
    i32 *queue, qhead, qcount; uint8_t *queued;
    i32 *decided, ndecided; uint8_t *done;
    i32 *group_of_off, *group_of, *member_off, *member; i32 ngroups;
    i32 *place; i32 nplace;
    i32 *earlier; i32 nearlier; /* rows of the slots of earlier fills */
    const int16_t *scores;
    Params p;
    Counts counts;
    u64 rng;
    i32 noise_table[NOISE];
    i32 log_table[1 << 12];
    double restart_limit[2]; u64 failures_at_restart; /* of runs that branch on words, on letters */
    i32 rooted, impossible; /* whether the root was propagated before assumptions, and left nothing */
    i32 conflict_slot, state, out_of_memory;
    u64 *tmp;
    i32 *best;             /* per slot: highest score left, for the rule on the total */
    i32 *found;            /* rows of a fill that is only counted */
    i32 *letter_count; /* per position of one slot: logs of the crossing candidates by letter */
} Kernel;

/* ---- integer logarithm and random numbers ---- */

static i32 log2_fixed(u64 x) {
    /* log2(x) in units of 1/FIXED, bit by bit, so that every machine agrees. */
    if (x == 0) return -1000 * FIXED;
    int top = 63 - __builtin_clzll(x);
    u64 m = top <= 31 ? x << (31 - top) : x >> (top - 31);
    i32 result = top * FIXED;
    for (i32 bit = FIXED / 2; bit; bit >>= 1) {
        m = (m * m) >> 31;
        if (m >> 32) { result += bit; m >>= 1; }
    }
    return result;
}

static i32 log_of(const Kernel *k, u64 x) { return x < (1 << 12) ? k->log_table[x] : log2_fixed(x); }

static u64 next_random(Kernel *k) { /* splitmix64 */
    u64 z = (k->rng += 0x9e3779b97f4a7c15ULL);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ULL;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebULL;
    return z ^ (z >> 31);
}

static void fill_tables(Kernel *k) {
    for (i32 i = 0; i < (1 << 12); i++) k->log_table[i] = log2_fixed(i);
    for (i32 i = 0; i < NOISE; i++) { /* quantiles of the Gumbel distribution, base 2 */
        i32 e = log2_fixed(2 * NOISE) - log2_fixed(2 * i + 1); /* -log2(u), in 1/FIXED */
        k->noise_table[i] = log2_fixed(FIXED) - log2_fixed((u64)e);
    }
}

/* ---- memory ---- */

static int64_t arena_take(Kernel *k, int64_t units) {
    if (k->arena_top + units > k->arena_size) {
        int64_t size = k->arena_size * 2 + units;
        u64 *more = realloc(k->arena, (size_t)size * sizeof(u64));
        if (!more) { k->out_of_memory = 1; return 0; }
        k->arena = more;
        k->arena_size = size;
    }
    int64_t at = k->arena_top;
    k->arena_top += units;
    return at;
}

static void save_domain(Kernel *k, i32 s) {
    if (k->dtop == k->dsize) {
        DomainTrail *more = realloc(k->dtrail, sizeof(DomainTrail) * (size_t)k->dsize * 2);
        if (!more) { k->out_of_memory = 1; return; }
        k->dtrail = more;
        k->dsize *= 2;
    }
    k->dtrail[k->dtop++] = (DomainTrail){s, k->dom[s], k->dom_stamp[s]};
}

static void save_mask(Kernel *k, i32 v) {
    if (k->mask_stamp[v] == k->stamp) return;
    if (k->mtop == k->msize) {
        MaskTrail *more = realloc(k->mtrail, sizeof(MaskTrail) * (size_t)k->msize * 2);
        if (!more) { k->out_of_memory = 1; return; }
        k->mtrail = more;
        k->msize *= 2;
    }
    k->mtrail[k->mtop++] = (MaskTrail){v, k->mask[v]};
    k->mask_stamp[v] = k->stamp;
}

/* ---- propagation ---- */

static void enqueue(Kernel *k, i32 s) {
    if (k->queued[s]) return;
    k->queued[s] = 1;
    i32 at = k->qhead + k->qcount++;
    k->queue[at >= k->nslots ? at - k->nslots : at] = s;
}

static void clear_queue(Kernel *k) {
    while (k->qcount) {
        i32 s = k->queue[k->qhead];
        k->qhead = k->qhead + 1 == k->nslots ? 0 : k->qhead + 1;
        k->qcount--;
        k->queued[s] = 0;
        k->dirty[s] = 0;
        memset(k->delta + k->slot[s].first, 0, sizeof(u64) * (size_t)k->slot[s].length);
    }
    k->ndecided = 0;
}

static void narrow(Kernel *k, i32 v, u64 left, i32 from) {
    /* Leaves only the letters `left` in a variable and tells the slots through it, but not slot `from`. */
    u64 lost = k->mask[v] & ~left;
    if (!lost) return;
    save_mask(k, v);
    k->mask[v] &= left;
    for (int i = 0; i < 2; i++) {
        i32 p = k->var_pos[2 * v + i];
        if (p >= 0 && k->pos_slot[p] != from) {
            k->delta[p] |= lost;
            enqueue(k, k->pos_slot[p]);
        }
    }
}

static u64 *support_of(const Class *c, i32 p, i32 letter) {
    return c->support + ((int64_t)p * LETTERS + letter) * c->words64;
}

static int contains(const Kernel *k, i32 s, i32 row) {
    const Domain *d = &k->dom[s];
    if (!d->listed) return (k->arena[d->at + row / 64] >> (row % 64)) & 1;
    const i32 *list = (const i32 *)(k->arena + d->at);
    i32 lo = 0, hi = d->count;
    while (lo < hi) {
        i32 mid = (lo + hi) / 2;
        if (list[mid] < row) lo = mid + 1; else hi = mid;
    }
    return lo < d->count && list[lo] == row;
}

/* A copy of the slot's domain that this level may change in place. */
static void own_domain(Kernel *k, i32 s) {
    if (k->dom_stamp[s] == k->stamp) return;
    Domain *d = &k->dom[s];
    save_domain(k, s);
    int64_t units = d->listed ? (d->count + 1) / 2 : k->cls[k->slot[s].cls].words64;
    int64_t at = arena_take(k, units);
    if (k->out_of_memory) return;
    memcpy(k->arena + at, k->arena + d->at, (size_t)units * sizeof(u64));
    d->at = at;
    k->dom_stamp[s] = k->stamp;
}

static void remove_row(Kernel *k, i32 s, i32 row) {
    own_domain(k, s);
    if (k->out_of_memory) return;
    Domain *d = &k->dom[s];
    if (!d->listed) {
        k->arena[d->at + row / 64] &= ~(1ULL << (row % 64));
    } else {
        i32 *list = (i32 *)(k->arena + d->at), i = 0;
        while (list[i] != row) i++;
        memmove(list + i, list + i + 1, sizeof(i32) * (size_t)(d->count - i - 1));
    }
    d->count--;
    k->dirty[s] = 1;
    enqueue(k, s);
}

static i32 only_row(const Kernel *k, i32 s) {
    const Domain *d = &k->dom[s];
    if (d->listed) return ((const i32 *)(k->arena + d->at))[0];
    for (i32 w = 0;; w++)
        if (k->arena[d->at + w]) return w * 64 + __builtin_ctzll(k->arena[d->at + w]);
}

static i32 and_count(u64 *restrict bits, const u64 *restrict other, i32 n, u64 flip) {
    i32 count = 0;
    for (i32 i = 0; i < n; i++) {
        bits[i] &= other[i] ^ flip;
        count += __builtin_popcountll(bits[i]);
    }
    return count;
}

/* Removes from a bitset the words whose letter in the place has gone. */
static i32 filter_bits(Kernel *k, u64 *bits, const Class *c, i32 place, u64 lost, u64 kept, i32 count) {
    i32 n = c->words64;
    if (__builtin_popcountll(lost) < __builtin_popcountll(kept)) {
        for (; lost; lost &= lost - 1)
            count = and_count(bits, support_of(c, place, __builtin_ctzll(lost)), n, ~0ULL);
        return count;
    }
    const u64 *any = support_of(c, place, __builtin_ctzll(kept));
    kept &= kept - 1;
    if (kept) {
        memcpy(k->tmp, any, sizeof(u64) * (size_t)n);
        for (; kept; kept &= kept - 1) {
            const u64 *more = support_of(c, place, __builtin_ctzll(kept));
            for (i32 i = 0; i < n; i++) k->tmp[i] |= more[i];
        }
        any = k->tmp;
    }
    return and_count(bits, any, n, 0);
}

static void to_list(Kernel *k, i32 s) {
    /* In place: only called when the list is no longer than the bitset. */
    Domain *d = &k->dom[s];
    i32 n = k->cls[k->slot[s].cls].words64, found = 0;
    i32 *list = (i32 *)k->tmp;
    for (i32 w = 0; w < n; w++)
        for (u64 x = k->arena[d->at + w]; x; x &= x - 1) list[found++] = w * 64 + __builtin_ctzll(x);
    memcpy(k->arena + d->at, list, sizeof(i32) * (size_t)found);
    d->listed = 1;
}

static void support_from_list(Kernel *k, i32 s, u64 *found) {
    const Slot *sl = &k->slot[s];
    const Class *c = &k->cls[sl->cls];
    const Domain *d = &k->dom[s];
    const i32 *list = (const i32 *)(k->arena + d->at);
    for (i32 p = 0; p < sl->length; p++) found[p] = 0;
    for (i32 i = 0; i < d->count; i++) {
        const uint8_t *row = c->letters + (int64_t)list[i] * sl->length;
        for (i32 p = 0; p < sl->length; p++) found[p] |= 1ULL << row[p];
    }
}

static void support_from_bits(Kernel *k, i32 s, u64 *found) {
    const Slot *sl = &k->slot[s];
    const Class *c = &k->cls[sl->cls];
    const u64 *bits = k->arena + k->dom[s].at;
    i32 n = c->words64;
    for (i32 p = 0; p < sl->length; p++) {
        i32 at = sl->first + p;
        found[p] = 0;
        if (k->pos_other[at] < 0 && !k->p.required) { found[p] = ~0ULL; continue; }
        for (u64 m = k->mask[k->pos_var[at]]; m; m &= m - 1) {
            i32 letter = __builtin_ctzll(m);
            const u64 *sup = support_of(c, p, letter);
            i32 *res = &k->residue[(int64_t)at * LETTERS + letter];
            if (!(bits[*res] & sup[*res])) {
                i32 w = 0;
                while (w < n && !(bits[w] & sup[w])) w++;
                if (w == n) continue;
                *res = w;
            }
            found[p] |= 1ULL << letter;
        }
    }
}

static int filter_slot(Kernel *k, i32 s) {
    /* Applies the letters lost since the last revision to the domain; 0 when nothing is left. */
    const Slot *sl = &k->slot[s];
    const Class *c = &k->cls[sl->cls];
    u64 *delta = k->delta + sl->first;
    Domain *d = &k->dom[s];
    i32 before = d->count;
    own_domain(k, s);
    if (k->out_of_memory) return 0;
    if (!d->listed) {
        u64 *bits = k->arena + d->at;
        for (i32 p = 0; p < sl->length && d->count; p++)
            if (delta[p]) d->count = filter_bits(k, bits, c, p, delta[p], k->mask[k->pos_var[sl->first + p]], d->count);
        if (d->count && d->count <= k->p.list_below && (d->count + 1) / 2 <= c->words64) to_list(k, s);
    } else {
        i32 *list = (i32 *)(k->arena + d->at), kept = 0, places[LETTERS * 2], np = 0;
        for (i32 p = 0; p < sl->length; p++) if (delta[p]) places[np++] = p;
        for (i32 i = 0; i < d->count; i++) {
            const uint8_t *row = c->letters + (int64_t)list[i] * sl->length;
            i32 ok = 1;
            for (i32 j = 0; j < np; j++) ok &= (i32)(~(delta[places[j]] >> row[places[j]]) & 1);
            list[kept] = list[i];
            kept += ok;
        }
        d->count = kept;
    }
    if (d->count != before) k->dirty[s] = 1;
    return d->count > 0;
}

static int revise(Kernel *k, i32 s) {
    const Slot *sl = &k->slot[s];
    u64 *delta = k->delta + sl->first;
    u64 any = 0;
    k->counts.revisions++;
    for (i32 p = 0; p < sl->length; p++) any |= delta[p];
    int alive = k->dom[s].count > 0 && (!any || filter_slot(k, s));
    memset(delta, 0, sizeof(u64) * (size_t)sl->length);
    u64 changed = k->dirty[s];
    k->dirty[s] = 0;
    if (!alive) return 0;
    if (!changed) return 1;
    u64 found[LETTERS * 2];
    if (k->dom[s].listed) support_from_list(k, s, found); else support_from_bits(k, s, found);
    for (i32 p = 0; p < sl->length; p++) narrow(k, k->pos_var[sl->first + p], found[p], s);
    if (k->dom[s].count == 1) k->decided[k->ndecided++] = s;
    return 1;
}

static int forbid(Kernel *k, i32 s, i32 row) {
    /* The word of a decided slot is taken from slot s; 0 when s has nothing else. */
    if (!contains(k, s, row)) return 1;
    if (k->dom[s].count == 1) { k->conflict_slot = s; return 0; }
    remove_row(k, s, row);
    return 1;
}

static int exclude_rivals(Kernel *k, i32 s) {
    i32 row = only_row(k, s), cls = k->slot[s].cls;
    if (k->p.distinct)
        for (i32 t = 0; t < k->nslots; t++)
            if (t != s && k->slot[t].cls == cls && !forbid(k, t, row)) return 0;
    if (!k->ngroups) return 1;
    i32 word = k->cls[cls].base + row;
    for (i32 g = k->group_of_off[word]; g < k->group_of_off[word + 1]; g++) {
        i32 group = k->group_of[g];
        for (i32 m = k->member_off[group]; m < k->member_off[group + 1]; m++)
            for (i32 t = 0; t < k->nslots; t++) {
                i32 rival = k->member[m] - k->cls[k->slot[t].cls].base;
                if (t != s && rival >= 0 && rival < k->cls[k->slot[t].cls].count && !forbid(k, t, rival)) return 0;
            }
    }
    return 1;
}

/* ---- rules on the whole grid ---- */

static i32 count_low(const Kernel *k, i32 s) {
    const Domain *d = &k->dom[s];
    const Class *c = &k->cls[k->slot[s].cls];
    i32 low = 0;
    if (d->listed) {
        const i32 *list = (const i32 *)(k->arena + d->at);
        for (i32 i = 0; i < d->count; i++) low += (i32)((c->low[list[i] / 64] >> (list[i] % 64)) & 1);
    } else {
        for (i32 w = 0; w < c->words64; w++) low += __builtin_popcountll(k->arena[d->at + w] & c->low[w]);
    }
    return low;
}

static int keep_few_low(Kernel *k) {
    i32 forced = 0;
    for (i32 s = 0; s < k->nslots; s++) forced += count_low(k, s) == k->dom[s].count;
    if (forced < k->p.max_low) return 1;
    if (forced > k->p.max_low) return 0;
    for (i32 s = 0; s < k->nslots; s++) {
        i32 low = count_low(k, s);
        if (!low || low == k->dom[s].count) continue;
        const Class *c = &k->cls[k->slot[s].cls];
        for (i32 row = 0; row < c->count; row++)
            if (((c->low[row / 64] >> (row % 64)) & 1) && contains(k, s, row)) remove_row(k, s, row);
    }
    return 1;
}

static int keep_required(Kernel *k) {
    for (u64 m = k->p.required; m; m &= m - 1) {
        u64 letter = m & -m;
        i32 homes = 0, home = -1;
        for (i32 v = 0; v < k->nvars && homes < 2; v++)
            if (k->mask[v] & letter) { homes++; home = v; }
        if (!homes) return 0;
        if (homes == 1) narrow(k, home, letter, -1);
    }
    return 1;
}

static void assign_row(Kernel *k, i32 s, i32 row) {
    Domain *d = &k->dom[s];
    if (d->count == 1) return;
    if (k->dom_stamp[s] != k->stamp) {
        save_domain(k, s);
        d->at = arena_take(k, 1);
        if (k->out_of_memory) return;
        k->dom_stamp[s] = k->stamp;
    }
    d->listed = 1;
    d->count = 1;
    *(i32 *)(k->arena + d->at) = row;
    k->dirty[s] = 1;
    enqueue(k, s);
}

static int keep_placed(Kernel *k) {
    for (i32 i = 0; i < k->nplace; i++) {
        i32 homes = 0, home = -1, row = 0;
        for (i32 s = 0; s < k->nslots && homes < 2; s++) {
            const Class *c = &k->cls[k->slot[s].cls];
            i32 r = k->place[i] - c->base;
            if (r >= 0 && r < c->count && contains(k, s, r)) { homes++; home = s; row = r; }
        }
        if (!homes) return 0;
        if (homes == 1) assign_row(k, home, row);
    }
    return 1;
}

static int keep_different(Kernel *k) {
    for (i32 i = 0; i < k->nearlier; i++) {
        const i32 *row = k->earlier + (int64_t)i * k->nslots;
        i32 same = 0;
        for (i32 s = 0; s < k->nslots; s++) same += k->dom[s].count == 1 && only_row(k, s) == row[s];
        if (same > k->p.max_same) return 0;
        if (same == k->p.max_same)
            for (i32 s = 0; s < k->nslots; s++)
                if (k->dom[s].count > 1 && contains(k, s, row[s])) remove_row(k, s, row[s]);
    }
    return 1;
}

static i32 best_score(const Kernel *k, i32 s) {
    const Domain *d = &k->dom[s];
    const Class *c = &k->cls[k->slot[s].cls];
    const int16_t *score = k->scores + c->base;
    if (!d->listed) {
        i32 i = 0;
        while (!contains(k, s, c->by_score[i])) i++;
        return score[c->by_score[i]];
    }
    const i32 *list = (const i32 *)(k->arena + d->at);
    i32 best = score[list[0]];
    for (i32 i = 1; i < d->count; i++) if (score[list[i]] > best) best = score[list[i]];
    return best;
}

static int keep_total(Kernel *k) {
    /* The sum of the best scores is a bound; a word that would bring it below the least total goes. */
    int64_t slack = -k->p.min_total;
    for (i32 s = 0; s < k->nslots; s++) slack += k->best[s] = best_score(k, s);
    if (slack < 0) return 0;
    for (i32 s = 0; s < k->nslots; s++) {
        Domain *d = &k->dom[s];
        if (!d->listed || d->count == 1) continue;
        const int16_t *score = k->scores + k->cls[k->slot[s].cls].base;
        for (i32 i = d->count - 1; i >= 0; i--) {
            i32 row = ((const i32 *)(k->arena + d->at))[i];
            if (k->best[s] - score[row] > slack) remove_row(k, s, row);
        }
    }
    return 1;
}

static int keep_rules(Kernel *k) {
    return (!k->nplace || keep_placed(k)) && (!k->p.required || keep_required(k))
        && (k->p.max_low < 0 || keep_few_low(k)) && (!k->nearlier || keep_different(k))
        && (!k->p.has_min_total || keep_total(k));
}

static int propagate(Kernel *k) {
    k->conflict_slot = -1;
    for (;;) {
        while (k->qcount) {
            i32 s = k->queue[k->qhead];
            k->qhead = k->qhead + 1 == k->nslots ? 0 : k->qhead + 1;
            k->qcount--;
            k->queued[s] = 0;
            if (!revise(k, s)) { k->conflict_slot = s; return 0; }
        }
        if (k->ndecided) {
            i32 s = k->decided[--k->ndecided];
            if (!exclude_rivals(k, s)) return 0;
            continue;
        }
        if (!keep_rules(k)) return 0;
        if (!k->qcount) return !k->out_of_memory;
    }
}

/* ---- search ---- */

static void push_level(Kernel *k, i32 kind, i32 what, i32 value) {
    if (k->depth == k->level_size) {
        Level *more = realloc(k->level, sizeof(Level) * (size_t)k->level_size * 2);
        if (!more) { k->out_of_memory = 1; return; }
        k->level = more;
        k->level_size *= 2;
    }
    Level *l = &k->level[k->depth++];
    *l = (Level){kind, what, value, k->dtop, k->mtop, k->arena_top, k->stamp};
    k->stamp = ++k->counts.nodes;
    if ((u64)k->depth > k->counts.depth) k->counts.depth = (u64)k->depth;
}

static Level pop_level(Kernel *k) {
    Level l = k->level[--k->depth];
    while (k->dtop > l.domain_mark) {
        DomainTrail *t = &k->dtrail[--k->dtop];
        k->dom[t->slot] = t->old;
        k->dom_stamp[t->slot] = t->stamp;
    }
    while (k->mtop > l.mask_mark) {
        MaskTrail *t = &k->mtrail[--k->mtop];
        k->mask[t->var] = t->old;
        k->mask_stamp[t->var] = 0; /* saved again if it changes: correct, if not minimal */
    }
    k->arena_top = l.arena_mark;
    k->stamp = l.stamp;
    return l;
}

static void count_letters(Kernel *k, i32 at, i32 *out) {
    /* Logs of how many candidates of the slot have each letter in that position. */
    i32 s = k->pos_slot[at], place = at - k->slot[s].first;
    const Class *c = &k->cls[k->slot[s].cls];
    const Domain *d = &k->dom[s];
    for (i32 i = 0; i < LETTERS; i++) out[i] = 0;
    if (d->listed) {
        const i32 *list = (const i32 *)(k->arena + d->at);
        for (i32 i = 0; i < d->count; i++) out[c->letters[(int64_t)list[i] * c->length + place]]++;
    } else {
        for (u64 m = k->mask[k->pos_var[at]]; m; m &= m - 1) {
            i32 letter = __builtin_ctzll(m), count = 0;
            const u64 *sup = support_of(c, place, letter), *bits = k->arena + d->at;
            for (i32 w = 0; w < c->words64; w++) count += __builtin_popcountll(bits[w] & sup[w]);
            out[letter] = count;
        }
    }
    for (i32 i = 0; i < LETTERS; i++) out[i] = log_of(k, (u64)out[i]);
}

static i32 noise(Kernel *k) { return (i32)(((int64_t)k->noise_table[next_random(k) % NOISE] * k->p.noise) / FIXED); }

static i32 choose_row(Kernel *k, i32 s) {
    const Slot *sl = &k->slot[s];
    const Class *c = &k->cls[sl->cls];
    i32 open[LETTERS * 2], nopen = 0;
    for (i32 p = 0; p < sl->length; p++) {
        i32 other = k->pos_other[sl->first + p];
        u64 m = k->mask[k->pos_var[sl->first + p]];
        if (other >= 0 && (m & (m - 1))) {
            count_letters(k, other, k->letter_count + (int64_t)nopen * LETTERS);
            open[nopen++] = p;
        }
    }
    const Domain *d = &k->dom[s];
    const i32 *list = (const i32 *)(k->arena + d->at);
    i32 best = -1;
    int64_t best_value = INT64_MIN;
    i32 w = 0, i = 0;
    u64 bits = d->listed ? 0 : k->arena[d->at];
    for (i32 n = 0; n < d->count; n++) {
        i32 row;
        if (d->listed) row = list[i++];
        else {
            while (!bits) bits = k->arena[d->at + ++w];
            row = w * 64 + __builtin_ctzll(bits);
            bits &= bits - 1;
        }
        const uint8_t *letters = c->letters + (int64_t)row * sl->length;
        int64_t value = noise(k) + (int64_t)k->p.score_weight * k->scores[c->base + row];
        for (i32 j = 0; j < nopen; j++) value += k->letter_count[(int64_t)j * LETTERS + letters[open[j]]];
        if (value > best_value) { best_value = value; best = row; }
    }
    return best;
}

static i32 choose_slot(Kernel *k) {
    i32 best = -1;
    double best_value = 0;
    for (i32 s = 0; s < k->nslots; s++) {
        if (k->dom[s].count == 1) continue;
        double value = k->dom[s].count / k->slot[s].weight;
        if (best < 0 || value < best_value) { best = s; best_value = value; }
    }
    return best;
}

static i32 choose_var(Kernel *k) {
    i32 best = -1;
    double best_value = 0;
    for (i32 v = 0; v < k->nvars; v++) {
        u64 m = k->mask[v];
        i32 a = k->var_pos[2 * v], b = k->var_pos[2 * v + 1];
        if (!(m & (m - 1)) || b < 0) continue;
        double value = __builtin_popcountll(m) / (k->slot[k->pos_slot[a]].weight + k->slot[k->pos_slot[b]].weight);
        if (best < 0 || value < best_value) { best = v; best_value = value; }
    }
    return best;
}

static i32 choose_letter(Kernel *k, i32 v) {
    i32 *a = k->letter_count, *b = k->letter_count + LETTERS, best = -1;
    int64_t best_value = INT64_MIN;
    count_letters(k, k->var_pos[2 * v], a);
    count_letters(k, k->var_pos[2 * v + 1], b);
    for (u64 m = k->mask[v]; m; m &= m - 1) {
        i32 letter = __builtin_ctzll(m);
        int64_t value = (int64_t)a[letter] + b[letter] + noise(k);
        if (value > best_value) { best_value = value; best = letter; }
    }
    return best;
}

static int by_letters(const Kernel *k) {
    return k->p.letter_branching == 2 ? (int)(k->counts.restarts & 1) : k->p.letter_branching;
}

static int branch(Kernel *k) {
    /* Takes the next decision; 0 when every slot is decided. */
    i32 v = by_letters(k) ? choose_var(k) : -1;
    if (v >= 0) {
        i32 letter = choose_letter(k, v);
        push_level(k, 1, v, letter);
        narrow(k, v, 1ULL << letter, -1);
        return 1;
    }
    i32 s = choose_slot(k);
    if (s < 0) return 0;
    i32 row = choose_row(k, s);
    push_level(k, 0, s, row);
    if (!k->out_of_memory) assign_row(k, s, row);
    return 1;
}

static int refute(Kernel *k) {
    /* Takes back the last decision and asserts its contrary; 0 when there is none to take back. */
    clear_queue(k);
    if (k->depth == k->base) return 0;
    Level l = pop_level(k);
    if (l.kind) {
        narrow(k, l.what, ~(1ULL << l.value), -1);
    } else {
        remove_row(k, l.what, l.value);
    }
    return 1;
}

static void blame(Kernel *k) {
    k->counts.failures++;
    if (k->conflict_slot >= 0 && k->p.learn) k->slot[k->conflict_slot].weight += 1;
}

static void restart(Kernel *k) {
    while (k->depth > k->base) pop_level(k);
    k->failures_at_restart = k->counts.failures;
    k->restart_limit[by_letters(k)] *= by_letters(k) ? k->p.letter_growth : k->p.restart_growth;
    k->counts.restarts++;
    for (i32 s = 0; s < k->nslots; s++) {
        double w = k->slot[s].weight * k->p.weight_decay;
        k->slot[s].weight = w < 1 ? 1 : w;
    }
}

/* Runs until a fill is found, the tree is exhausted, or `nodes` more decisions were taken. After a fill, the next
 * call looks for another one. `out` receives the row of each slot's word. */
EXPORT i32 kernel_run(Kernel *k, u64 nodes, i32 *out) {
    u64 stop = k->counts.nodes + nodes;
    if (k->state == EXHAUSTED) return EXHAUSTED;
    if (k->state == SOLVED && !refute(k)) return k->state = EXHAUSTED;
    k->state = MORE;
    for (;;) {
        if (!propagate(k)) {
            if (k->out_of_memory) return NO_MEMORY;
            blame(k);
            if (!refute(k)) return k->state = EXHAUSTED;
            if (k->p.restart_first && k->depth > k->base
                && (double)(k->counts.failures - k->failures_at_restart) >= k->restart_limit[by_letters(k)]) {
                clear_queue(k);
                restart(k);
            }
            continue;
        }
        if (k->counts.nodes >= stop) return MORE;
        if (!branch(k)) {
            for (i32 s = 0; s < k->nslots; s++) out[s] = only_row(k, s);
            k->counts.solutions++;
            return k->state = SOLVED;
        }
        if (k->out_of_memory) return NO_MEMORY;
    }
}

/* Runs on through fills, writing the rows of up to `room` of them to `out` one after the other, until there is no room,
 * the tree is exhausted, or `nodes` more decisions were taken. With no `out`, fills are only counted. */
EXPORT i32 kernel_collect(Kernel *k, u64 nodes, i32 *out, i32 room, i32 *written) {
    u64 stop = k->counts.nodes + nodes;
    *written = 0;
    while (k->counts.nodes < stop && (!out || *written < room)) {
        i32 outcome = kernel_run(k, stop - k->counts.nodes, out ? out + (int64_t)*written * k->nslots : k->found);
        if (outcome != SOLVED) return outcome;
        ++*written;
    }
    return MORE;
}

/* Starts anew with only these letters in each variable and at least this total score; EXHAUSTED then means that no such
 * fill is left. What was refuted without assumptions stays refuted; call it first when the search is fresh. */
EXPORT void kernel_assume(Kernel *k, const u64 *masks, int64_t min_total) {
    if (!k->rooted) {
        k->rooted = 1;
        k->impossible = !propagate(k);
        if (k->impossible) clear_queue(k);
    }
    clear_queue(k);
    while (k->depth) pop_level(k);
    k->p.min_total = min_total;
    k->restart_limit[0] = k->restart_limit[1] = k->p.restart_first;
    k->failures_at_restart = k->counts.failures;
    push_level(k, 2, 0, 0);
    k->base = 1;
    k->state = k->impossible ? EXHAUSTED : MORE;
    for (i32 v = 0; v < k->nvars && !k->impossible; v++) {
        if (!(k->mask[v] & masks[v])) { k->state = EXHAUSTED; break; }
        narrow(k, v, masks[v], -1);
    }
}

/* Puts a fresh search where it stands after finding the fill with these rows, passing over all fills before it.
 * Decisions must depend on the path alone: no learning, no noise, no restarts. Returns SOLVED, or EXHAUSTED when the
 * rows are no fill of this puzzle. */
EXPORT i32 kernel_seek(Kernel *k, const i32 *rows) {
    for (;;) {
        if (!propagate(k) || !branch(k)) break;
        const Level *l = &k->level[k->depth - 1];
        i32 agrees;
        if (l->kind) {
            i32 at = k->var_pos[2 * l->what], s = k->pos_slot[at];
            const Class *c = &k->cls[k->slot[s].cls];
            agrees = c->letters[(int64_t)rows[s] * c->length + at - k->slot[s].first] == l->value;
        } else {
            agrees = rows[l->what] == l->value;
        }
        if (!agrees && !refute(k)) break;
    }
    for (i32 s = 0; s < k->nslots; s++)
        if (k->dom[s].count != 1 || only_row(k, s) != rows[s]) return k->state = EXHAUSTED;
    return k->state = SOLVED;
}

/* ---- making and ending ---- */

static i32 *rank(const int16_t *scores, i32 count) {
    /* Rows by falling score, equal ones by row: counting sort over the 16-bit scores. */
    i32 *order = malloc(sizeof(i32) * ((size_t)count + 1)), *start = calloc((1 << 16) + 1, sizeof(i32));
    if (order && start) {
        for (i32 row = 0; row < count; row++) start[INT16_MAX - scores[row] + 1]++;
        for (i32 i = 0; i < 1 << 16; i++) start[i + 1] += start[i];
        for (i32 row = 0; row < count; row++) order[start[INT16_MAX - scores[row]]++] = row;
    } else {
        free(order);
        order = NULL;
    }
    free(start);
    return order;
}

static void index_classes(Kernel *k, i32 nclasses, const i32 *lengths, const i32 *counts, const uint8_t *letters,
                          const uint8_t *low) {
    i32 base = 0;
    k->nclasses = nclasses;
    k->cls = calloc((size_t)nclasses, sizeof(Class));
    for (i32 i = 0; i < nclasses; i++) {
        Class *c = &k->cls[i];
        *c = (Class){lengths[i], counts[i], (counts[i] + 63) / 64, base, letters, NULL, NULL, NULL};
        base += counts[i];
        c->support = calloc((size_t)c->length * LETTERS * (size_t)c->words64 + 1, sizeof(u64));
        if (low) c->low = calloc((size_t)c->words64 + 1, sizeof(u64));
        if (k->p.has_min_total) c->by_score = rank(k->scores + c->base, c->count);
        if (!c->support || (low && !c->low) || (k->p.has_min_total && !c->by_score)) { k->out_of_memory = 1; return; }
        for (i32 row = 0; row < c->count; row++) {
            for (i32 p = 0; p < c->length; p++)
                support_of(c, p, letters[p])[row / 64] |= 1ULL << (row % 64);
            letters += c->length;
            if (low && *low++) c->low[row / 64] |= 1ULL << (row % 64);
        }
    }
}

static void index_slots(Kernel *k, const i32 *slot_class, const i32 *slot_vars) {
    i32 first = 0;
    for (i32 v = 0; v < 2 * k->nvars; v++) k->var_pos[v] = -1;
    for (i32 s = 0; s < k->nslots; s++) {
        i32 length = k->cls[slot_class[s]].length;
        k->slot[s] = (Slot){length, slot_class[s], first, 1};
        for (i32 p = 0; p < length; p++, first++) {
            i32 v = slot_vars[first];
            k->pos_var[first] = v;
            k->pos_slot[first] = s;
            k->var_pos[2 * v + (k->var_pos[2 * v] >= 0)] = first;
        }
    }
    for (i32 at = 0; at < k->npositions; at++) {
        const i32 *both = k->var_pos + 2 * k->pos_var[at];
        k->pos_other[at] = both[0] == at ? both[1] : both[0];
    }
}

static void first_domains(Kernel *k, const i32 *candidate_off, const i32 *candidates) {
    for (i32 s = 0; s < k->nslots; s++) {
        i32 n = k->cls[k->slot[s].cls].words64;
        k->dom[s] = (Domain){arena_take(k, n), candidate_off[s + 1] - candidate_off[s], 0};
        if (k->out_of_memory) return;
        memset(k->arena + k->dom[s].at, 0, sizeof(u64) * (size_t)n);
        for (i32 i = candidate_off[s]; i < candidate_off[s + 1]; i++)
            k->arena[k->dom[s].at + candidates[i] / 64] |= 1ULL << (candidates[i] % 64);
        k->dirty[s] = 1;
        enqueue(k, s);
    }
}

EXPORT void kernel_free(Kernel *k) {
    if (!k) return;
    for (i32 i = 0; k->cls && i < k->nclasses; i++) { free(k->cls[i].support); free(k->cls[i].low); free(k->cls[i].by_score); }
    void *all[] = {k->cls, k->slot, k->pos_var, k->pos_other, k->pos_slot, k->delta, k->residue, k->mask, k->mask_stamp,
                   k->var_pos, k->dom, k->dom_stamp, k->dirty, k->arena, k->dtrail, k->mtrail, k->level, k->queue,
                   k->queued, k->decided, k->tmp, k->letter_count, k->best, k->found};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) free(all[i]);
    free(k);
}

typedef struct {
    i32 nvars, nslots, nclasses, npositions, ngroups, nplace, nearlier;
    const u64 *masks;
    const i32 *class_length, *class_count;
    const uint8_t *letters;          /* of every class in turn; must outlive the kernel */
    const uint8_t *low;              /* one flag a word, or NULL */
    const int16_t *scores;           /* one a word; must outlive the kernel */
    const i32 *slot_class, *slot_vars, *candidate_off, *candidates;
    const i32 *group_of_off, *group_of, *member_off, *member, *place, *earlier; /* must outlive the kernel */
} Problem;

EXPORT Kernel *kernel_new(const Problem *q, const Params *p, u64 seed) {
    Kernel *k = calloc(1, sizeof(Kernel));
    if (!k) return NULL;
    size_t nv = (size_t)q->nvars + 1, ns = (size_t)q->nslots + 1, np = (size_t)q->npositions + 1;
    i32 widest = 1;
    k->p = *p;
    k->nvars = q->nvars; k->nslots = q->nslots; k->npositions = q->npositions;
    k->ngroups = q->ngroups; k->nplace = q->nplace; k->nearlier = q->nearlier / (q->nslots ? q->nslots : 1); k->earlier = (i32 *)q->earlier;
    k->group_of_off = (i32 *)q->group_of_off; k->group_of = (i32 *)q->group_of;
    k->member_off = (i32 *)q->member_off; k->member = (i32 *)q->member; k->place = (i32 *)q->place;
    k->scores = q->scores;
    k->rng = seed;
    k->conflict_slot = -1;
    k->restart_limit[0] = k->restart_limit[1] = p->restart_first;
    fill_tables(k);
    index_classes(k, q->nclasses, q->class_length, q->class_count, q->letters, q->low);
    for (i32 i = 0; i < q->nclasses; i++) if (k->cls[i].words64 > widest) widest = k->cls[i].words64;
    k->slot = calloc(ns, sizeof(Slot));
    k->pos_var = calloc(np, sizeof(i32)); k->pos_other = calloc(np, sizeof(i32)); k->pos_slot = calloc(np, sizeof(i32));
    k->delta = calloc(np, sizeof(u64)); k->residue = calloc(np * LETTERS, sizeof(i32));
    k->mask = calloc(nv, sizeof(u64)); k->mask_stamp = calloc(nv, sizeof(u64)); k->var_pos = calloc(2 * nv, sizeof(i32));
    k->dom = calloc(ns, sizeof(Domain)); k->dom_stamp = calloc(ns, sizeof(u64)); k->dirty = calloc(ns, sizeof(u64));
    k->arena_size = 1 << 16; k->arena = calloc((size_t)k->arena_size, sizeof(u64));
    k->dsize = 4096; k->dtrail = calloc((size_t)k->dsize, sizeof(DomainTrail));
    k->msize = 4096; k->mtrail = calloc((size_t)k->msize, sizeof(MaskTrail));
    k->level_size = 256; k->level = calloc((size_t)k->level_size, sizeof(Level));
    k->queue = calloc(ns, sizeof(i32)); k->queued = calloc(ns, 1); k->best = calloc(ns, sizeof(i32)); k->found = calloc(ns, sizeof(i32)); k->decided = calloc(2 * ns, sizeof(i32));
    k->tmp = calloc((size_t)(widest + p->list_below / 2 + 2), sizeof(u64));
    k->letter_count = calloc(np * LETTERS, sizeof(i32));
    if (k->out_of_memory || !k->slot || !k->pos_var || !k->pos_other || !k->pos_slot || !k->delta || !k->residue
        || !k->mask || !k->mask_stamp || !k->var_pos || !k->dom || !k->dom_stamp || !k->dirty || !k->arena || !k->dtrail
        || !k->mtrail || !k->level || !k->queue || !k->queued || !k->decided || !k->tmp || !k->letter_count || !k->best || !k->found) {
        kernel_free(k);
        return NULL;
    }
    memcpy(k->mask, q->masks, sizeof(u64) * (size_t)q->nvars);
    index_slots(k, q->slot_class, q->slot_vars);
    first_domains(k, q->candidate_off, q->candidates);
    return k;
}

/* Which source this was compiled from, so that a stale library is noticed. */
EXPORT u64 kernel_source(void) { return SOURCE_DIGEST; }

EXPORT void kernel_counts(const Kernel *k, Counts *out) { *out = k->counts; }

/* ---- pairs of fills ---- */

#define BLOCK 1024 /* units of 64 fills looked at together, so that their bitsets stay in the cache */

/* How many pairs of a row of `one` (n x a) and a row of `other` (m x b) share a number from 0 to ids - 1; negative
 * numbers are shared by nobody. Rows of `one` are sorted, so that neighbours share the work on their common beginning.
 * Returns -1 without memory. */
EXPORT int64_t kernel_sharing_pairs(const i32 *one, i32 n, i32 a, const i32 *other, i32 m, i32 b, i32 ids) {
    u64 *has = malloc(sizeof(u64) * BLOCK * (size_t)(ids + 1)), *any = calloc((size_t)(a + 1) * BLOCK, sizeof(u64));
    int64_t pairs = 0;
    for (i32 from = 0; has && any && from < m; from += BLOCK * 64) {
        i32 until = m - from < BLOCK * 64 ? m : from + BLOCK * 64, units = (until - from + 63) / 64;
        memset(has, 0, sizeof(u64) * BLOCK * (size_t)ids);
        for (i32 r = from; r < until; r++)
            for (i32 j = 0; j < b; j++) {
                i32 id = other[(int64_t)r * b + j];
                if (id >= 0) has[(int64_t)id * BLOCK + (r - from) / 64] |= 1ULL << ((r - from) % 64);
            }
        for (i32 r = 0; r < n; r++) {
            const i32 *row = one + (int64_t)r * a;
            i32 same = 0;
            while (r && same < a && row[same] == row[same - a]) same++;
            for (i32 j = same; j < a; j++) { /* any[j + 1]: the fills that share one of the first j + 1 numbers */
                u64 *to = any + (int64_t)(j + 1) * BLOCK, *before = to - BLOCK;
                const u64 *more = row[j] < 0 ? before : has + (int64_t)row[j] * BLOCK;
                for (i32 w = 0; w < units; w++) to[w] = before[w] | more[w];
            }
            for (i32 w = 0; w < units; w++) pairs += __builtin_popcountll(any[(int64_t)a * BLOCK + w]);
        }
    }
    int complete = has && any;
    free(has);
    free(any);
    return complete ? pairs : -1;
}
