/** The paths of a pair as a card lists them: the first few with their shares and highlights. */
import type { Way, WaysBetween } from "../../../core/analysis/ways-between.ts";
import type { Network } from "../../../core/network/network.ts";
import type { Highlight } from "../../../views/contract.ts";
import { countOf, formatShare, withUnit } from "../../../words/numbers.ts";
import { sayInside } from "../../../words/ways.ts";

/** Shares below this value are rounding errors. */
const crumb = 1e-7;

/** Maximum number of listed paths; the rest is summarized. */
const mostListed = 5;

export interface ListedPath {
  readonly path: string;
  /** `6 %`; for a detour, the share of packets that consider it: `compared by 6 %`. */
  readonly share: string;
  readonly highlight: Highlight;
}

/** The paths with the largest shares, and a sentence about the others; empty if there are none. */
export function listedPaths(
  network: Network,
  { ways, told, count }: WaysBetween,
): { readonly listed: readonly ListedPath[]; readonly rest: string } {
  const listed = ways.slice(0, mostListed).map((way) => ({
    path: sayInside(network, way),
    share: sayShare(way),
    highlight: highlightedBy(network, way),
  }));
  const others = (count ?? told) - listed.length;
  if (others <= 0) return { listed, rest: "" };
  const more = `And ${count === null ? "more than " : ""}${countOf(others, "other", "others")}`;
  const left = 1 - ways.slice(0, mostListed).reduce((sum, { share }) => sum + share, 0);
  return { listed, rest: left < crumb ? `${more}.` : `${more} with ${percent(left)}.` };
}

function sayShare({ share, compared }: Way): string {
  if (compared < crumb) return percent(share);
  return `${share < crumb ? "" : `${percent(share)}, `}compared by ${percent(compared)}`;
}

const percent = (part: number) => withUnit(formatShare(part), "%");

/** Highlights a path: its channels, switches and terminals. */
function highlightedBy({ terminals, tail, head }: Network, { channels }: Pick<Way, "channels">): Highlight {
  const nodes = channels.flatMap((c) => [tail[c], head[c]]);
  const [source, destination] = [tail[channels[0]], head[channels[channels.length - 1]]];
  return {
    channels: new Set(channels),
    switches: new Set(nodes.filter((n) => n >= terminals)),
    terminals: new Set(nodes.filter((n) => n < terminals)),
    parts: [
      { terminal: source, letter: "S" },
      { terminal: destination, letter: "D" },
    ],
  };
}
