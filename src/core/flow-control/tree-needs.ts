/** Requirements of programs with reduction trees on the flow control; loaded with the first such program. */
import type { ValidationIssue } from "../base/errors.ts";
import type { Registry } from "../base/kind-registry.ts";
import type { Network } from "../network/network.ts";
import type { Program } from "../programs/program.ts";
import { writtenSends } from "../programs/sends.ts";
import { plainSwitch, type SwitchRules } from "../plan/switches.ts";
import type { FlowControl } from "./contract.ts";

/**
 * Why switches cannot reduce and replicate the messages of a program's trees under a flow control, as a validation issue; null if they can.
 * The remedy names the first flow control that supports trees beside other traffic (`treeSupport` "beside").
 * @param flowControls All flow controls, in the order of the choice.
 */
export function treeIssue(
  flowControls: Registry<FlowControl>,
  { treeSupport, title }: FlowControl,
  { graph, backgroundTraffic, ...program }: Program,
  { groupCapacity }: Network,
  { speedup, outputBuffer, queues }: SwitchRules = plainSwitch,
): ValidationIssue | null {
  if (graph !== undefined) {
    const message = "in-network collectives cannot be combined with a trace.";
    return { path: "workload", message, remedy: "Use another algorithm." };
  }
  const nearest = flowControls.findFirst((each) => each.treeSupport === "beside")!;
  const unsupported = (message: string): ValidationIssue => ({
    path: "flowControl",
    message: `under ${title} ${message}.`,
    remedy: `Use ${nearest.title}, or another algorithm.`,
    nearest: nearest.id,
  });
  if (treeSupport === undefined) return unsupported("switches do not reduce or replicate messages");
  if (treeSupport === "beside") return null;
  if (backgroundTraffic !== undefined || writtenSends(program).length > 0)
    return unsupported("switches reduce and replicate only if there is no other traffic");
  if (groupCapacity.length > 0) return unsupported("switches reduce and replicate only if no channels share a capacity");
  const isPlain = speedup === 0 && outputBuffer === 0 && queues === "input";
  return isPlain ? null : unsupported("switches reduce and replicate only with input queues, without speed-up and without output buffers");
}
