/** The parameters of switches, and the check whether a flow control supports them. */
import { withoutUndefined } from "../../base/defined.ts";
import { quoteValue, type ValidationIssue } from "../../base/errors.ts";
import { choice, integer } from "../../base/params.ts";
import type { RoutedNetwork } from "../../flow-control/contract.ts";
import { flowControls } from "../../flow-control/registry.ts";
import { plainSwitch, type SwitchRules } from "../../plan/switches.ts";
import type { SwitchSections } from "../switch.ts";

/** The parameters of switches. */
export const switchParams = {
  pipeline: integer({
    title: "Pipeline",
    word: "a pipeline of # cycles|a pipeline of # cycle",
    zero: "no pipeline",
    help: "Cycles that a header spends in the pipeline stages of a switch before it may request an output. Dally, Towles (2004), §16.",
    unit: "cycles",
    min: 0,
    max: 64,
    default: plainSwitch.pipeline,
  }),
  creditDelay: integer({
    title: "Credit delay",
    word: "a credit delay of # cycles|a credit delay of # cycle",
    zero: "no credit delay",
    help: "Cycles that a credit takes in addition to the delay of the link on the way back. Dally, Towles (2004), §16.3.",
    unit: "cycles",
    min: 0,
    max: 1024,
    default: plainSwitch.creditDelay,
  }),
  speedup: integer({
    title: "Speed-up",
    word: "a speed-up of #",
    zero: "a crossbar input per virtual channel",
    help: "Phits per cycle that an input sends through the crossbar, all its virtual channels together, and that an output receives. 0: every virtual channel has its own crossbar input. Dally, Towles (2004), §17.2.",
    min: 0,
    max: 16,
    default: plainSwitch.speedup,
  }),
  outputBuffer: integer({
    title: "Output buffer",
    word: "output buffers of # phits|output buffers of # phit",
    zero: "no output buffers",
    help: "Phits that fit into the buffer between crossbar and link, for each virtual channel of an output. 0: a phit crosses crossbar and link in one step. Dally, Towles (2004), §17.",
    unit: "phits",
    min: 0,
    max: 65_536,
    default: plainSwitch.outputBuffer,
  }),
  queues: choice({
    title: "Queues",
    word: "#",
    help: "Where packets wait for an output. Input queues have head-of-line blocking. Karol, Hluchyj, Morgan (IEEE Trans. Commun. 35, 1987).",
    default: plainSwitch.queues,
    choices: [
      {
        id: "input",
        title: "input queues",
        help: "One queue for each virtual channel of an input. Head-of-line blocking: the first packet, if it waits, blocks the packets behind it.",
      },
      {
        id: "virtual-output",
        title: "virtual output queues",
        help: "Each input has a queue for each output, each as long as an input queue; iSLIP matches inputs with outputs. McKeown (IEEE/ACM Trans. Netw. 7, 1999).",
      },
      {
        id: "output",
        title: "output queues",
        help: "A packet that arrives is immediately in the queue of its output: the ideal with which other switches are compared.",
      },
    ],
  }),
  iterations: integer({
    title: "Iterations",
    word: "# iterations|# iteration",
    help: "Rounds of request, grant and accept per cycle, for virtual output queues, or for wormhole switching with a speed-up. McKeown (IEEE/ACM Trans. Netw. 7, 1999), §2.",
    min: 1,
    max: 16,
    default: plainSwitch.iterations,
  }),
};

/**
 * The issue that the flow control does not support a switch parameter that differs from its default: either it knows plain switches only,
 * or it rejects the values for the built network.
 * @param firstParameter the first of the parameters that differ from their default
 * @param builtNetwork the network with its routing; if absent, only the flow control itself is checked
 */
export function switchSupportIssues(
  scenario: SwitchSections,
  [firstParameter]: readonly (keyof SwitchRules)[],
  builtNetwork?: RoutedNetwork,
): readonly ValidationIssue[] {
  const flowControl = flowControls.get(scenario.flowControl.kind);
  const { needsOfSwitches } = flowControl;
  if (needsOfSwitches === undefined) {
    const alternative = flowControls.findFirst((each) => each.needsOfSwitches !== undefined);
    const remedy = `Leave it out${alternative === undefined ? "" : `, or use ${alternative.title}`}.`;
    const value = quoteValue(scenario.switch[firstParameter]);
    return [
      {
        path: `switch.${firstParameter}`,
        message: `${value} cannot be used: ${flowControl.title} supports only plain switches.`,
        remedy,
        nearest: plainSwitch[firstParameter],
      },
    ];
  }
  const unsupported =
    builtNetwork === undefined ? null : needsOfSwitches.call(flowControl, scenario.flowControl.values, scenario.switch, builtNetwork);
  if (unsupported === null) return [];
  const { name, message, remedy, nearest } = unsupported;
  return [
    {
      path: `switch.${name}`,
      message: `${quoteValue(scenario.switch[name])} cannot be used: ${flowControl.title} ${message}.`,
      remedy,
      ...withoutUndefined({ nearest }),
    },
  ];
}
