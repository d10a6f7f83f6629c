/**
 * An edit is validated on the values in memory, without writing and reading the document. The issues must be those that reading the written
 * document would report.
 */
import { Session } from "node:inspector/promises";
import * as fc from "fast-check";
import { describe, expect, test, vi } from "vitest";
import { withAnotherNetwork, withSweepOf } from "../../src/app/document/edit-document.ts";
import { editValue } from "../../src/app/document/edits.ts";
import { chooseKind } from "../../src/app/workbench/sentence/options.ts";
import { editedDocument } from "../../src/app/state/document-state.ts";
import { createWorkbench } from "../../src/app/state/workbench.ts";
import { ScenarioError, type ValidationIssue } from "../../src/core/base/errors.ts";
import {
  checkParams,
  isKindInRange,
  type ChosenKind,
  type KindParam,
  type Param,
  type Params,
  type RecordParam,
  type Values,
} from "../../src/core/base/params.ts";
import { isSameValue } from "../../src/core/base/equality.ts";
import { kindsOf, allTopologies } from "../../src/core/kinds/all-kinds.ts";
import {
  allParams,
  checkDocument,
  defaultDocument,
  type Document,
  documentHash,
  writeFullDocument,
} from "../../src/core/scenario/document.ts";
import {
  documentParamAt,
  reasonAgainstKind,
  documentValueAt,
  withDocumentValue,
} from "../../src/core/scenario/edits/edit-document-value.ts";
import { type Path, parsePath } from "../../src/core/scenario/param-path.ts";
import { parseDocument } from "../../src/core/scenario/read-document.ts";
import { sanitizeTitle } from "../../src/core/scenario/title.ts";
import { cases, isThorough } from "../effort.ts";

/** A new value for a parameter, or a new kind if `isKind` is true. */
type Edit = readonly [path: Path, value: unknown, isKind?: true];

/** Valid and invalid values of a parameter, or all its kinds. Empty for parameters that only contain others. */
function trialEditsOf(param: Param, path: Path): readonly Edit[] {
  if (param.type === "kind") return kindsOf(param.registry).map(({ id }) => [path, id, true]);
  if (param.type === "choice") return param.choices.map(({ id }) => [path, id]);
  if (param.type === "flag") return [true, false].map((value) => [path, value]);
  if (param.type !== "integer" && param.type !== "number" && param.type !== "quantity" && param.type !== "amount") return [];
  const { min, max } = param;
  return [min, max, min - 1, 2 * max, param.type === "quantity" ? 64 : 3].map((value) => [path, value]);
}

/** All single edits of a document, or of the part of it below the path `within`. */
function editsOf(document: Document, within: Path = [], params: Params = allParams): readonly Edit[] {
  return Object.keys(params).flatMap((name): readonly Edit[] => {
    const path = [...within, name];
    const param = documentParamAt(document, path);
    if (param === undefined) return [];
    if (param.type === "list") {
      const [entries, parentValues] = [documentValueAt(document, path), documentValueAt(document, within)] as [readonly Values[], Values];
      return (param.entryKeys?.keys(entries, parentValues) ?? []).flatMap((key) =>
        editsOf(document, [...path, key], (param.of as RecordParam).params),
      );
    }
    const innerParams = param.type === "record" ? param.params : param.type === "kind" ? paramsAt(document, path, param) : {};
    return [...trialEditsOf(param, path), ...editsOf(document, path, innerParams)];
  });
}

const paramsAt = (document: Document, path: Path, { registry }: KindParam) =>
  registry.get((documentValueAt(document, path) as ChosenKind).kind).params;

/** The state of a page after one edit of a document. */
function pageAfterEdit(document: Document, [path, value, isKind]: Edit, store = createWorkbench(document)) {
  if (isKind === true) chooseKind(store, path, value as string);
  else editValue(store, path, value);
  const { pending } = store.getState().document;
  return { store, document: editedDocument(store.getState()), issues: pending?.issues ?? [] };
}

/** The validation issues that a reader reports for the document, written with all its values and read again. */
function issuesWhenRead(document: Document): readonly ValidationIssue[] {
  try {
    parseDocument(JSON.parse(JSON.stringify(writeFullDocument(document))));
    return [];
  } catch (error) {
    if (error instanceof ScenarioError) return error.issues;
    throw error;
  }
}

const links = parseDocument({
  topology: "dragonfly",
  workload: { kind: "open-loop", pattern: "uniform" },
  links: [{ class: "global", rate: 2, length: 10 }],
  digest: "abc",
});
const twoNetworks = withAnotherNetwork(defaultDocument());
const sweptDocuments = ["workload.load", "workload.process", "flowControl.packet", "flowControl.selection", "topology.kUp"].map(
  (dotted) => {
    const path = parsePath(dotted);
    const values = trialEditsOf(documentParamAt(defaultDocument(), path)!, path).map(([, value]) => value);
    const running = values.filter((value) => checkDocument(withDocumentValue(defaultDocument(), path, value)).length === 0);
    return withSweepOf(defaultDocument(), { path, values: running });
  },
);

const startDocuments = [defaultDocument(), links, twoNetworks, ...sweptDocuments];
/** Every start document with each of its single edits, and for each kind of the default document every edit within that kind. */
const allTrials = [
  ...startDocuments.flatMap((document) => editsOf(document).map((each) => [document, each] as const)),
  ...editsOf(defaultDocument()).flatMap((each) => {
    const [path, , isKind] = each;
    if (isKind !== true) return [];
    const { document } = pageAfterEdit(defaultDocument(), each);
    return editsOf(document, path, paramsAt(document, path, documentParamAt(document, path) as KindParam)).map(
      (own) => [document, own] as const,
    );
  }),
];

/** A fifth of the edits, spread over all documents and kinds; all of them in a thorough run. */
const trials = isThorough ? allTrials : allTrials.filter((_, i) => i % 5 === 0);

/** Names of the functions of `src/app` and `src/core` that are called while `work` runs, from the coverage data of V8. */
async function functionsCalledIn(work: () => unknown): Promise<ReadonlySet<string>> {
  const session = new Session();
  session.connect();
  await session.post("Profiler.enable");
  await session.post("Profiler.startPreciseCoverage", { callCount: true, detailed: false });
  await session.post("Profiler.takePreciseCoverage");
  work();
  const { result } = await session.post("Profiler.takePreciseCoverage");
  session.disconnect();
  const called = result.flatMap(({ url, functions }) =>
    /\/src\/(app|core)\//.test(url) ? functions.filter(({ ranges }) => ranges[0].count > 0) : [],
  );
  return new Set(called.map(({ functionName }) => functionName));
}

test("an edit writes and reads nothing", async () => {
  const json = [vi.spyOn(JSON, "stringify"), vi.spyOn(JSON, "parse")];
  const called = await functionsCalledIn(() => {
    for (const [document, each] of trials) {
      const store = createWorkbench({ ...document });
      store.setState({ session: { span: { from: 0, to: 10 } } });
      pageAfterEdit(document, each, store);
    }
  });
  expect(json.map(({ mock }) => mock.calls)).toEqual([[], []]);
  for (const each of json) each.mockRestore();
  const doors = ["readParam", "readParams", "readKind", "writeParams", "writeScenarioInCurrentVersion", "canonicalText"];
  expect(["checkDocument", ...doors].filter((each) => called.has(each))).toEqual(["checkDocument"]);
  const known = await functionsCalledIn(() => [issuesWhenRead(links), documentHash(links)]);
  expect(doors.filter((each) => !known.has(each))).toEqual([]);
});

describe("what an edit says is what a reader would say", () => {
  test("of every kind of every list with any of its values", () => {
    expect(allTrials.length).toBeGreaterThan(3000);
    for (const [from, each] of trials) {
      const { document, issues } = pageAfterEdit(from, each);
      const [own, read] = [issues.filter(({ path }) => !/^(beside|sweep)\./.test(path)), issuesWhenRead(document)];
      // If the first scenario has issues, the reader stops there.
      const first = own.length > 0 ? own : issues;
      if (!isSameValue(first, read)) expect(first, each.join(" ")).toEqual(read);
    }
  });

  test("of what was swept before, of which another kind does not have all", () => {
    const chosen = (path: Path, id: string) =>
      sweptDocuments.map((document) => pageAfterEdit(document, [path, id, true]).issues.map(({ message }) => message)).flat();
    expect(chosen(["flowControl"], "fluid")).toEqual([expect.stringMatching(/^"4 B" cannot be used: expected a quantity from 64 B/)]);
    expect(chosen(["workload"], "rates")).toEqual([expect.stringMatching(/^"bernoulli" cannot be used: expected one of exponential/)]);
  });

  test("of the second network, whose links a reader calls by their names", () => {
    const messages = (issues: readonly ValidationIssue[]) => issues.map(({ message }) => message);
    for (const each of editsOf(twoNetworks, ["beside", "0"])) {
      const { document, issues } = pageAfterEdit(twoNetworks, each);
      expect(messages(issues), each.join(" ")).toEqual(messages(issuesWhenRead(document)));
    }
  });

  test("of any edit after any others that are in range", () => {
    const isAllowed = (document: Document, [path, value, isKind]: Edit) => {
      const issues: ValidationIssue[] = [];
      if (isKind !== true) checkParams({ value: documentParamAt(document, path)! }, { value }, "", issues);
      return issues.length === 0;
    };
    fc.assert(
      fc.property(fc.constantFrom(...startDocuments), fc.array(fc.nat(), { minLength: 1, maxLength: 5 }), (beginning, picks) => {
        const store = createWorkbench(beginning);
        for (const pick of picks) {
          const now = editedDocument(store.getState());
          const edits = [now, ...now.beside].flatMap((_, i) => editsOf(now, i === 0 ? [] : ["beside", String(i - 1)]));
          const fine = edits.filter((each) => isAllowed(now, each));
          const { document, issues } = pageAfterEdit(now, fine[pick % fine.length], store);
          expect(issuesWhenRead(document).length > 0).toBe(issues.length > 0);
        }
      }),
      { numRuns: cases(300) },
    );
  });
});

test("a topology that takes over another refuses one whose numbers are out of range", () => {
  const takers = kindsOf(allTopologies).filter(({ valuesToReplace }) => valuesToReplace !== undefined);
  expect(takers.length).toBeGreaterThan(0);
  for (const { id: kind, params } of kindsOf(allTopologies)) {
    const beginning = pageAfterEdit(defaultDocument(), [["topology"], kind, true]).document;
    for (const each of editsOf(beginning, ["topology"], params).filter(([, , isKind]) => isKind !== true))
      for (const { id } of takers) {
        const { store, document } = pageAfterEdit(beginning, each);
        if (isKindInRange(allTopologies)(document.topology)) continue;
        expect(() => reasonAgainstKind(editedDocument(store.getState()), ["topology"], id)).not.toThrow();
        expect(() => chooseKind(store, ["topology"], id)).not.toThrow();
      }
  }
});

test("a title that could not be read again waits to be mended, also of a network beside", () => {
  for (const [document, path] of [
    [{ ...twoNetworks, title: "A\tB" }, "title"],
    [{ ...twoNetworks, beside: twoNetworks.beside.map((each) => ({ ...each, title: "x".repeat(121) })) }, "beside.0.title"],
  ] as const) {
    expect(checkDocument(document).map((issue) => issue.path)).toEqual([path]);
    expect(issuesWhenRead(document).map((issue) => issue.path)).toEqual([path]);
  }
  expect(sanitizeTitle(" A\tB\u202e\n")).toBe("A B");
});
