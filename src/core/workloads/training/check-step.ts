/** Checks the parameters of a training step: whether they fit together, and whether the step is too large to simulate. */
import { withoutUndefined } from "../../base/defined.ts";
import type { ValidationIssue } from "../../base/errors.ts";
import type { Conditions } from "../contract.ts";
import { maxTotalBytes, maxBusyCycles, maxWholeBusyCycles, tooManyBytesMessage } from "../program.ts";
import { chunksPerRank, stepLimits, type StepValues, stepCosts } from "./step-costs.ts";
import { type TrafficOptions, stepTraffic } from "./traffic.ts";

/** Maximum number of messages of a step. */
const maxMessages = 2 ** 26;

/**
 * The issue about degrees of parallelism whose product exceeds the number of ranks that the mapping can place; null if it does not. It
 * suggests to reduce the largest degree.
 */
export function degreesIssue(values: StepValues, capacity: number): ValidationIssue | null {
  const degrees = (["tensor", "pipeline", "expert"] as const).map((path) => ({ path, degree: values[path] }));
  const rankProduct = degrees.reduce((ranks, { degree }) => ranks * degree, 1);
  if (rankProduct <= capacity) return null;
  const { path, degree } = degrees.reduce((largestDegree, each) => (each.degree > largestDegree.degree ? each : largestDegree));
  const nearest = Math.max(1, Math.floor((capacity * degree) / rankProduct));
  const product = degrees.flatMap((each) => (each.degree > 1 ? [each.degree] : [])).join(" × ");
  const message = `${product} ranks do not fit; the mapping has ${capacity} places.`;
  return { path, message, remedy: `Use ${nearest} or less, or a larger network.`, nearest };
}

/** Issues with the combination of parameters. */
export function checkStep(values: StepValues, ranks: number): readonly ValidationIssue[] {
  const { layers, hidden, batch, microBatch, tensor, pipeline, expert, experts, topK, every, schedule } = values;
  const { chunks, data, perStage: layerMultiple, portion: batchMultiple } = requiredMultiples(values, ranks);
  const stages = chunks > 1 ? `${pipeline} × ${chunks} chunks` : countOf(pipeline, "stage");
  const isInterleaved = schedule === "interleaved";
  const consumers = isInterleaved ? `${countOf(data, "replica")} with ${pipeline} micro-batches each` : countOf(data, "replica");
  const issues = [
    excessIssue("chunks", chunks, layerMultiple, stepLimits.layers, `${stages} need ${layerMultiple} layers`) ??
      divisibilityIssue(
        "layers",
        layers,
        layerMultiple,
        `${countOf(layers, "layer")} cannot be distributed evenly over ${stages}.`,
        stepLimits.layers,
      ),
    divisibilityIssue("hidden", hidden, tensor, `a hidden size of ${hidden} cannot be cut into ${tensor} equal parts.`, stepLimits.hidden),
    excessIssue(
      "microBatch",
      microBatch,
      batchMultiple,
      stepLimits.batch,
      `${consumers}, of ${microBatch} sequences, need a batch of ${batchMultiple}`,
    ) ??
      divisibilityIssue(
        "batch",
        batch,
        batchMultiple,
        isInterleaved
          ? `a batch of ${batch} does not give each of ${countOf(data, "replica")} a multiple of ${pipeline} micro-batches of ${microBatch}, as interleaving requires.`
          : `a batch of ${batch} cannot be shared by ${countOf(data, "replica")} in micro-batches of ${microBatch}.`,
        stepLimits.batch,
      ),
    ...(experts === 0
      ? []
      : [
          divisibilityIssue(
            "experts",
            experts,
            expert,
            `${countOf(experts, "expert")} cannot be distributed evenly over ${expert} ranks.`,
            stepLimits.experts,
          ),
          excessIssue(
            "every",
            every,
            layerMultiple * every,
            stepLimits.layers,
            `${stages} with experts in every ${every} layers need ${layerMultiple * every} layers`,
          ) ??
            divisibilityIssue(
              "layers",
              layers,
              layerMultiple * every,
              `with experts in every ${every} layers, ${countOf(layers, "layer")} do not give ${stages} the same number of layers with experts.`,
              stepLimits.layers,
            ),
        ]),
  ].filter((each) => each !== null);
  if (issues.length > 0) return issues.slice(0, 1);
  if (experts === 0 && expert > 1) {
    const message = `the model has no experts to distribute over ${expert} ranks.`;
    return [{ path: "expert", message, remedy: "Use 1, or add experts.", nearest: 1 }];
  }
  if (experts > 0 && topK > experts) {
    const message = `a token cannot go to ${topK} of ${countOf(experts, "expert")}.`;
    return [{ path: "topK", message, remedy: `Use ${experts} or less, or more experts.`, nearest: experts }];
  }
  return [];
}

/** A count with its noun: `1 layer`, `2 layers`. */
const countOf = (count: number, one: string) => `${count} ${one}${count === 1 ? "" : "s"}`;

/**
 * Numbers of which parameters must be multiples: the layers a multiple of p·v (times `every` if there are experts), the batch a multiple of
 * d·b, or of d·b·p if chunks are interleaved.
 */
function requiredMultiples(values: StepValues, ranks: number) {
  const { microBatch, tensor, pipeline, schedule } = values;
  const [chunks, data] = [chunksPerRank(values), ranks / (tensor * pipeline)];
  return { chunks, data, perStage: pipeline * chunks, portion: data * microBatch * (schedule === "interleaved" ? pipeline : 1) };
}

/**
 * The issue about a value because another number, which is proportional to it, exceeds a maximum; null if it does not.
 * @param required the other number
 */
function excessIssue(path: string, value: number, required: number, max: number, message: string): ValidationIssue | null {
  if (required <= max) return null;
  const nearest = Math.floor((value * max) / required);
  return { path, message: `${message}; expected at most ${max}.`, remedy: `Use ${nearest}${nearest > 1 ? " or less" : ""}.`, nearest };
}

/** The issue about a value that is not a multiple of `divisor`; null if it is. */
function divisibilityIssue(path: string, value: number, divisor: number, message: string, max: number): ValidationIssue | null {
  if (value % divisor === 0) return null;
  const [below, above] = [Math.floor(value / divisor) * divisor, Math.ceil(value / divisor) * divisor];
  const neighbors = [below, above].filter((each) => each > 0 && each <= max).sort((a, b) => Math.abs(a - value) - Math.abs(b - value));
  const [nearest, otherSide] = neighbors;
  const remedy = `Use ${neighbors.join(" or ")}.`;
  return { path, message, remedy, nearest, ...withoutUndefined({ otherSide }) };
}

type SizedValues = StepValues & TrafficOptions & { readonly rate: number };

/** A parameter and the smaller values that are possible for it, in ascending order. */
interface SmallerValues {
  readonly path: string;
  readonly count: number;
  valueAt(k: number): number;
}

/**
 * By name of a parameter of a training step, all its smaller valid values in ascending order, for suggestions when a step takes too long.
 * Some must be multiples of another parameter (the batch a multiple of `portion`, layers a multiple of `perStage`), others divisors of the
 * present value. A list is given by its `count` and `valueAt(k)`, because it may be long.
 */
function smallerValues(values: SizedValues, ranks: number): Readonly<Record<string, SmallerValues>> {
  const { layers, hidden, sequence, vocabulary, batch, tensor, pipeline, expert, experts, expertHidden, topK, every, microBatch } = values;
  const { perStage, portion } = requiredMultiples(values, ranks);
  const multiples = (path: string, value: number, divisor: number): SmallerValues => ({
    path,
    count: Math.ceil(value / divisor) - 1,
    valueAt: (k) => (k + 1) * divisor,
  });
  const divisors = (path: string, value: number): SmallerValues => {
    const smallDivisors = Array.from({ length: Math.floor(Math.sqrt(value)) }, (_, k) => k + 1).filter((divisor) => value % divisor === 0);
    const properDivisors = [...new Set([...smallDivisors, ...smallDivisors.map((divisor) => value / divisor)])]
      .filter((divisor) => divisor < value)
      .sort((x, y) => x - y);
    return { path, count: properDivisors.length, valueAt: (k) => properDivisors[k] };
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
 * A parameter and its reduced value with which a step is small enough: the first parameter for which a single change suffices, with the
 * largest such value. If none suffices, the smallest value of the first parameter that can be reduced; null if none can.
 */
function findReduction(
  order: readonly SmallerValues[],
  isSmallEnough: (changed: Readonly<Record<string, number>>) => boolean,
): { readonly path: string; readonly nearest: number } | null {
  const reducible = order.filter(({ count }) => count > 0);
  for (const { path, count, valueAt } of reducible) {
    if (!isSmallEnough({ [path]: valueAt(0) })) continue;
    let [largestFit, smallestMisfit] = [0, count];
    while (smallestMisfit - largestFit > 1) {
      const middle = Math.floor((largestFit + smallestMisfit) / 2);
      if (isSmallEnough({ [path]: valueAt(middle) })) largestFit = middle;
      else smallestMisfit = middle;
    }
    return { path, nearest: valueAt(largestFit) };
  }
  return reducible.length === 0 ? null : { path: reducible[0].path, nearest: reducible[0].valueAt(0) };
}

/** The issue about a step that is too large. Suggests the reduced value that was found. */
function tooLargeIssue(message: string, found: ReturnType<typeof findReduction>, others: string): ValidationIssue {
  if (found === null) return { path: "ranks", message, remedy: `Use ${others}.` };
  const { path, nearest } = found;
  return { path, message, remedy: `Use ${nearest} or less, or ${others}.`, nearest };
}

/** The issue about a compute time that is unknown or too long, or about too many messages or bytes. */
export function checkStepSize(values: SizedValues, ranks: number, { cycleSeconds, engine }: Conditions): readonly ValidationIssue[] {
  const { rate } = values;
  const smallerOf = (...parameters: readonly string[]) => {
    const smaller = smallerValues(values, ranks);
    return parameters.map((path) => smaller[path]);
  };
  const changedValues = (changes: Readonly<Record<string, number>>) => ({ ...values, ...changes });
  const stepWith = (changes: Readonly<Record<string, number>>) => stepCosts(changedValues(changes), changes["ranks"] ?? ranks);
  const trafficWith = (changes: Readonly<Record<string, number>>) => stepTraffic(stepWith(changes), changedValues(changes));
  const { messages, bytes } = trafficWith({});
  if (messages > maxMessages) {
    const message = `this would be ${messages} messages; at most ${maxMessages} are simulated.`;
    if (values.detail === "layer")
      return [{ path: "detail", message, remedy: "Use one message per pass, or fewer ranks.", nearest: "pass" }];
    const reduction = findReduction(
      smallerOf("batch", "expert", "layers", "ranks", "microBatch", "every"),
      (changes) => trafficWith(changes).messages <= maxMessages,
    );
    return [tooLargeIssue(message, reduction, "fewer ranks")];
  }
  if (engine.granularity === "packets" && bytes > maxTotalBytes) {
    const parameters = smallerOf(
      "hidden",
      "batch",
      "sequence",
      "layers",
      "vocabulary",
      "expertHidden",
      "topK",
      "ranks",
      "microBatch",
      "every",
    );
    const reduction = findReduction(parameters, (changes) => trafficWith(changes).bytes <= maxTotalBytes);
    return [tooLargeIssue(tooManyBytesMessage(bytes), reduction, "fluid flow")];
  }
  if (rate === 0) return [];
  if (cycleSeconds === null) {
    const message = "computing times are in seconds, but in this technology a cycle has no length.";
    return [{ path: "rate", message, remedy: "Choose a technology with a rate, or set the computing rate to 0.", nearest: 0 }];
  }
  const secondsWith = (changes: Readonly<Record<string, number>>) => {
    const { microBatches, chunks, layers, forward, backward } = stepWith(changes);
    return (microBatches * chunks * layers * (forward + backward)) / (rate * 1e12);
  };
  const seconds = secondsWith({});
  const isReal = engine.time === "real";
  const maxSeconds = (isReal ? maxBusyCycles : maxWholeBusyCycles) * cycleSeconds;
  if (seconds <= maxSeconds) return [];
  const message = `a rank would compute for ${seconds.toPrecision(2)} s; at most ${maxSeconds.toPrecision(2)} s are simulated on links of this rate${isReal ? "" : " packet by packet"}.`;
  const alternative = isReal ? "a smaller model" : "fluid flow";
  const sufficientRate = Math.ceil((10 * rate * seconds) / maxSeconds) / 10;
  if (sufficientRate <= stepLimits.rate)
    return [{ path: "rate", message, remedy: `Use ${sufficientRate} or more, or ${alternative}.`, nearest: sufficientRate }];
  return [
    tooLargeIssue(
      message,
      findReduction(
        smallerOf("batch", "hidden", "sequence", "layers", "vocabulary", "expertHidden", "topK", "microBatch", "every"),
        (changes) => secondsWith(changes) <= maxSeconds,
      ),
      alternative,
    ),
  ];
}
