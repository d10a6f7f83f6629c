/** The workbench store: undo history, choosing kinds, and the active network of a comparison. */
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { defaultDocument, type Document, variantsOf } from "../../src/core/scenario/document.ts";
import { documentValueAt, withDocumentValue } from "../../src/core/scenario/edits/edit-document-value.ts";
import type { OtherScenario } from "../../src/core/scenario/variants.ts";
import { withoutNetwork } from "../../src/app/document/edit-document.ts";
import { beginGesture, endGesture, redo, undo } from "../../src/app/document/history.ts";
import { openDocument, reopenDocument } from "../../src/app/document/open-document.ts";
import { chooseKind } from "../../src/app/workbench/sentence/options.ts";
import { editValue, repairValue, keepUnreadable, propose, discardPending } from "../../src/app/document/edits.ts";
import { undoLimits } from "../../src/app/state/undo-limits.ts";
import { createWorkbench } from "../../src/app/state/workbench.ts";
import type { DrawingMode } from "../../src/app/state/mode-state.ts";
import { editedDocument } from "../../src/app/state/document-state.ts";
import { lockedMessage } from "../../src/app/state/view-state.ts";
import { selectElement } from "../../src/app/selection/select-element.ts";
import { pageLock } from "../../src/app/document/lock.ts";
import { parseTyped } from "../../src/app/document/step.ts";
import type { NumericParam } from "../../src/core/base/params.ts";
import { documentParamAt } from "../../src/core/scenario/edits/edit-document-value.ts";
import { newDrawingSession } from "../../src/views/drawing/session.ts";
import { cases } from "../effort.ts";
import { parseDocument } from "../../src/core/scenario/read-document.ts";

const loadPath = ["workload", "load"];
const kUpPath = ["topology", "kUp"];
const undoSteps = (store: ReturnType<typeof createWorkbench>) => store.temporal.getState().pastStates.length;
const valueAtPath = (store: ReturnType<typeof createWorkbench>, path: readonly string[]) =>
  documentValueAt(editedDocument(store.getState()), path);

describe("undo", () => {
  test("each edit is one step, back and forth", () => {
    const store = createWorkbench(defaultDocument());
    editValue(store, loadPath, 0.5);
    editValue(store, loadPath, 0.6);
    expect(undoSteps(store)).toBe(2);
    undo(store);
    expect(valueAtPath(store, loadPath)).toBe(0.5);
    undo(store);
    expect(valueAtPath(store, loadPath)).toBe(0.45);
    redo(store);
    redo(store);
    expect(valueAtPath(store, loadPath)).toBe(0.6);
  });

  test("a drag is one step, whatever it passes through", () => {
    const store = createWorkbench(defaultDocument());
    beginGesture(store, loadPath);
    for (let i = 46; i <= 80; i++) editValue(store, loadPath, i / 100);
    endGesture(store);
    expect(undoSteps(store)).toBe(1);
    editValue(store, loadPath, 0.9);
    undo(store);
    expect(valueAtPath(store, loadPath)).toBe(0.8);
    undo(store);
    expect(valueAtPath(store, loadPath)).toBe(0.45);
  });

  test("a drag that comes back leaves no step", () => {
    const store = createWorkbench(defaultDocument());
    beginGesture(store, loadPath);
    editValue(store, loadPath, 0.7);
    editValue(store, loadPath, 0.45);
    endGesture(store);
    expect(undoSteps(store)).toBe(0);
    editValue(store, loadPath, 0.3);
    expect(undoSteps(store)).toBe(1);
  });

  test("a drag that changes nothing leaves no step and no pause", () => {
    const store = createWorkbench(defaultDocument());
    beginGesture(store, loadPath);
    endGesture(store);
    editValue(store, loadPath, 0.3);
    expect(undoSteps(store)).toBe(1);
  });

  test("the view is not undone", () => {
    const store = createWorkbench(defaultDocument());
    store.setState({ session: { speed: 20_000, selected: { is: "channel", channel: 3, of: 0 } } });
    expect(undoSteps(store)).toBe(0);
  });
});

describe("an impossible combination", () => {
  test("is kept as pending while the last good scenario stays", () => {
    const store = createWorkbench(defaultDocument());
    editValue(store, kUpPath, 9);
    const { current: scenario, pending } = store.getState().document;
    expect(documentValueAt(scenario, kUpPath)).toBe(2);
    expect(pending?.issues[0]).toMatchObject({ path: "topology.kUp", nearest: 4 });
    expect(valueAtPath(store, kUpPath)).toBe(9);
    expect(undoSteps(store)).toBe(0);
  });

  test("is mended by the nearest value", () => {
    const store = createWorkbench(defaultDocument());
    editValue(store, kUpPath, 9);
    repairValue(store, store.getState().document.pending!.issues[0]);
    expect(store.getState().document.pending).toBeNull();
    expect(documentValueAt(store.getState().document.current, kUpPath)).toBe(4);
  });

  test("is mended by another edit that makes it possible", () => {
    const store = createWorkbench(defaultDocument());
    editValue(store, kUpPath, 6);
    editValue(store, ["topology", "k"], 8);
    expect(store.getState().document.pending).toBeNull();
    expect(store.getState().document.current.topology.values).toMatchObject({ k: 8, kUp: 6 });
    expect(undoSteps(store)).toBe(1);
  });

  test("is taken back by undo before anything else, and by going back", () => {
    const store = createWorkbench(defaultDocument());
    editValue(store, loadPath, 0.5);
    editValue(store, kUpPath, 9);
    undo(store);
    expect(store.getState().document.pending).toBeNull();
    expect(valueAtPath(store, loadPath)).toBe(0.5);
    editValue(store, kUpPath, 9);
    discardPending(store);
    expect(valueAtPath(store, kUpPath)).toBe(2);
  });

  test("that is too large is refused from its closed form", () => {
    const store = createWorkbench(defaultDocument());
    editValue(store, ["topology", "k"], 32);
    editValue(store, ["topology", "n"], 8);
    expect(store.getState().document.pending?.issues[0].message).toContain("at most");
  });

  test("a pattern that does not fit offers one that does", () => {
    const store = createWorkbench(defaultDocument());
    editValue(store, ["topology", "k"], 3);
    const [issue] = store.getState().document.pending!.issues;
    expect(issue.path).toBe("workload.pattern");
    repairValue(store, issue);
    expect(documentValueAt(store.getState().document.current, ["workload", "pattern"])).toMatchObject({ kind: "uniform" });
  });

  test("a text that cannot be read stays at its word", () => {
    const store = createWorkbench(defaultDocument());
    const read = parseTyped(documentParamAt(store.getState().document.current, loadPath) as NumericParam, "2.5", "workload.load");
    if ("value" in read) throw new Error("read");
    keepUnreadable(store, loadPath, "2.5", read.issue);
    expect(store.getState().document.pending?.typed).toEqual({ path: "workload.load", text: "2.5" });
    repairValue(store, store.getState().document.pending!.issues[0]);
    expect(valueAtPath(store, loadPath)).toBe(1);
  });
});

test("undo has a bound in steps and in bytes, whichever is met first; equal parts of documents count once", () => {
  const store = createWorkbench(defaultDocument());
  for (let i = 0; i < 300; i++) editValue(store, loadPath, (1 + i) / 400);
  expect(undoSteps(store)).toBe(undoLimits.steps);
  // A title represents any long text: each of these takes a tenth of the memory bound.
  const long = (i: number) => String(i).padEnd(undoLimits.bytes / 10, "x");
  const titled = (title: string) => store.setState({ document: { current: { ...store.getState().document.current, title } } });
  for (let i = 0; i < 30; i++) titled(long(i));
  expect(undoSteps(store)).toBeGreaterThanOrEqual(8);
  expect(undoSteps(store)).toBeLessThanOrEqual(10);
  const stepsBefore = undoSteps(store);
  const bytes = store.temporal.getState().pastStates.reduce((sum, { document }) => sum + (document?.current.title.length ?? 0), 0);
  expect(bytes).toBeLessThanOrEqual(undoLimits.bytes);
  undo(store);
  expect([undoSteps(store), store.getState().document.current.title]).toEqual([stepsBefore - 1, long(28)]);
  // Steps that share the same text do not count it again.
  const before = undoSteps(store);
  for (let i = 0; i < 4; i++) store.setState({ document: { current: { ...store.getState().document.current, seed: i + 2 } } });
  expect(undoSteps(store)).toBe(before + 4);
  // The last step is kept, however large it is.
  titled("y".repeat(2 * undoLimits.bytes));
  titled("z".repeat(2 * undoLimits.bytes));
  expect(undoSteps(store)).toBe(1);
});

describe("choosing a kind", () => {
  test("keeps the parameters both kinds have", () => {
    const store = createWorkbench(parseDocument({ topology: { kind: "thin-tree", k: 8, kUp: 4, n: 2 } }));
    chooseKind(store, ["topology"], "k-ary-n-tree");
    expect(store.getState().document.current.topology).toEqual({ kind: "k-ary-n-tree", values: { k: 8, n: 2 } });
  });

  test("starts from the defaults where the kept values make no valid kind", () => {
    const store = createWorkbench(parseDocument({ topology: { kind: "thin-tree", k: 4, kUp: 3, n: 3 } }));
    chooseKind(store, ["topology"], "slender-tree");
    expect(store.getState().document.pending).toBeNull();
    expect(store.getState().document.current.topology.values).toMatchObject({ k: 4, kUp: 2 });
  });

  test("chooses a routing that fits when the present one no longer does, and keeps one that does", () => {
    const store = createWorkbench(defaultDocument());
    chooseKind(store, ["topology"], "torus");
    expect(store.getState().document.current.routing.kind).toBe("dimension-order");
    editValue(store, ["routing", "channelClasses"], "none");
    chooseKind(store, ["topology"], "mesh");
    expect(store.getState().document.current.routing.values).toEqual({ channelClasses: "none", halfWay: "parity" });
  });
});

test("what is picked brings its network in front, and is kept as long as that network stays the same", () => {
  const store = createWorkbench(parseDocument({ beside: [{ topology: { kind: "k-ary-n-tree" } }] }));
  selectElement(store, { is: "switch", node: 70 }, 1);
  expect(store.getState()).toMatchObject({ session: { activeNetwork: 1, selected: { is: "switch", node: 70, of: 1 } } });
  editValue(store, kUpPath, 3);
  expect(store.getState().session.selected).toMatchObject({ node: 70, of: 1 });
  editValue(store, ["beside", "0", "topology", "n"], 2);
  expect(store.getState().session.selected).toEqual({ is: "nothing" });
  selectElement(store, { is: "channel", channel: 4 });
  expect(store.getState().session.selected).toMatchObject({ channel: 4, of: 1 });
});

describe("a comparison", () => {
  /** A page with three compared networks. */
  const store3 = () =>
    createWorkbench(
      parseDocument({
        beside: [
          { title: "b", topology: { kind: "k-ary-n-tree" } },
          { title: "c", topology: { kind: "torus" } },
        ],
      }),
    );
  const titles = (store: ReturnType<typeof createWorkbench>) => variantsOf(store.getState().document.current).map(({ title }) => title);

  test("leaves the active network active when another is removed, with what is picked, paired and drawn in it", () => {
    const store = store3();
    selectElement(store, { is: "switch", node: 70 }, 2);
    const drawing: DrawingMode = {
      of: 2,
      chosen: [],
      links: [],
      terminals: [],
      isLikeFirst: true,
      naming: null,
      session: newDrawingSession(false),
    };
    store.setState({ session: { pair: [0, 2] }, mode: { drawing } });
    propose(store, withoutNetwork(store.getState().document.current, 1));
    const active = {
      session: { activeNetwork: 1, pair: [0, 1], selected: { is: "switch", node: 70, of: 1 } },
      mode: { drawing: { of: 1 } },
    };
    expect(store.getState()).toMatchObject(active);
    undo(store);
    expect(store.getState()).toMatchObject({
      session: { activeNetwork: 2, pair: [0, 2], selected: { of: 2 } },
      mode: { drawing: { of: 2 } },
    });
    propose(store, withoutNetwork(store.getState().document.current, 2));
    expect(store.getState()).toMatchObject({
      session: { activeNetwork: 0, pair: null, selected: { is: "nothing" } },
      mode: { drawing: null },
    });
  });

  test("counts an edit that could not run as a step between: what is removed then is still the right network", () => {
    const store = store3();
    store.setState({ session: { activeNetwork: 2 } });
    editValue(store, kUpPath, 9);
    expect(store.getState().document.pending).not.toBeNull();
    propose(store, withoutNetwork(withSmallerK(editedDocument(store.getState())), 1));
    expect([store.getState().session.activeNetwork, titles(store)]).toEqual([1, ["", "c"]]);
  });
  const withSmallerK = (document: Document) => withDocumentValue(document, kUpPath, 2);

  /** Operations on a comparison, each with a number that selects the network. */
  const operations = ["add", "add the same", "remove", "move", "select", "edit the first", "rename", "undo", "redo"] as const;
  const steps3 = fc.array(fc.tuple(fc.constantFrom(...operations), fc.nat(100)), { minLength: 1, maxLength: 25 });

  test("has the network active that was selected, whatever is added, removed, moved, edited or undone around it", () => {
    fc.assert(
      fc.property(steps3, (sequence) => {
        const store = store3();
        let made = 0;
        /** Title of the active network; titles are unique. If the active network was removed, any other may be active. */
        let active = "";
        for (const [operation, number] of sequence) {
          const document = store.getState().document.current;
          const { beside } = document;
          const others = beside.length;
          const place = others === 0 ? -1 : number % others;
          const named = (own: OtherScenario): OtherScenario => ({ ...own, title: `n${made++}` });
          if (operation === "add" && others < 7) {
            propose(store, { ...document, beside: [...beside, named({ title: "", changes: [{ path: ["seed"], value: number }] })] });
          } else if (operation === "add the same" && place >= 0 && others < 7) {
            propose(store, { ...document, beside: beside.toSpliced(place, 0, named(beside[place])) });
          } else if (operation === "remove" && place >= 0) propose(store, withoutNetwork(document, place + 1));
          else if (operation === "move" && place >= 0) {
            propose(store, { ...document, beside: [...beside.toSpliced(place, 1), beside[place]] });
          } else if (operation === "select") {
            store.setState({ session: { activeNetwork: number % (others + 1) } });
            active = titles(store)[number % (others + 1)];
          } else if (operation === "edit the first") editValue(store, loadPath, (1 + number) / 200);
          else if (operation === "rename" && place >= 0) {
            const isActive = beside[place].title === active;
            const renamed = named(beside[place]);
            propose(store, { ...document, beside: beside.with(place, renamed) });
            if (isActive) active = renamed.title;
          } else if (operation === "undo") undo(store);
          else if (operation === "redo") redo(store);
          const now = titles(store)[store.getState().session.activeNetwork];
          expect(now).toBeDefined();
          if (titles(store).includes(active)) expect(now).toBe(active);
          else active = now;
        }
      }),
      { numRuns: cases(150) },
    );
  });
});

test("opening another scenario is one step, and lets go of the picked channel", () => {
  const store = createWorkbench(defaultDocument());
  store.setState({ session: { selected: { is: "channel", channel: 5, of: 0 } } });
  openDocument(store, parseDocument({ topology: { kind: "torus" } }), false);
  expect(store.getState()).toMatchObject({ session: { selected: { is: "nothing" } }, document: { isEdited: false } });
  undo(store);
  expect(store.getState().document.current.topology.kind).toBe("thin-tree");
});

test("each scenario that is opened is a separate draft; edits and undo stay with the present one", () => {
  const store = createWorkbench(defaultDocument());
  const first = store.getState().document.draft;
  editValue(store, loadPath, 0.5);
  undo(store);
  expect(store.getState().document.draft).toBe(first);
  openDocument(store, parseDocument({ topology: { kind: "torus" } }), false);
  const second = store.getState().document.draft;
  expect(second).not.toBe(first);
  undo(store);
  expect(store.getState().document.draft).toBe(second);
});

describe("prices", () => {
  const price = ["cost", "linkPrice"];

  test("are edited, mended and undone as all else, and what is known of the run stays", () => {
    const store = createWorkbench(parseDocument({ digest: "a", engine: "1" }));
    store.setState({ session: { span: { from: 100, to: 200 } } });
    editValue(store, price, 70);
    expect([valueAtPath(store, price), undoSteps(store)]).toEqual([70, 1]);
    expect(store.getState()).toMatchObject({
      session: { span: { from: 100, to: 200 } },
      document: { current: { claim: { digest: "a" } } },
    });
    editValue(store, price, -5);
    expect(store.getState().document.pending?.issues[0]).toMatchObject({ path: "cost.linkPrice", nearest: 0 });
    repairValue(store, store.getState().document.pending!.issues[0]);
    expect(valueAtPath(store, price)).toBe(0);
    undo(store);
    undo(store);
    expect(valueAtPath(store, price)).toBe(150);
    chooseKind(store, ["cost"], "own-prices");
    expect(store.getState().document.current.cost).toMatchObject({ kind: "own-prices", values: { lengths: [2, 10, 25] } });
    editValue(store, loadPath, 0.5);
    expect(store.getState()).toMatchObject({
      session: { span: null },
      document: { current: { claim: null, cost: { kind: "own-prices" } } },
    });
  });

  test("that are locked are not changed, and leave the rest free", () => {
    const store = createWorkbench(defaultDocument());
    store.setState({ view: { lock: pageLock("linkPrice", store.getState().document.current) } });
    editValue(store, price, 70);
    expect([valueAtPath(store, price), store.getState().session.toast]).toEqual([150, lockedMessage("cost.linkPrice")]);
    editValue(store, ["cost", "switchPrice"], 100);
    expect(valueAtPath(store, ["cost", "switchPrice"])).toBe(100);
  });
});

describe("titles of examples", () => {
  const titles = ({ title, beside }: Document) => [title, ...beside.map((other) => other.title)];
  const example = () =>
    parseDocument({
      title: "An example",
      topology: { kind: "torus" },
      beside: [
        { title: "a mesh", topology: { kind: "mesh" } },
        { title: "a ring", topology: { kind: "torus", sizes: [8] } },
      ],
    });

  test("leave with the first edit, those of a network beside it with an edit of that network; undo restores them", () => {
    const store = createWorkbench(example());
    editValue(store, loadPath, 0.5);
    expect(titles(store.getState().document.current)).toEqual(["", "a mesh", "a ring"]);
    editValue(store, ["beside", "1", "topology", "sizes", "0"], 16);
    expect(titles(store.getState().document.current)).toEqual(["", "a mesh", ""]);
    undo(store);
    undo(store);
    expect(titles(store.getState().document.current)).toEqual(["An example", "a mesh", "a ring"]);
    editValue(store, loadPath, 0.6);
    expect(store.getState().document.current.title).toBe("");
  });

  test("a title that the reader has given stays, and so does the title of a link", () => {
    const store = createWorkbench(example());
    propose(store, { ...store.getState().document.current, title: "Mine" });
    editValue(store, loadPath, 0.5);
    expect(store.getState().document.current.title).toBe("Mine");
    openDocument(store, example(), false);
    editValue(store, loadPath, 0.5);
    expect(titles(store.getState().document.current)).toEqual(["An example", "a mesh", "a ring"]);
  });
});

describe("the reader's own document", () => {
  test("is remembered when another one replaces it, over several others, until an undo leads back to it", () => {
    const store = createWorkbench(defaultDocument());
    const torus = parseDocument({ topology: { kind: "torus" } });
    openDocument(store, torus, false);
    expect(store.getState().document.own).toBeNull();
    editValue(store, loadPath, 0.5);
    const own = store.getState().document;
    openDocument(store, defaultDocument(), false);
    openDocument(store, torus, false);
    expect(store.getState().document.own?.document).toBe(own);
    undo(store);
    expect(store.getState().document.own?.document).toBe(own);
    undo(store);
    expect(store.getState().document).toMatchObject({ current: own.current, own: null });
  });

  test("comes back as it was left: with its draft, its undo history and a drawing that cannot run yet", () => {
    const store = createWorkbench(defaultDocument());
    editValue(store, loadPath, 0.5);
    const pending = { document: defaultDocument(), issues: [{ path: "topology", message: "is empty." }], isDrawn: true } as const;
    store.setState({ document: { pending } });
    const own = store.getState().document;
    const steps = undoSteps(store);
    openDocument(store, parseDocument({ topology: { kind: "torus" } }), false);
    reopenDocument(store, store.getState().document.own!);
    expect(store.getState().document).toEqual(own);
    expect(undoSteps(store)).toBe(steps);
  });
});
