/** Topology recognition: the list of families, and the entry point. */
import type { Network } from "../../core/network/network.ts";
import type { Fabric, Family, Placed, Recognised } from "./contract.ts";
import { Pieces } from "../../core/network/pieces.ts";
import { withCounts } from "./counts.ts";
import { type Differences, differences, irregularIn, isBelieved } from "./differences.ts";
import { dragonfly } from "./dragonfly.ts";
import { fabricOf, linksIn, neighboursOf } from "./fabric.ts";
import { fabricBetween, type HostsInside, hostsInsideOf, hostsSaid, separate, withHosts } from "./hosts-inside.ts";
import { hyperx } from "./hyperx.ts";
import { irregularitiesOf, type RatesOf, speedsIn } from "./irregular.ts";
import { settled } from "./settled.ts";
import { singleSwitch } from "./single-switch.ts";
import { torus } from "./torus.ts";
import { withSpeeds } from "./trees/tree-whole.ts";
import { noLinkJoins, trees } from "./trees/trees.ts";

/**
 * In order of simplicity: of several families that explain a network equally well, the first is reported. So a 4-cube is a 4 × 4 torus, and
 * a ring of four with terminals on every other switch is a two-level tree.
 */
export const families: readonly Family[] = [singleSwitch, torus, hyperx, trees, dragonfly];

/** Recognizes a network from its links alone; null if no family explains it without many exceptions. */
export function recognise(network: Network, { ratesOf }: { readonly ratesOf?: RatesOf } = {}): Recognised | null {
  if (network.forwards || network.isMedium === true || network.switches === 0) return null;
  const fabric = fabricOf(network);
  const inside = hostsInsideOf(network, fabric, ratesOf);
  if (inside !== null) return recogniseBetween(network, fabric, inside, ratesOf);
  const best = bestOf(fabric, families);
  return best === null
    ? null
    : {
        ...best,
        whole: apartSaid(
          network,
          fabric,
          withCounts(fabric, { ...best, whole: worded(network, best, ratesOf) }, differences(fabric, best)),
        ),
        irregular: irregularitiesOf(network, fabric, best, ratesOf),
      };
}

/**
 * Completes the sentence about trees without links between them: they are planes if terminals have links to several of them, and otherwise
 * separate parts of the network.
 */
function apartSaid({ terminals, firstOut, head }: Network, fabric: Fabric, whole: Placed["whole"]): Placed["whole"] {
  if (!whole.said.includes(noLinkJoins)) return whole;
  const pieces = new Pieces(fabric.switches);
  for (let s = 0; s < fabric.switches; s++) for (const t of neighboursOf(fabric, s)) pieces.join(s, t);
  let onSeveral = 0;
  for (let t = 0; t < terminals; t++) {
    const own = [...head.subarray(firstOut[t], firstOut[t + 1])].filter((n) => n >= terminals);
    if (new Set(own.map((n) => pieces.of(n - terminals))).size > 1) onSeveral++;
  }
  const share = onSeveral === terminals ? "Each terminal" : `${onSeveral} of the ${terminals} terminals`;
  const more =
    onSeveral === 0
      ? "No terminal hangs on two of them."
      : `${share} ${onSeveral === 1 || onSeveral === terminals ? "hangs" : "hang"} on several of them, as on planes of one network.`;
  return { ...whole, said: whole.said.flatMap((each) => (each === noLinkJoins ? [`${each} ${more}`] : [each])) };
}

/** Recognizes a network whose hosts have internal switches: the families are matched with the network between hosts. */
function recogniseBetween(network: Network, fabric: Fabric, inside: HostsInside, ratesOf?: RatesOf): Recognised | null {
  const between = fabricBetween(fabric, inside);
  const best = linksIn(between.fabric) === 0 ? separate(between.fabric) : bestOf(between.fabric, families);
  if (best === null) return null;
  const placed = withHosts(best, inside, between.switches);
  const whole = withCounts(
    between.fabric,
    { ...best, whole: { ...worded(network, placed, ratesOf), at: best.whole.at, hosts: best.whole.hosts } },
    differences(between.fabric, best),
  );
  const irregular = irregularitiesOf(network, fabric, placed, ratesOf);
  return { place: placed.place, whole: hostsSaid({ ...apartSaid(network, fabric, whole), hosts: placed.whole.hosts }, inside), irregular };
}

/** The ideal network; in a tree with known rates, the description of its narrowing includes the rates. */
function worded(network: Network, placed: Placed, ratesOf?: RatesOf): Placed["whole"] {
  const { whole } = placed;
  const speeds = ratesOf === undefined || whole.narrowing === undefined ? null : speedsIn(network, placed, ratesOf);
  return speeds === null ? whole : withSpeeds(whole, speeds);
}

/**
 * The placement with the fewest irregularities between switches; ties are broken by the number of switches with an unusual number of
 * terminals.
 */
export function bestOf(fabric: Fabric, families: readonly Family[]): Placed | null {
  let best: { readonly placed: Placed; readonly found: Differences } | null = null;
  for (const family of families) {
    const first = family.find(fabric);
    if (first === null) continue;
    const placed = settled(fabric, first);
    const found = differences(fabric, placed);
    if (!isBelieved(found)) continue;
    const less =
      best === null ? -1 : irregularIn(found) - irregularIn(best.found) || found.otherHosts.length - best.found.otherHosts.length;
    if (less < 0) best = { placed, found };
    // A perfect match cannot be improved.
    if (irregularIn(found) + found.otherHosts.length === 0) break;
  }
  return best?.placed ?? null;
}
