/**
 * Converts between version 1 and version 2 of the schema. In version 1 packets took the output with the most credits by default, virtual
 * channels were compared one by one, and ties went to the first.
 */
import { defined } from "../base/defined.ts";
import type { Written } from "./migrate.ts";

/** Flow controls of both versions whose packets choose among outputs; the first is the default. */
const choosing: readonly unknown[] = ["virtual-cut-through", "store-and-forward", "wormhole"];
/** The name in version 2 of what version 1 called "most-credits". */
const byQueue = "queue-credits";
const usual = { selection: "most-credits", ties: "first" };

/** Paths of a document that affect the choice: the flow control, its selection, and its ties. */
const place = { whole: "flowControl", selection: "flowControl.selection", ties: "flowControl.ties" };

/** Converts the value at one of these paths to the other version; null if it cannot be expressed there. */
interface Words {
  whole(flowControl: unknown): unknown;
  selection(selection: unknown): unknown;
  ties(ties: unknown): unknown;
}

/** Converts a document of version 1 to version 2, with the old defaults written out. */
export function fromVersion1(document: Written): Written {
  return { ...document, ...spoken(document, later), version: 2 };
}

/** Converts a canonical document of version 2 to a canonical one of version 1; null if version 1 cannot express it. */
export function asVersion1(document: Written): Written | null {
  if (saysLater(document)) return null;
  const said: Record<string, unknown> = { ...document, ...spoken(document, earlier), version: 1 };
  if ([said["flowControl"], said["beside"], said["sweep"]].some(hasNull)) return null;
  if (JSON.stringify(said["flowControl"]) === JSON.stringify({ kind: choosing[0] })) delete said["flowControl"];
  return said;
}

/** Converts all parts of a document that affect the choice. */
function spoken(document: Written, words: Words): Written {
  const { beside, sweep } = document;
  return {
    flowControl: words.whole(document["flowControl"]),
    ...(Array.isArray(beside) ? { beside: beside.map((other) => otherIn(other, words)) } : {}),
    ...(Array.isArray(sweep) ? { sweep: sweep.map((axis) => axisIn(axis, words)) } : {}),
  };
}

/** Converts an entry of `beside`. */
function otherIn(other: unknown, words: Words): unknown {
  if (!isObject(other)) return other;
  const said = { ...other };
  if (place.whole in said) said[place.whole] = words.whole(said[place.whole]);
  if (place.selection in said) said[place.selection] = words.selection(said[place.selection]);
  if (place.ties in said) said[place.ties] = words.ties(said[place.ties]);
  return said;
}

/** Converts an entry of `sweep`. */
function axisIn(axis: unknown, words: Words): unknown {
  if (!isObject(axis) || !Array.isArray(axis["values"])) return axis;
  const values: readonly unknown[] = axis["values"];
  switch (axis["path"]) {
    case place.whole:
      return { ...axis, values: values.map((each) => words.whole(each)) };
    case place.selection:
      return { ...axis, values: values.map((each) => words.selection(each)) };
    default:
      return axis;
  }
}

const later: Words = {
  whole(flowControl) {
    const kind = flowControl === undefined ? choosing[0] : isObject(flowControl) ? flowControl["kind"] : flowControl;
    if (!choosing.includes(kind)) return flowControl;
    const said = isObject(flowControl) ? flowControl : {};
    const { selection = usual.selection, ties = usual.ties } = said;
    return { ...said, kind, selection: later.selection(selection), ties };
  },
  selection: (selection) => (selection === undefined || selection === usual.selection ? byQueue : selection),
  ties: (ties) => (ties === undefined ? usual.ties : ties),
};

const earlier: Words = {
  whole(flowControl) {
    const said = isObject(flowControl) ? flowControl : { kind: choosing[0] };
    if (!choosing.includes(said["kind"])) return flowControl;
    const { selection, ties = "random", arbitration, priority, ...rest } = said;
    const known = earlier.selection(selection);
    // Keeps the order of the keys.
    return {
      ...rest,
      ...(known === usual.selection ? {} : { selection: known }),
      ...(ties === usual.ties ? {} : { ties }),
      ...defined({ arbitration, priority }),
    };
  },
  selection: (selection) => (selection === byQueue ? usual.selection : isLater(selection) ? null : selection),
  ties: (ties) => ties,
};

/** Whether a selection is new in version 2: its default, or comparing all queues behind an output. */
function isLater(selection: unknown): boolean {
  return selection === undefined || selection === "shared" || selection === "most-credits";
}

/** Sections and paths that version 1 did not have. */
const laterSections = /^((links|switch)(\.|$)|run\.precision$)/;

/** Whether a document uses any of them: in its first scenario, in another one, or in its sweep. */
function saysLater(document: Written): boolean {
  const [beside, sweep] = ["beside", "sweep"].map((key) => (Array.isArray(document[key]) ? document[key] : []) as readonly Written[]);
  const said = [document, ...beside].flatMap((each) => Object.keys(each));
  if ([document, ...beside].some(({ run }) => isObject(run) && run["precision"] !== undefined)) return true;
  return [...said, ...sweep.map(({ path }) => String(path))].some((path) => laterSections.test(path));
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Whether a value is null or contains null. */
function hasNull(value: unknown): boolean {
  return value === null || (typeof value === "object" && Object.values(value).some(hasNull));
}
