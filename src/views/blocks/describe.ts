/** The summary and the table of a transposition. */
import { memoizeLast } from "../memoize-last.ts";
import { nameOfNode, type Network } from "../../core/network/network.ts";
import { joinWithAnd } from "../../core/base/words.ts";
import type { TableData, ViewData } from "../contract.ts";
import { countOf, formatCount } from "../../words/numbers.ts";
import { hasMessageTimes, type BlockMoves, blockStateOf, moveTimesOf } from "./block-moves.ts";

/** One sentence: number of blocks, moves of each step, their switches, and the progress of the run. */
export function sayBlockMoves(blockMoves: BlockMoves, { network, frame, results }: ViewData): string {
  return `${sayMovesOfSteps(blockMoves, network)}${sayProgress(blockMoves, frame, results?.messages ?? [])}.`;
}

/** The part of the sentence that does not depend on the run. */
const sayMovesOfSteps = memoizeLast((blockMoves: BlockMoves, network: Network | null): string => {
  const { steps, moves, side } = blockMoves;
  const stepTexts = Array.from({ length: steps }, (_, i) => {
    const stepMoves = moves.filter(({ step }) => step === i + 1);
    const throughText =
      network === null
        ? ""
        : switchText(
            stepMoves.flatMap(({ switches }) => switches),
            network,
          );
    if (steps === 1) return throughText === "" ? "" : `they move${throughText}`;
    return `${formatCount(stepMoves.length)} ${i === 0 ? "move " : ""}in step ${i + 1}${throughText}`;
  }).filter((each) => each !== "");
  return `${side} × ${side} blocks${stepTexts.length === 0 ? "" : `${steps === 1 ? ";" : ":"} ${joinWithAnd(stepTexts)}`}${sayChannelSharing(blockMoves)}`;
});

/** The progress of the run: number of blocks that have arrived. */
function sayProgress(blockMoves: BlockMoves, frame: ViewData["frame"], results: NonNullable<ViewData["results"]>["messages"]): string {
  const { blockOnRank, now: currentCycle } = blockStateOf(blockMoves, frame, results);
  if (currentCycle === 0) return "";
  const initialBlocks = blockMoves.blockOnRank[0];
  const finalBlocks = blockMoves.blockOnRank[blockMoves.steps];
  if (!hasMessageTimes(blockMoves, frame, results)) {
    const displayText =
      blockOnRank === initialBlocks ? "the drawing shows the initial matrix until the run ends" : "the drawing shows the final matrix";
    return `; the ${countOf(blockMoves.messages, "message is", "messages are")} too many to track one by one: ${displayText}`;
  }
  const movedCount = finalBlocks.reduce((sum, block, rank) => sum + (block === rank ? 0 : 1), 0);
  const arrivedCount = finalBlocks.reduce((sum, block, rank) => sum + (block !== rank && blockOnRank[rank] === block ? 1 : 0), 0);
  return `; ${formatCount(arrivedCount)} of the ${countOf(movedCount, "block", "blocks")} that move ${arrivedCount === 1 ? "is" : "are"} at the destination`;
}

/** ` through the 4 Z switches`, ` through 2 of the 4 Y switches`. */
function switchText(nodes: readonly number[], network: Network): string {
  const distinctSwitches = [...new Set(nodes)];
  if (distinctSwitches.length === 0) return "";
  if (distinctSwitches.length === 1) return ` through ${nameOfNode(network, distinctSwitches[0])}`;
  const families = [...new Set(distinctSwitches.map((node) => nameOfNode(network, node).replace(/ ?\d+.*/, "")))];
  if (families.length > 1 || families[0] === "switch") return ` through ${countOf(distinctSwitches.length, "switch", "switches")}`;
  return ` through ${formatCount(distinctSwitches.length)} ${families[0]}es`;
}

/** Whether blocks of one step share a channel, according to the paths of their messages; empty where paths are unknown. */
function sayChannelSharing({ moves, steps }: BlockMoves): string {
  if (moves.length === 0 || moves.some(({ channels }) => channels.length === 0)) return "";
  let maxPerChannel = 0;
  for (let step = 1; step <= steps; step++) {
    const movesByChannel = new Map<number, number>();
    for (const move of moves) {
      if (move.step === step) for (const channel of move.channels) movesByChannel.set(channel, (movesByChannel.get(channel) ?? 0) + 1);
    }
    maxPerChannel = Math.max(maxPerChannel, ...movesByChannel.values());
  }
  return maxPerChannel <= 1
    ? "; no two blocks of a step share a channel"
    : `; up to ${formatCount(maxPerChannel)} blocks of a step share a channel`;
}

/**
 * The moves of blocks as a table, a row for each: the block by its row and column, the step, the terminals, the switches it crosses, and
 * the cycles of its start and end. Cells are empty where cycles are unknown.
 */
export function blockMovesTable(blockMoves: BlockMoves, { network, frame, results }: ViewData): TableData {
  const { side, moves, terminalOf } = blockMoves;
  const orEmpty = (cycle: number) => (cycle < 0 ? "" : cycle);
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
      const { start, end } = moveTimesOf(move, results?.messages ?? [], frame);
      const switchNames = network === null ? "" : move.switches.map((node) => nameOfNode(network, node)).join(", ");
      const name = `${Math.floor(move.block / side)}, ${move.block % side}`;
      return [name, move.step, terminalOf[move.from], terminalOf[move.to], switchNames, orEmpty(start), orEmpty(end)];
    }),
  };
}
