/** What of a training step's form does not fit together, and what would be too much of it. */
import type { ValidationIssue } from "../../base/errors.ts";
import type { Conditions } from "../contract.ts";
import { mostCycles, mostWholeCycles } from "../program.ts";
import { chunksOf, type StepValues, stepOf } from "./step.ts";
import { type Told, trafficOf } from "./traffic.ts";

/** Most messages of a step. */
const mostMessages = 2 ** 26;

/** The issue about degrees that ask for more ranks than there are places, by the largest of them; null where they do not. */
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

/** What of the form does not fit together. */
export function checkStep(values: StepValues, ranks: number): readonly ValidationIssue[] {
  const { layers, hidden, batch, microBatch, tensor, pipeline, expert, experts, topK, every, schedule } = values;
  const chunks = chunksOf(values);
  const data = ranks / (tensor * pipeline);
  const [stages, perStage] = chunks > 1 ? [`${pipeline} × ${chunks} chunks`, pipeline * chunks] : [many(pipeline, "stage"), pipeline];
  const portion = data * microBatch * (schedule === "interleaved" ? pipeline : 1);
  const isInterleaved = schedule === "interleaved";
  const issues = [
    undivided("layers", layers, perStage, `${many(layers, "layer")} cannot be dealt out to ${stages} evenly.`),
    undivided("hidden", hidden, tensor, `a hidden size of ${hidden} cannot be cut into ${tensor} equal parts.`),
    undivided(
      "batch",
      batch,
      portion,
      isInterleaved
        ? `a batch of ${batch} does not give each of ${many(data, "replica")} a multiple of ${pipeline} micro-batches of ${microBatch}, as interleaving asks.`
        : `a batch of ${batch} cannot be shared by ${many(data, "replica")} in micro-batches of ${microBatch}.`,
    ),
    ...(experts === 0
      ? []
      : [
          undivided("experts", experts, expert, `${many(experts, "expert")} cannot be spread over ${expert} ranks evenly.`),
          undivided(
            "layers",
            layers,
            perStage * every,
            `with experts in every ${every} layers, ${many(layers, "layer")} do not give ${stages} the same.`,
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

/** So many of them: `1 layer`, `2 layers`. */
const many = (count: number, one: string) => `${count} ${one}${count === 1 ? "" : "s"}`;

/** The issue about a number that is no multiple of another; null where it is one. */
function undivided(path: string, value: number, of: number, message: string): ValidationIssue | null {
  if (value % of === 0) return null;
  const [below, above] = [Math.floor(value / of) * of, Math.ceil(value / of) * of];
  const around = [below, above].filter((each) => each > 0).sort((a, b) => Math.abs(a - value) - Math.abs(b - value));
  const [nearest, otherSide] = around;
  const remedy = `Use ${around.join(" or ")}.`;
  return { path, message, remedy, nearest, ...(otherSide === undefined ? {} : { otherSide }) };
}

/** The issue about computing that nobody can time or that takes too long, or about too many messages. */
export function checkSize(
  values: StepValues & Told & { readonly rate: number },
  ranks: number,
  { cycleSeconds, inRealTime }: Conditions,
): readonly ValidationIssue[] {
  const { rate } = values;
  const step = stepOf(values, ranks);
  const { messages } = trafficOf(step, values);
  if (messages > mostMessages) {
    const message = `this would be ${messages} messages; at most ${mostMessages} are simulated.`;
    return values.detail === "layer"
      ? [{ path: "detail", message, remedy: "Use one message for a pass, or fewer ranks.", nearest: "pass" }]
      : [{ path: "batch", message, remedy: "Use a smaller batch, or fewer ranks." }];
  }
  if (rate === 0) return [];
  if (cycleSeconds === null) {
    const message = "computing takes seconds, but this technology gives a cycle no length.";
    return [{ path: "rate", message, remedy: "Choose a technology with a rate, or computing that takes no time.", nearest: 0 }];
  }
  const seconds = (step.microBatches * step.chunks * step.layers * (step.forward + step.backward)) / (rate * 1e12);
  const most = (inRealTime ? mostCycles : mostWholeCycles) * cycleSeconds;
  if (seconds <= most) return [];
  const message = `a rank would compute for ${seconds.toPrecision(2)} s; at most ${most.toPrecision(2)} s are simulated on links of this rate${inRealTime ? "" : " packet by packet"}.`;
  return [{ path: "rate", message, remedy: inRealTime ? "Use a higher rate, or a smaller batch." : "Use a smaller model, or fluid flow." }];
}
