/**
 * Converts between version 1 and version 2 of the schema. In version 1 packets took the output with the most credits by default, virtual
 * channels were compared one by one, and ties went to the first.
 */
import { withoutUndefined } from "../base/defined.ts";
import type { WrittenDocument } from "./migrate.ts";

/** Flow controls of both versions whose packets choose among outputs; the first is the default. */
const choosingFlowControls: readonly unknown[] = ["virtual-cut-through", "store-and-forward", "wormhole"];
/** The name in version 2 of what version 1 called "most-credits". */
const queueCredits = "queue-credits";
const version1Defaults = { selection: "most-credits", ties: "first" };

/** Paths of a document that affect the choice of an output: the flow control, its selection, and its ties. */
const paths = { whole: "flowControl", selection: "flowControl.selection", ties: "flowControl.ties" };

/** Converts the value at one of these paths to the other version; null if it cannot be expressed there. */
interface Translation {
  whole(flowControl: unknown): unknown;
  selection(selection: unknown): unknown;
  ties(ties: unknown): unknown;
}

/** Converts a document of version 1 to version 2, with the old defaults written out. */
export function fromVersion1(document: WrittenDocument): WrittenDocument {
  return { ...document, ...translate(document, toVersion2), version: 2 };
}

/** Converts a canonical document of version 2 to a canonical document of version 1; null if version 1 cannot express it. */
export function asVersion1(document: WrittenDocument): WrittenDocument | null {
  if (usesNewPaths(document)) return null;
  const translated: Record<string, unknown> = { ...document, ...translate(document, toVersion1), version: 1 };
  if ([translated["flowControl"], translated["beside"], translated["sweep"]].some(hasNull)) return null;
  if (JSON.stringify(translated["flowControl"]) === JSON.stringify({ kind: choosingFlowControls[0] })) delete translated["flowControl"];
  return translated;
}

/** Converts all parts of a document that affect the choice of an output. */
function translate(document: WrittenDocument, translation: Translation): WrittenDocument {
  const { beside, sweep } = document;
  return {
    flowControl: translation.whole(document["flowControl"]),
    ...(Array.isArray(beside) ? { beside: beside.map((other) => translateScenario(other, translation)) } : {}),
    ...(Array.isArray(sweep) ? { sweep: sweep.map((axis) => translateSweep(axis, translation)) } : {}),
  };
}

/** Converts an entry of `beside`. */
function translateScenario(other: unknown, translation: Translation): unknown {
  if (!isObject(other)) return other;
  const translated = { ...other };
  if (paths.whole in translated) translated[paths.whole] = translation.whole(translated[paths.whole]);
  if (paths.selection in translated) translated[paths.selection] = translation.selection(translated[paths.selection]);
  if (paths.ties in translated) translated[paths.ties] = translation.ties(translated[paths.ties]);
  return translated;
}

/** Converts an entry of `sweep`. */
function translateSweep(axis: unknown, translation: Translation): unknown {
  if (!isObject(axis) || !Array.isArray(axis["values"])) return axis;
  const values: readonly unknown[] = axis["values"];
  switch (axis["path"]) {
    case paths.whole:
      return { ...axis, values: values.map((each) => translation.whole(each)) };
    case paths.selection:
      return { ...axis, values: values.map((each) => translation.selection(each)) };
    default:
      return axis;
  }
}

const toVersion2: Translation = {
  whole(flowControl) {
    const kind = flowControl === undefined ? choosingFlowControls[0] : isObject(flowControl) ? flowControl["kind"] : flowControl;
    if (!choosingFlowControls.includes(kind)) return flowControl;
    const values = isObject(flowControl) ? flowControl : {};
    const { selection = version1Defaults.selection, ties = version1Defaults.ties } = values;
    return { ...values, kind, selection: toVersion2.selection(selection), ties };
  },
  selection: (selection) => (selection === undefined || selection === version1Defaults.selection ? queueCredits : selection),
  ties: (ties) => (ties === undefined ? version1Defaults.ties : ties),
};

const toVersion1: Translation = {
  whole(flowControl) {
    const values = isObject(flowControl) ? flowControl : { kind: choosingFlowControls[0] };
    if (!choosingFlowControls.includes(values["kind"])) return flowControl;
    const { selection, ties = "random", arbitration, priority, ...rest } = values;
    const oldSelection = toVersion1.selection(selection);
    // Keeps the order of the keys.
    return {
      ...rest,
      ...(oldSelection === version1Defaults.selection ? {} : { selection: oldSelection }),
      ...(ties === version1Defaults.ties ? {} : { ties }),
      ...withoutUndefined({ arbitration, priority }),
    };
  },
  selection: (selection) => (selection === queueCredits ? version1Defaults.selection : isNewSelection(selection) ? null : selection),
  ties: (ties) => ties,
};

/** Whether a selection is new in version 2: its default, or comparing all queues behind an output. */
function isNewSelection(selection: unknown): boolean {
  return selection === undefined || selection === "shared" || selection === "most-credits";
}

/** Sections and paths that version 1 did not have. */
const newPaths = /^((links|switch)(\.|$)|run\.precision$)/;

/** Whether a document uses a section or path that version 1 did not have: in its first scenario, in another one, or in its sweep. */
function usesNewPaths(document: WrittenDocument): boolean {
  const [beside, sweep] = ["beside", "sweep"].map(
    (key) => (Array.isArray(document[key]) ? document[key] : []) as readonly WrittenDocument[],
  );
  const keys = [document, ...beside].flatMap((each) => Object.keys(each));
  if ([document, ...beside].some(({ run }) => isObject(run) && run["precision"] !== undefined)) return true;
  return [...keys, ...sweep.map(({ path }) => String(path))].some((path) => newPaths.test(path));
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Whether a value is null or contains null. */
function hasNull(value: unknown): boolean {
  return value === null || (typeof value === "object" && Object.values(value).some(hasNull));
}
