/**
 * Reference simulator of the two matrix multiplications of Wolfmann and Tinetti: every rank is a list of steps in the order of the paper,
 * every message is simulated individually, times are in seconds, and all rates are recomputed at every event. The workload is compared with
 * it, so it is written from the paper alone:
 *
 * - C = A · B, N × N. Rank p of R has the block rows p, p + R, … of A and C, and the block columns p, p + R, … of B.
 * - Broadcast (§2.2): R blocks each way. In step i rank i broadcasts B_i, and rank p computes C(p, i) when it has received it. A rank that
 * forwards a block continues when all that it has sent has arrived, unless broadcasts are begun `ahead`.
 * - Point to point (§2.3): R·blocks blocks each way. A rank computes its blocks C(i, j) in the order of their waves i + j, within a wave
 * later rows first, and exchanges a block of B with the owner of column j before each: send, receive, wait, compute. The k-th exchange of p
 * with q is the k-th exchange of q with p. With `ahead`, the first `ahead` exchanges with every other rank are sent at the start, and
 * another one after each computation with a block from an exchange.
 * - Messages are eager: a message is ready one start-up after the send, and leaves when all earlier messages of its rank have left. Leaving
 * messages share the ports of both ends, or the medium, max-min fairly. A message arrives one latency after all of it has left.
 */
import { maxMin } from "./max-min.ts";

/** A multiplication and the cluster that it runs on. */
export interface Multiplication {
  /** Rows of the matrices, N. */
  readonly rows: number;
  /** Bytes of an element. */
  readonly element: number;
  readonly ranks: number;
  readonly algorithm: "broadcast" | "point-to-point";
  /** Blocks of every rank along a side; point to point only. */
  readonly blocks: number;
  /** Point to point: pending exchanges with each other rank. Broadcast: broadcasts that a rank takes part in before their step. */
  readonly ahead: number;
  readonly broadcast: "tree" | "chain" | "medium";
  /** Segments of a block in a chain broadcast. */
  readonly segments: number;
  /** Floating-point operations per second of a node with speed 1; Infinity if computing takes no time. */
  readonly rate: number;
  /** Relative speeds of the ranks, repeated cyclically. */
  readonly speeds: readonly number[];
  /** Seconds before the first step. */
  readonly start: number;
  readonly network: {
    /** Whether every node has its own port in each direction, or all nodes send over one half-duplex medium. */
    readonly medium: "ports" | "bus";
    /** Bytes per second of a port in one direction, or of the medium. */
    readonly rate: number;
    /** Bytes on the wire for a message of `bytes` bytes. */
    readonly wire: (bytes: number) => number;
    /** Seconds from the send of a message until it is ready to leave. */
    readonly startUp: number;
    /** Seconds that a rank is busy for each message that it sends or receives. */
    readonly overhead: number;
    /** Seconds from the time at which all of a message has left until it arrives. */
    readonly latency: number;
  };
  /** Time unit to which computing times are rounded, in seconds; 0 for no rounding. */
  readonly tick: number;
}

/** The computation of a block, in seconds from the start of the run. */
export interface Computed {
  readonly rank: number;
  readonly name: string;
  /** Point to point: the wave i + j. Broadcast: i. */
  readonly step: number;
  readonly from: number;
  readonly to: number;
}

export interface Multiplied {
  /** Seconds until the last rank has finished its last step. */
  readonly seconds: number;
  /** Rank by rank, in chronological order. */
  readonly computed: readonly Computed[];
  /** [R] Seconds in which each rank computes, without the start. */
  readonly busy: readonly number[];
}

const all = -1;

type Step =
  | { readonly is: "send"; readonly to: number; readonly bytes: number; readonly name: string }
  | { readonly is: "receive"; readonly from: number; readonly name: string }
  | { readonly is: "wait" }
  | { readonly is: "compute"; readonly seconds: number; readonly name?: string; readonly step?: number };

/** Size of the k-th of `parts` parts of N rows or columns, as equal as possible. */
const part = (rows: number, parts: number, k: number) => Math.floor(((k + 1) * rows) / parts) - Math.floor((k * rows) / parts);

const upTo = (end: number) => Array.from({ length: end }, (_, i) => i);

/** The step that computes block C(i, j) of a grid of `blocks` × `blocks` blocks. */
function compute({ rows, rate, speeds }: Multiplication, blocks: number, rank: number, i: number, j: number, step: number): Step {
  const operations = 2 * part(rows, blocks, i) * rows * part(rows, blocks, j);
  const seconds = operations / (rate * speeds[rank % speeds.length]);
  return { is: "compute", seconds, name: `C(${i}, ${j})`, step };
}

const bytesOfColumn = ({ rows, element }: Multiplication, blocks: number, j: number) => rows * part(rows, blocks, j) * element;

/** The blocks of a rank in the order in which it computes them. */
export function blocksOf(ranks: number, blocks: number, rank: number): readonly { readonly i: number; readonly j: number }[] {
  const size = ranks * blocks;
  return upTo(size)
    .flatMap((i) => upTo(size).map((j) => ({ i, j })))
    .filter(({ i }) => i % ranks === rank)
    .toSorted((a, b) => a.i + a.j - (b.i + b.j) || b.i - a.i);
}

/** The steps of a rank in the point-to-point algorithm (§2.3). */
function pointToPoint(m: Multiplication, rank: number): Step[] {
  const { ranks, blocks, ahead } = m;
  const grid = ranks * blocks;
  const exchanges = (of: number, peer: number) => blocksOf(ranks, blocks, of).filter(({ j }) => j % ranks === peer);
  const steps: Step[] = [];
  /** Sends the k-th message to a peer, if there is one: the column of the k-th block for which the peer needs this rank. */
  const post = (peer: number, k: number) => {
    const block = exchanges(peer, rank)[k];
    if (block !== undefined) steps.push({ is: "send", to: peer, bytes: bytesOfColumn(m, grid, block.j), name: `exchange ${k}` });
  };
  for (const d of upTo(ranks).slice(1)) for (const k of upTo(ahead)) post((rank + d) % ranks, k);
  const done = upTo(ranks).map(() => 0);
  for (const { i, j } of blocksOf(ranks, blocks, rank)) {
    const peer = j % ranks;
    const k = done[peer]++;
    if (peer !== rank) {
      if (ahead === 0) post(peer, k);
      steps.push({ is: "receive", from: peer, name: `exchange ${k}` });
    }
    steps.push(compute(m, grid, rank, i, j, i + j));
    if (peer !== rank && ahead > 0) post(peer, k + ahead);
  }
  return steps;
}

/**
 * The path of a broadcast block at one rank: the rank from which it receives the block, null at the root, and the ranks to which it
 * forwards it, in order.
 */
export function passing(m: Pick<Multiplication, "ranks" | "broadcast">, root: number, rank: number) {
  const { ranks, broadcast } = m;
  const place = (rank - root + ranks) % ranks;
  const at = (other: number) => (root + other) % ranks;
  if (broadcast === "medium") return place === 0 ? { from: null, to: [all] } : { from: root, to: [] };
  if (broadcast === "chain") return { from: place === 0 ? null : at(place - 1), to: place + 1 < ranks ? [at(place + 1)] : [] };
  // Binomial tree: all ranks that have the block forward it to as many others: 0 to 1; 0 and 1 to 2 and 3; and so on.
  const rounds = upTo(Math.ceil(Math.log2(ranks))).map((r) => 2 ** r);
  return {
    from: place === 0 ? null : at(place - Math.max(...rounds.filter((size) => size <= place))),
    to: rounds.filter((size) => size > place && place + size < ranks).map((size) => at(place + size)),
  };
}

/** The steps of a rank in the broadcast algorithm (§2.2). */
function broadcastSteps(m: Multiplication, rank: number): Step[] {
  const { ranks, ahead } = m;
  const segments = m.broadcast === "chain" ? m.segments : 1;
  const steps: Step[] = [];
  const take = (root: number) => {
    const { from, to } = passing(m, root, rank);
    for (const s of upTo(segments)) {
      const name = `B(${root}), ${s}`;
      if (from !== null) steps.push({ is: "receive", from, name });
      for (const each of to) steps.push({ is: "send", to: each, bytes: part(bytesOfColumn(m, ranks, root), segments, s), name });
    }
  };
  /** Whether this rank has to forward the broadcast of a root. */
  const isNeeded = (root: number) => passing(m, root, rank).to.length > 0;
  for (const i of upTo(ranks)) {
    if (!isNeeded(i)) take(i);
    const early = i === 0 ? upTo(ahead + 1) : [i + ahead];
    for (const root of early) if (root < ranks && isNeeded(root)) take(root);
    if (ahead === 0 && isNeeded(i)) steps.push({ is: "wait" });
    steps.push(compute(m, ranks, rank, rank, i, i));
  }
  return steps;
}

/** The steps of a rank, from its first to its last. */
export function stepsOf(m: Multiplication, rank: number): readonly Step[] {
  const steps = m.algorithm === "broadcast" ? broadcastSteps(m, rank) : pointToPoint(m, rank);
  return m.start > 0 ? [{ is: "compute", seconds: m.start }, ...steps] : steps;
}

interface Message {
  readonly from: number;
  readonly to: number;
  readonly name: string;
  /** The earliest time at which it may leave. */
  readonly ready: number;
  left: number;
  arrived: number;
  /** The ranks that have received it. */
  readonly taken: Set<number>;
}

/** Runs a multiplication to its end. */
export function multiply(m: Multiplication): Multiplied {
  const { network } = m;
  const ranks = upTo(m.ranks).map((rank) => ({ rank, steps: stepsOf(m, rank), next: 0, free: 0, hasPaid: false, busy: 0 }));
  const messages: Message[] = [];
  const computed: Computed[] = [];
  let now = 0;

  /** Executes the next step of a rank; returns false if it cannot be executed now. */
  function step(r: (typeof ranks)[number]): boolean {
    if (r.free > now || r.next === r.steps.length) return false;
    const each = r.steps[r.next];
    if (each.is === "compute") {
      const seconds = m.tick > 0 ? Math.round(each.seconds / m.tick) * m.tick : each.seconds;
      r.free = now + seconds;
      if (each.name !== undefined) {
        computed.push({ rank: r.rank, name: each.name, step: each.step ?? 0, from: now, to: r.free });
        r.busy += seconds;
      }
    } else if (each.is === "send") {
      if (network.overhead > 0 && !r.hasPaid) {
        // The rank is busy before it sends the message.
        [r.free, r.hasPaid] = [now + network.overhead, true];
        return true;
      }
      const left = network.wire(each.bytes);
      const ready = now + network.startUp;
      messages.push({ from: r.rank, to: each.to, name: each.name, ready, left, arrived: Infinity, taken: new Set() });
    } else if (each.is === "wait") {
      if (messages.some(({ from, arrived }) => from === r.rank && arrived > now)) return false;
    } else {
      const isThat = ({ from, to, name }: Message) => from === each.from && (to === r.rank || to === all) && name === each.name;
      const message = messages.find((one) => isThat(one) && one.arrived <= now && !one.taken.has(r.rank));
      if (message === undefined) return false;
      message.taken.add(r.rank);
      r.free = now + network.overhead;
    }
    r.hasPaid = false;
    r.next++;
    return true;
  }

  for (;;) {
    while (ranks.filter(step).length > 0);
    // Of each rank, the first message that has not left is transferred as soon as it is ready.
    const firsts = upTo(m.ranks).flatMap((rank) => messages.find(({ from, left }) => from === rank && left > 0) ?? []);
    const flowing = firsts.filter(({ ready }) => ready <= now);
    const rates = maxMin(
      flowing.map(
        ({ from, to }) =>
          new Map(
            network.medium === "bus" || to === all
              ? [[0, 1]]
              : [
                  [from, 1],
                  [m.ranks + to, 1],
                ],
          ),
      ),
      upTo(2 * m.ranks).map(() => 1),
    ).map((rate) => rate * network.rate);
    const next = Math.min(
      ...ranks.map(({ free }) => (free > now ? free : Infinity)),
      ...messages.map(({ arrived }) => (arrived > now ? arrived : Infinity)),
      ...firsts.map(({ ready }) => (ready > now ? ready : Infinity)),
      ...flowing.map(({ left }, f) => now + left / rates[f]),
    );
    if (next === Infinity) break;
    for (const [f, message] of flowing.entries()) {
      message.left -= rates[f] * (next - now);
      // A remainder below 10⁻¹² seconds at full rate counts as zero.
      if (message.left > network.rate * 1e-12) continue;
      message.left = 0;
      message.arrived = next + network.latency;
    }
    now = next;
  }
  if (ranks.some(({ next, steps }) => next < steps.length)) throw new Error("a rank waits for ever");
  return {
    seconds: Math.max(...ranks.map(({ free }) => free)),
    computed: computed.toSorted((a, b) => a.rank - b.rank || a.from - b.from),
    busy: ranks.map(({ busy }) => busy),
  };
}
