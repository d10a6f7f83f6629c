/** The summary and the table of a transposition. */
import { lately } from "../lately.ts";
import { nameOfNode, type Network } from "../../core/network/network.ts";
import { anded } from "../../core/base/words.ts";
import type { Table, ViewData } from "../contract.ts";
import { countOf, formatCount } from "../../words/numbers.ts";
import { isFollowed, type Journey, momentOf, timesOf } from "./journey.ts";

/** One sentence: number of blocks, moves of each step, their switches, and the progress of the run. */
export function sayJourney(journey: Journey, { network, frame, results }: ViewData): string {
  return `${sayCourse(journey, network)}${sayProgress(journey, frame, results?.messages ?? [])}.`;
}

/** The part that does not depend on the run. */
const sayCourse = lately((journey: Journey, network: Network | null): string => {
  const { steps, moves, side } = journey;
  const ways = Array.from({ length: steps }, (_, i) => {
    const own = moves.filter(({ step }) => step === i + 1);
    const through =
      network === null
        ? ""
        : throughOf(
            own.flatMap(({ switches }) => switches),
            network,
          );
    return `${steps === 1 ? "" : `${formatCount(own.length)} in step ${i + 1}`}${through}`.trim();
  }).filter((each) => each !== "");
  return `${side} × ${side} blocks${ways.length === 0 ? "" : `, ${anded(ways)}`}${sharing(journey)}`;
});

/** The progress of the run: number of blocks that have arrived. */
function sayProgress(journey: Journey, frame: ViewData["frame"], results: NonNullable<ViewData["results"]>["messages"]): string {
  const { held, now } = momentOf(journey, frame, results);
  if (now === 0) return "";
  const first = journey.held[0];
  const last = journey.held[journey.steps];
  if (!isFollowed(journey, frame, results)) {
    const shown = held === first ? "the matrix is shown as it begins until all is done" : "the matrix is shown as it ends";
    return `; its ${countOf(journey.messages, "message is", "messages are")} too many to be followed one by one: ${shown}`;
  }
  const moved = last.reduce((sum, block, rank) => sum + (block === rank ? 0 : 1), 0);
  const there = last.reduce((sum, block, rank) => sum + (block !== rank && held[rank] === block ? 1 : 0), 0);
  return `; ${formatCount(there)} of the ${formatCount(moved)} that change places have come to theirs`;
}

/** ` through the 4 Z switches`, ` through 2 of the 4 Y switches`. */
function throughOf(nodes: readonly number[], network: Network): string {
  const used = [...new Set(nodes)];
  if (used.length === 0) return "";
  if (used.length === 1) return ` through ${nameOfNode(network, used[0])}`;
  const families = [...new Set(used.map((n) => nameOfNode(network, n).replace(/ ?\d+.*/, "")))];
  if (families.length > 1 || families[0] === "switch") return ` through ${countOf(used.length, "switch", "switches")}`;
  return ` through ${formatCount(used.length)} ${families[0]}es`;
}

/** Whether blocks of one step share a channel, according to the paths of their messages; empty where paths are unknown. */
function sharing({ moves, steps }: Journey): string {
  if (moves.length === 0 || moves.some(({ channels }) => channels.length === 0)) return "";
  let most = 0;
  for (let step = 1; step <= steps; step++) {
    const count = new Map<number, number>();
    for (const move of moves) {
      if (move.step === step) for (const c of move.channels) count.set(c, (count.get(c) ?? 0) + 1);
    }
    most = Math.max(most, ...count.values());
  }
  return most <= 1 ? "; no two of a step share a channel" : `; up to ${formatCount(most)} of a step share a channel`;
}

/** A row for each move. */
export function journeyTable(journey: Journey, { network, frame, results }: ViewData): Table {
  const { side, moves, terminalOf } = journey;
  const known = (cycle: number) => (cycle < 0 ? "" : cycle);
  return {
    columns: [
      { title: "Block", unit: "" },
      { title: "Step", unit: "" },
      { title: "From", unit: "node" },
      { title: "To", unit: "node" },
      { title: "Switch", unit: "" },
      { title: "Start", unit: "cycle" },
      { title: "End", unit: "cycle" },
    ],
    rows: moves.map((move) => {
      const { start, end } = timesOf(move, results?.messages ?? [], frame);
      const through = network === null ? "" : move.switches.map((n) => nameOfNode(network, n)).join(", ");
      const name = `${Math.floor(move.block / side)}, ${move.block % side}`;
      return [name, move.step, terminalOf[move.from], terminalOf[move.to], through, known(start), known(end)];
    }),
  };
}
