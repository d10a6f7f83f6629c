/** What programs with trees need of a flow control; fetched with the first of them. */
import type { ValidationIssue } from "../base/errors.ts";
import type { Registry } from "../base/registry.ts";
import type { Network } from "../network/network.ts";
import type { Program } from "../programs/program.ts";
import { writtenSends } from "../programs/sends.ts";
import { plainSwitch, type SwitchRules } from "../plan/switches.ts";
import type { FlowControl } from "./contract.ts";

/** The issue about a program with trees where switches do not reduce and replicate all that it gives to them, with one of all kinds that does; null for none. */
export function treeIssue(
  flowControls: Registry<FlowControl>,
  { reduces, title }: FlowControl,
  { graph, beside, ...program }: Program,
  { groupCapacity }: Network,
  { speedup, outputBuffer, queues }: SwitchRules = plainSwitch,
): ValidationIssue | null {
  if (graph !== undefined) {
    const message = "switches reduce and replicate for programs that are lists of operations; beside a trace they do not.";
    return { path: "workload", message, remedy: "Use another algorithm beside a trace." };
  }
  const nearest = flowControls.firstThat((each) => each.reduces === "beside")!;
  const other = (message: string): ValidationIssue => ({
    path: "flowControl",
    message: `under ${title} ${message}.`,
    remedy: `Use ${nearest.title}, or another algorithm.`,
    nearest: nearest.id,
  });
  if (reduces === undefined) return other("no switch reduces or replicates messages");
  if (reduces === "beside") return null;
  if (beside !== undefined || writtenSends(program).length > 0)
    return other("switches reduce and replicate only where nothing else is sent");
  if (groupCapacity.length > 0) return other("switches reduce and replicate only where no channels share a capacity");
  const isPlain = speedup === 0 && outputBuffer === 0 && queues === "input";
  return isPlain ? null : other("switches reduce and replicate only with input queues, without speed-up and output buffers");
}
