/** The paths of a pair as a card lists them: the first few with their shares and highlights. */
import type { RoutedPath, PathsBetween } from "../../../core/analysis/paths-between.ts";
import type { Network } from "../../../core/network/network.ts";
import type { Highlight } from "../../../views/contract.ts";
import { countOf, formatShare, withUnit } from "../../../words/numbers.ts";
import { sayIntermediateNodes } from "../../../words/paths.ts";

/** Shares below this value are rounding errors. */
const minShare = 1e-7;

/** Maximum number of listed paths; the rest is summarized. */
const maxListedPaths = 5;

export interface ListedPath {
  readonly path: string;
  /** `6 %`; for a detour, the share of packets that consider it: `considered by 6 %`. */
  readonly share: string;
  readonly highlight: Highlight;
}

/** The paths with the largest shares, and a sentence about the others; empty if there are none. */
export function listedPaths(
  network: Network,
  { paths, listedCount, count }: PathsBetween,
): { readonly listed: readonly ListedPath[]; readonly rest: string } {
  const listed = paths.slice(0, maxListedPaths).map((path) => ({
    path: sayIntermediateNodes(network, path),
    share: sayShare(path),
    highlight: pathHighlight(network, path),
  }));
  const others = (count ?? listedCount) - listed.length;
  if (others <= 0) return { listed, rest: "" };
  const more = `And ${count === null ? "more than " : ""}${countOf(others, "other path", "other paths")}`;
  const restShare = 1 - paths.slice(0, maxListedPaths).reduce((sum, { share }) => sum + share, 0);
  return { listed, rest: restShare < minShare ? `${more}.` : `${more} with ${percent(restShare)}.` };
}

function sayShare({ share, compared }: RoutedPath): string {
  if (compared < minShare) return percent(share);
  return `${share < minShare ? "" : `${percent(share)}, `}considered by ${percent(compared)}`;
}

const percent = (share: number) => withUnit(formatShare(share), "%");

/** Highlights a path: its channels, switches and terminals. */
function pathHighlight({ terminals, tail, head }: Network, { channels }: Pick<RoutedPath, "channels">): Highlight {
  const nodes = channels.flatMap((c) => [tail[c], head[c]]);
  const [source, destination] = [tail[channels[0]], head[channels[channels.length - 1]]];
  return {
    channels: new Set(channels),
    switches: new Set(nodes.filter((n) => n >= terminals)),
    terminals: new Set(nodes.filter((n) => n < terminals)),
    roles: [
      { terminal: source, letter: "S" },
      { terminal: destination, letter: "D" },
    ],
  };
}
