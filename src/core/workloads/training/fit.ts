/** Checks the parameters of a training step: whether they fit together, and whether the step is too large to simulate. */
import { defined } from "../../base/defined.ts";
import type { ValidationIssue } from "../../base/errors.ts";
import type { Conditions } from "../contract.ts";
import { mostBytes, mostCycles, mostWholeCycles, tooManyBytes } from "../program.ts";
import { chunksOf, largest, type StepValues, stepOf } from "./step.ts";
import { type Told, trafficOf } from "./traffic.ts";

/** Maximum number of messages of a step. */
const mostMessages = 2 ** 26;

/**
 * The issue about degrees of parallelism whose product exceeds the number of ranks that the mapping can place; null if it does not. It
 * suggests to reduce the largest degree.
 */
export function crowded(values: StepValues, places: number): ValidationIssue | null {
  const degrees = (["tensor", "pipeline", "expert"] as const).map((path) => ({ path, degree: values[path] }));
  const all = degrees.reduce((ranks, { degree }) => ranks * degree, 1);
  if (all <= places) return null;
  const { path, degree } = degrees.reduce((most, each) => (each.degree > most.degree ? each : most));
  const nearest = Math.max(1, Math.floor((places * degree) / all));
  const product = degrees.flatMap((each) => (each.degree > 1 ? [each.degree] : [])).join(" × ");
  const message = `${product} ranks do not fit; the mapping has ${places} places.`;
  return { path, message, remedy: `Use ${nearest} or less, or a larger network.`, nearest };
}

/** Issues with the combination of parameters. */
export function checkStep(values: StepValues, ranks: number): readonly ValidationIssue[] {
  const { layers, hidden, batch, microBatch, tensor, pipeline, expert, experts, topK, every, schedule } = values;
  const { chunks, data, perStage, portion } = multiplesOf(values, ranks);
  const stages = chunks > 1 ? `${pipeline} × ${chunks} chunks` : many(pipeline, "stage");
  const isInterleaved = schedule === "interleaved";
  const shares = isInterleaved ? `${many(data, "replica")} with ${pipeline} micro-batches each` : many(data, "replica");
  const issues = [
    beyond("chunks", chunks, perStage, largest.layers, `${stages} ask for ${perStage} layers`) ??
      undivided("layers", layers, perStage, `${many(layers, "layer")} cannot be dealt out to ${stages} evenly.`, largest.layers),
    undivided("hidden", hidden, tensor, `a hidden size of ${hidden} cannot be cut into ${tensor} equal parts.`, largest.hidden),
    beyond("microBatch", microBatch, portion, largest.batch, `${shares}, of ${microBatch} sequences, ask for a batch of ${portion}`) ??
      undivided(
        "batch",
        batch,
        portion,
        isInterleaved
          ? `a batch of ${batch} does not give each of ${many(data, "replica")} a multiple of ${pipeline} micro-batches of ${microBatch}, as interleaving asks.`
          : `a batch of ${batch} cannot be shared by ${many(data, "replica")} in micro-batches of ${microBatch}.`,
        largest.batch,
      ),
    ...(experts === 0
      ? []
      : [
          undivided(
            "experts",
            experts,
            expert,
            `${many(experts, "expert")} cannot be spread over ${expert} ranks evenly.`,
            largest.experts,
          ),
          beyond(
            "every",
            every,
            perStage * every,
            largest.layers,
            `${stages} with experts in every ${every} layers ask for ${perStage * every} layers`,
          ) ??
            undivided(
              "layers",
              layers,
              perStage * every,
              `with experts in every ${every} layers, ${many(layers, "layer")} do not give ${stages} the same.`,
              largest.layers,
            ),
        ]),
  ].filter((each) => each !== null);
  if (issues.length > 0) return issues.slice(0, 1);
  if (experts === 0 && expert > 1) {
    const message = `there are no experts to be spread over ${expert} ranks.`;
    return [{ path: "expert", message, remedy: "Use 1, or add experts.", nearest: 1 }];
  }
  if (experts > 0 && topK > experts) {
    const message = `a token cannot go to ${topK} of ${many(experts, "expert")}.`;
    return [{ path: "topK", message, remedy: `Use ${experts} or less, or more experts.`, nearest: experts }];
  }
  return [];
}

/** A count with its noun: `1 layer`, `2 layers`. */
const many = (count: number, one: string) => `${count} ${one}${count === 1 ? "" : "s"}`;

/** The numbers that others must be multiples of: layers of p·v (with experts times `every`); the batch of d·b, or d·b·p if interleaved. */
function multiplesOf(values: StepValues, ranks: number) {
  const { microBatch, tensor, pipeline, schedule } = values;
  const [chunks, data] = [chunksOf(values), ranks / (tensor * pipeline)];
  return { chunks, data, perStage: pipeline * chunks, portion: data * microBatch * (schedule === "interleaved" ? pipeline : 1) };
}

/**
 * The issue about a value that forces another number, proportional to it, above a maximum; null if it does not.
 * @param wanted the other number
 */
function beyond(path: string, value: number, wanted: number, most: number, message: string): ValidationIssue | null {
  if (wanted <= most) return null;
  const nearest = Math.floor((value * most) / wanted);
  return { path, message: `${message}; expected at most ${most}.`, remedy: `Use ${nearest}${nearest > 1 ? " or less" : ""}.`, nearest };
}

/** The issue about a value that is not a multiple of `of`; null if it is. */
function undivided(path: string, value: number, of: number, message: string, most: number): ValidationIssue | null {
  if (value % of === 0) return null;
  const [below, above] = [Math.floor(value / of) * of, Math.ceil(value / of) * of];
  const around = [below, above].filter((each) => each > 0 && each <= most).sort((a, b) => Math.abs(a - value) - Math.abs(b - value));
  const [nearest, otherSide] = around;
  const remedy = `Use ${around.join(" or ")}.`;
  return { path, message, remedy, nearest, ...defined({ otherSide }) };
}

type SizedValues = StepValues & Told & { readonly rate: number };

/** A parameter and the smaller values that are possible for it, in ascending order. */
interface Smaller {
  readonly path: string;
  readonly count: number;
  at(k: number): number;
}

/** Smaller values of all parameters that make a step longer. */
function smallerOf(values: SizedValues, ranks: number): Readonly<Record<string, Smaller>> {
  const { layers, hidden, sequence, vocabulary, batch, tensor, pipeline, expert, experts, expertHidden, topK, every, microBatch } = values;
  const { perStage, portion } = multiplesOf(values, ranks);
  const multiples = (path: string, value: number, of: number): Smaller => ({
    path,
    count: Math.ceil(value / of) - 1,
    at: (k) => (k + 1) * of,
  });
  const divisors = (path: string, value: number): Smaller => {
    const low = Array.from({ length: Math.floor(Math.sqrt(value)) }, (_, k) => k + 1).filter((each) => value % each === 0);
    const all = [...new Set([...low, ...low.map((each) => value / each)])].filter((each) => each < value).sort((x, y) => x - y);
    return { path, count: all.length, at: (k) => all[k] };
  };
  return {
    batch: multiples("batch", batch, portion),
    hidden: multiples("hidden", hidden, tensor),
    sequence: multiples("sequence", sequence, 1),
    layers: multiples("layers", layers, experts === 0 ? perStage : perStage * every),
    vocabulary: multiples("vocabulary", vocabulary, 1),
    expertHidden: multiples("expertHidden", experts === 0 ? 0 : expertHidden, 1),
    topK: multiples("topK", experts === 0 ? 0 : topK, 1),
    expert: divisors("expert", expert),
    microBatch: divisors("microBatch", microBatch),
    every: divisors("every", experts === 0 ? 1 : every),
    ranks: multiples("ranks", ranks, tensor * pipeline * expert),
  };
}

/**
 * The largest smaller value that makes a form small enough, of the first parameter for which a single change suffices. If none suffices,
 * the smallest value of the first parameter that can be reduced; null if none can.
 */
function less(
  order: readonly Smaller[],
  isSmall: (changed: Readonly<Record<string, number>>) => boolean,
): { readonly path: string; readonly nearest: number } | null {
  const open = order.filter(({ count }) => count > 0);
  for (const { path, count, at } of open) {
    if (!isSmall({ [path]: at(0) })) continue;
    let [small, large] = [0, count];
    while (large - small > 1) {
      const middle = Math.floor((small + large) / 2);
      if (isSmall({ [path]: at(middle) })) small = middle;
      else large = middle;
    }
    return { path, nearest: at(small) };
  }
  return open.length === 0 ? null : { path: open[0].path, nearest: open[0].at(0) };
}

/** The issue about a form that is too large, with a value that is sufficient, or at least a step towards it. */
function tooLarge(message: string, found: ReturnType<typeof less>, others: string): ValidationIssue {
  if (found === null) return { path: "ranks", message, remedy: `Use ${others}.` };
  const { path, nearest } = found;
  return { path, message, remedy: `Use ${nearest} or less, or ${others}.`, nearest };
}

/** The issue about a compute time that is unknown or too long, or about too many messages or bytes. */
export function checkSize(values: SizedValues, ranks: number, { cycleSeconds, engine }: Conditions): readonly ValidationIssue[] {
  const { rate } = values;
  const order = (...paths: readonly string[]) => {
    const smaller = smallerOf(values, ranks);
    return paths.map((path) => smaller[path]);
  };
  const changed = (by: Readonly<Record<string, number>>) => ({ ...values, ...by });
  const stepWith = (by: Readonly<Record<string, number>>) => stepOf(changed(by), by["ranks"] ?? ranks);
  const sentWith = (by: Readonly<Record<string, number>>) => trafficOf(stepWith(by), changed(by));
  const { messages, bytes } = sentWith({});
  if (messages > mostMessages) {
    const message = `this would be ${messages} messages; at most ${mostMessages} are simulated.`;
    if (values.detail === "layer")
      return [{ path: "detail", message, remedy: "Use one message for a pass, or fewer ranks.", nearest: "pass" }];
    const found = less(order("batch", "expert", "layers", "ranks", "microBatch", "every"), (by) => sentWith(by).messages <= mostMessages);
    return [tooLarge(message, found, "fewer ranks")];
  }
  if (engine.moves === "packets" && bytes > mostBytes) {
    const paths = order("hidden", "batch", "sequence", "layers", "vocabulary", "expertHidden", "topK", "ranks", "microBatch", "every");
    const found = less(paths, (by) => sentWith(by).bytes <= mostBytes);
    return [tooLarge(tooManyBytes(bytes), found, "fluid flow")];
  }
  if (rate === 0) return [];
  if (cycleSeconds === null) {
    const message = "computing takes seconds, but this technology gives a cycle no length.";
    return [{ path: "rate", message, remedy: "Choose a technology with a rate, or computing that takes no time.", nearest: 0 }];
  }
  const secondsWith = (by: Readonly<Record<string, number>>) => {
    const { microBatches, chunks, layers, forward, backward } = stepWith(by);
    return (microBatches * chunks * layers * (forward + backward)) / (rate * 1e12);
  };
  const seconds = secondsWith({});
  const isReal = engine.time === "real";
  const most = (isReal ? mostCycles : mostWholeCycles) * cycleSeconds;
  if (seconds <= most) return [];
  const message = `a rank would compute for ${seconds.toPrecision(2)} s; at most ${most.toPrecision(2)} s are simulated on links of this rate${isReal ? "" : " packet by packet"}.`;
  const others = isReal ? "a smaller model" : "fluid flow";
  const faster = Math.ceil((10 * rate * seconds) / most) / 10;
  if (faster <= largest.rate) return [{ path: "rate", message, remedy: `Use ${faster} or more, or ${others}.`, nearest: faster }];
  return [
    tooLarge(
      message,
      less(
        order("batch", "hidden", "sequence", "layers", "vocabulary", "expertHidden", "topK", "microBatch", "every"),
        (by) => secondsWith(by) <= most,
      ),
      others,
    ),
  ];
}
