/** Builds a mix of programs for any networks, small enough to run in seconds. */
import type { ChosenKind, IntegerParam } from "../../../core/base/params.ts";
import { defaultsOf } from "../../../core/base/params.ts";
import { type Document, variantsOf } from "../../../core/scenario/document.ts";
import { checkScenario, topologyFacts } from "../../../core/scenario/scenario.ts";
import { allWorkloads } from "../../../core/kinds/all-kinds.ts";
import { withAnotherNetwork } from "../../document/edit-document.ts";
import { canCompare } from "../../../core/scenario/edits/edit-document-value.ts";

/**
 * Numbers of ranks to try. All are squares and powers of two, as many programs require, and 64 is also a cube; 16 and 4 are for small
 * networks.
 */
const rankCounts = [64, 16, 4];
/** Message sizes in bytes: from one packet to about 150 packets. */
const messageSizes = [10, 100, 1000, 10_000];
/** Number of networks added for comparison with a single network, if others of its size exist. */
const addedNetworks = 2;

/**
 * Turns a document into a mix: a sweep over every rank program that its networks can run and over several message sizes, all with weight 1.
 * The number of ranks is the first of `rankCounts` for which all networks can run a program. A single network gets other networks of its
 * size for comparison; of these, the network with the most links becomes the baseline. Null if no program fits.
 */
export function withMix(document: Document): Document | null {
  const compared = document.beside.length > 0 ? document : withAddedNetworks(document);
  const networks = variantsOf(compared);
  const terminals = Math.min(...networks.map(({ topology }) => topologyFacts(topology).terminals));
  const links = networks.map(({ topology }) => topologyFacts(topology).links);
  for (const ranks of rankCounts) {
    if (ranks > terminals) continue;
    const programs = programsFor(ranks).filter((workload) => networks.every((each) => checkScenario({ ...each, workload }).length === 0));
    if (programs.length === 0) continue;
    return {
      ...compared,
      title: "",
      workload: programs[0],
      // The mix replaces all differences in traffic between the networks.
      beside: compared.beside.map((other) => ({ ...other, changes: other.changes.filter(({ path }) => path[0] !== "workload") })),
      baseline: document.beside.length > 0 ? document.baseline : links.indexOf(Math.max(...links)),
      sweep: [
        { path: ["workload"], values: programs },
        { path: ["workload", "message"], values: messageSizes },
      ],
      claim: null,
    };
  }
  return null;
}

/** Whether {@link withMix} may succeed: the networks have enough terminals. */
export function canMix(document: Document): boolean {
  return variantsOf(document).every(({ topology }) => topologyFacts(topology).terminals >= rankCounts[rankCounts.length - 1]);
}

function withAddedNetworks(document: Document): Document {
  let compared = document;
  while (compared.beside.length < addedNetworks && canCompare(compared)) {
    const next = withAnotherNetwork(compared);
    // Stop if there is no other network of this size: a copy would add nothing.
    if (next.beside[next.beside.length - 1].changes.length === 0) break;
    compared = next;
  }
  return compared;
}

/** Every rank program with a message size, once for each possible number of dimensions. */
function programsFor(ranks: number): readonly ChosenKind[] {
  return allWorkloads.kinds.flatMap(({ id, params, isEndless }) => {
    if (isEndless || !("message" in params) || !("ranks" in params)) return [];
    const values = { ...defaultsOf(params), ranks };
    const dimensions = params["dimensions"] as IntegerParam | undefined;
    if (dimensions === undefined) return [{ kind: id, values }];
    const each = Array.from({ length: dimensions.max - dimensions.min + 1 }, (_, i) => dimensions.min + i);
    return each.map((value) => ({ kind: id, values: { ...values, dimensions: value } }));
  });
}
