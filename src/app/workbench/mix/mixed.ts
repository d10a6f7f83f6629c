/** Any networks, compared for a mix of programs: small enough that it is done in seconds. */
import type { ChosenKind, IntegerParam } from "../../../core/base/params.ts";
import { defaultsOf } from "../../../core/base/params.ts";
import { type Document, variantsOf } from "../../../core/scenario/document.ts";
import { checkScenario, factsOf } from "../../../core/scenario/scenario.ts";
import { workloads } from "../../../core/kinds/all-kinds.ts";
import { withAnother } from "../../document/edit-document.ts";
import { canCompare } from "../../../core/scenario/edits/edit-place.ts";

/** Ranks for which programs on squares, on cubes and by halves are all defined, and fewer for small networks. */
const ranksTried = [64, 16, 4];
/** Bytes of the messages: from one packet to some hundred and fifty. */
const sizes = [10, 100, 1000, 10_000];
/** A single network is compared with so many others, where there are any as large. */
const others = 2;

/**
 * The document with every rank program that its networks can run, at several message sizes, all counting 1. A network
 * that stands alone gets others of its size beside it, and the one with most links is what they are measured by.
 * @returns null where no program has room
 */
export function withMix(document: Document): Document | null {
  const compared = document.beside.length > 0 ? document : withOthers(document);
  const networks = variantsOf(compared);
  const terminals = Math.min(...networks.map(({ topology }) => factsOf(topology).terminals));
  const links = networks.map(({ topology }) => factsOf(topology).links);
  for (const ranks of ranksTried) {
    if (ranks > terminals) continue;
    const programs = programsOf(ranks).filter((workload) => networks.every((each) => checkScenario({ ...each, workload }).length === 0));
    if (programs.length === 0) continue;
    return {
      ...compared,
      title: "",
      workload: programs[0],
      // What is different about the traffic is the mix, for all of them.
      beside: compared.beside.map((other) => ({ ...other, changes: other.changes.filter(({ path }) => path[0] !== "workload") })),
      baseline: document.beside.length > 0 ? document.baseline : links.indexOf(Math.max(...links)),
      sweep: [
        { path: ["workload"], values: programs },
        { path: ["workload", "message"], values: sizes },
      ],
      claim: null,
    };
  }
  return null;
}

/** Whether {@link withMix} would find one. */
export function canMix(document: Document): boolean {
  return variantsOf(document).every(({ topology }) => factsOf(topology).terminals >= ranksTried[ranksTried.length - 1]);
}

function withOthers(document: Document): Document {
  let compared = document;
  while (compared.beside.length < others && canCompare(compared)) {
    const next = withAnother(compared);
    // Where there is no other network of that size, the same once more would say nothing.
    if (next.beside[next.beside.length - 1].changes.length === 0) break;
    compared = next;
  }
  return compared;
}

/** Every workload that is a program of ranks with messages of a size, once for each number of dimensions it may have. */
function programsOf(ranks: number): readonly ChosenKind[] {
  return workloads.kinds.flatMap(({ id, params, endless }) => {
    if (endless || !("message" in params) || !("ranks" in params)) return [];
    const values = { ...defaultsOf(params), ranks };
    const dimensions = params["dimensions"] as IntegerParam | undefined;
    if (dimensions === undefined) return [{ kind: id, values }];
    const each = Array.from({ length: dimensions.max - dimensions.min + 1 }, (_, i) => dimensions.min + i);
    return each.map((value) => ({ kind: id, values: { ...values, dimensions: value } }));
  });
}
