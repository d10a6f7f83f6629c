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
import { maxMinRates } from "./max-min.ts";

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
export interface BlockComputation {
  readonly rank: number;
  readonly name: string;
  /** Point to point: the wave i + j. Broadcast: i. */
  readonly step: number;
  readonly from: number;
  readonly to: number;
}

export interface MultiplicationResult {
  /** Seconds until the last rank has finished its last step. */
  readonly seconds: number;
  /** Rank by rank, in chronological order. */
  readonly computed: readonly BlockComputation[];
  /** [R] Seconds in which each rank computes, without the start. */
  readonly busy: readonly number[];
}

const everyRank = -1;

type MatmulStep =
  | { readonly is: "send"; readonly to: number; readonly bytes: number; readonly name: string }
  | { readonly is: "receive"; readonly from: number; readonly name: string }
  | { readonly is: "wait" }
  | { readonly is: "compute"; readonly seconds: number; readonly name?: string; readonly step?: number };

/** Size of the k-th of `parts` parts of N rows or columns, as equal as possible. */
const partSize = (rows: number, parts: number, k: number) => Math.floor(((k + 1) * rows) / parts) - Math.floor((k * rows) / parts);

const rangeTo = (end: number) => Array.from({ length: end }, (_, i) => i);

/** The step that computes block C(i, j) of a grid of `blocks` × `blocks` blocks. */
function computeStep({ rows, rate, speeds }: Multiplication, blocks: number, rank: number, i: number, j: number, step: number): MatmulStep {
  const operations = 2 * partSize(rows, blocks, i) * rows * partSize(rows, blocks, j);
  const seconds = operations / (rate * speeds[rank % speeds.length]);
  return { is: "compute", seconds, name: `C(${i}, ${j})`, step };
}

const columnBytes = ({ rows, element }: Multiplication, blocks: number, j: number) => rows * partSize(rows, blocks, j) * element;

/** The blocks of a rank in the order in which it computes them. */
export function blocksOf(ranks: number, blocks: number, rank: number): readonly { readonly i: number; readonly j: number }[] {
  const size = ranks * blocks;
  return rangeTo(size)
    .flatMap((i) => rangeTo(size).map((j) => ({ i, j })))
    .filter(({ i }) => i % ranks === rank)
    .toSorted((a, b) => a.i + a.j - (b.i + b.j) || b.i - a.i);
}

/** The steps of a rank in the point-to-point algorithm (§2.3). */
function pointToPointSteps(m: Multiplication, rank: number): MatmulStep[] {
  const { ranks, blocks, ahead } = m;
  const grid = ranks * blocks;
  const exchanges = (owner: number, peer: number) => blocksOf(ranks, blocks, owner).filter(({ j }) => j % ranks === peer);
  const steps: MatmulStep[] = [];
  /** Sends the k-th message to a peer, if there is one: the column of the k-th block for which the peer needs this rank. */
  const sendExchange = (peer: number, k: number) => {
    const block = exchanges(peer, rank)[k];
    if (block !== undefined) steps.push({ is: "send", to: peer, bytes: columnBytes(m, grid, block.j), name: `exchange ${k}` });
  };
  for (const d of rangeTo(ranks).slice(1)) for (const k of rangeTo(ahead)) sendExchange((rank + d) % ranks, k);
  const exchangesDone = rangeTo(ranks).map(() => 0);
  for (const { i, j } of blocksOf(ranks, blocks, rank)) {
    const peer = j % ranks;
    const k = exchangesDone[peer]++;
    if (peer !== rank) {
      if (ahead === 0) sendExchange(peer, k);
      steps.push({ is: "receive", from: peer, name: `exchange ${k}` });
    }
    steps.push(computeStep(m, grid, rank, i, j, i + j));
    if (peer !== rank && ahead > 0) sendExchange(peer, k + ahead);
  }
  return steps;
}

/**
 * The path of a broadcast block at one rank: the rank from which it receives the block, null at the root, and the ranks to which it
 * forwards it, in order.
 */
export function broadcastNeighbors(m: Pick<Multiplication, "ranks" | "broadcast">, root: number, rank: number) {
  const { ranks, broadcast } = m;
  const position = (rank - root + ranks) % ranks;
  const rankAt = (other: number) => (root + other) % ranks;
  if (broadcast === "medium") return position === 0 ? { from: null, to: [everyRank] } : { from: root, to: [] };
  if (broadcast === "chain")
    return { from: position === 0 ? null : rankAt(position - 1), to: position + 1 < ranks ? [rankAt(position + 1)] : [] };
  // Binomial tree: all ranks that have the block forward it to as many others: 0 to 1; 0 and 1 to 2 and 3; and so on.
  const rounds = rangeTo(Math.ceil(Math.log2(ranks))).map((r) => 2 ** r);
  return {
    from: position === 0 ? null : rankAt(position - Math.max(...rounds.filter((size) => size <= position))),
    to: rounds.filter((size) => size > position && position + size < ranks).map((size) => rankAt(position + size)),
  };
}

/** The steps of a rank in the broadcast algorithm (§2.2). */
function broadcastSteps(m: Multiplication, rank: number): MatmulStep[] {
  const { ranks, ahead } = m;
  const segments = m.broadcast === "chain" ? m.segments : 1;
  const steps: MatmulStep[] = [];
  const addBroadcast = (root: number) => {
    const { from, to } = broadcastNeighbors(m, root, rank);
    for (const s of rangeTo(segments)) {
      const name = `B(${root}), ${s}`;
      if (from !== null) steps.push({ is: "receive", from, name });
      for (const each of to) steps.push({ is: "send", to: each, bytes: partSize(columnBytes(m, ranks, root), segments, s), name });
    }
  };
  /** Whether this rank has to forward the broadcast of a root. */
  const mustForward = (root: number) => broadcastNeighbors(m, root, rank).to.length > 0;
  for (const i of rangeTo(ranks)) {
    if (!mustForward(i)) addBroadcast(i);
    const startedBefore = i === 0 ? rangeTo(ahead + 1) : [i + ahead];
    for (const root of startedBefore) if (root < ranks && mustForward(root)) addBroadcast(root);
    if (ahead === 0 && mustForward(i)) steps.push({ is: "wait" });
    steps.push(computeStep(m, ranks, rank, rank, i, i));
  }
  return steps;
}

/** The steps of a rank, from its first to its last. */
export function stepsOf(m: Multiplication, rank: number): readonly MatmulStep[] {
  const steps = m.algorithm === "broadcast" ? broadcastSteps(m, rank) : pointToPointSteps(m, rank);
  return m.start > 0 ? [{ is: "compute", seconds: m.start }, ...steps] : steps;
}

interface MatmulMessage {
  readonly from: number;
  readonly to: number;
  readonly name: string;
  /** The earliest time at which the message may leave. */
  readonly ready: number;
  bytesLeft: number;
  arrived: number;
  /** The ranks that have received the message. */
  readonly receivers: Set<number>;
}

/** Runs a multiplication to its end. */
export function multiply(m: Multiplication): MultiplicationResult {
  const { network } = m;
  const ranks = rangeTo(m.ranks).map((rank) => ({ rank, steps: stepsOf(m, rank), next: 0, free: 0, hasPaid: false, busy: 0 }));
  const messages: MatmulMessage[] = [];
  const computed: BlockComputation[] = [];
  let now = 0;

  /** Executes the next step of a rank; returns false if it cannot be executed now. */
  function executeStep(r: (typeof ranks)[number]): boolean {
    if (r.free > now || r.next === r.steps.length) return false;
    const currentStep = r.steps[r.next];
    if (currentStep.is === "compute") {
      const seconds = m.tick > 0 ? Math.round(currentStep.seconds / m.tick) * m.tick : currentStep.seconds;
      r.free = now + seconds;
      if (currentStep.name !== undefined) {
        computed.push({ rank: r.rank, name: currentStep.name, step: currentStep.step ?? 0, from: now, to: r.free });
        r.busy += seconds;
      }
    } else if (currentStep.is === "send") {
      if (network.overhead > 0 && !r.hasPaid) {
        // The rank is busy before it sends the message.
        [r.free, r.hasPaid] = [now + network.overhead, true];
        return true;
      }
      const left = network.wire(currentStep.bytes);
      const ready = now + network.startUp;
      messages.push({
        from: r.rank,
        to: currentStep.to,
        name: currentStep.name,
        ready,
        bytesLeft: left,
        arrived: Infinity,
        receivers: new Set(),
      });
    } else if (currentStep.is === "wait") {
      if (messages.some(({ from, arrived }) => from === r.rank && arrived > now)) return false;
    } else {
      const isExpected = ({ from, to, name }: MatmulMessage) =>
        from === currentStep.from && (to === r.rank || to === everyRank) && name === currentStep.name;
      const message = messages.find((candidate) => isExpected(candidate) && candidate.arrived <= now && !candidate.receivers.has(r.rank));
      if (message === undefined) return false;
      message.receivers.add(r.rank);
      r.free = now + network.overhead;
    }
    r.hasPaid = false;
    r.next++;
    return true;
  }

  for (;;) {
    while (ranks.filter(executeStep).length > 0);
    // Of each rank, the first message that has not left is transferred as soon as it is ready.
    const firstPending = rangeTo(m.ranks).flatMap((rank) => messages.find(({ from, bytesLeft }) => from === rank && bytesLeft > 0) ?? []);
    const transferring = firstPending.filter(({ ready }) => ready <= now);
    const rates = maxMinRates(
      transferring.map(
        ({ from, to }) =>
          new Map(
            network.medium === "bus" || to === everyRank
              ? [[0, 1]]
              : [
                  [from, 1],
                  [m.ranks + to, 1],
                ],
          ),
      ),
      rangeTo(2 * m.ranks).map(() => 1),
    ).map((rate) => rate * network.rate);
    const next = Math.min(
      ...ranks.map(({ free }) => (free > now ? free : Infinity)),
      ...messages.map(({ arrived }) => (arrived > now ? arrived : Infinity)),
      ...firstPending.map(({ ready }) => (ready > now ? ready : Infinity)),
      ...transferring.map(({ bytesLeft }, f) => now + bytesLeft / rates[f]),
    );
    if (next === Infinity) break;
    for (const [f, message] of transferring.entries()) {
      message.bytesLeft -= rates[f] * (next - now);
      // A remainder below 10⁻¹² seconds at full rate counts as zero.
      if (message.bytesLeft > network.rate * 1e-12) continue;
      message.bytesLeft = 0;
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
