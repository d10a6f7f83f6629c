/** The workbench store: undo history, choosing kinds, and the active network of a comparison. */
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { defaultDocument, type Document, variantsOf } from "../../src/core/scenario/document.ts";
import { valueAt, withValue } from "../../src/core/scenario/edits/edit-place.ts";
import type { Other } from "../../src/core/scenario/variants.ts";
import { without } from "../../src/app/document/edit-document.ts";
import { beginGesture, endGesture, open, redo, undo } from "../../src/app/document/history.ts";
import { choose, edit, mend, misread, propose, withdraw } from "../../src/app/document/edits.ts";
import { undoBound } from "../../src/app/state/undo-bound.ts";
import { createWorkbench } from "../../src/app/state/workbench.ts";
import type { DrawingMode } from "../../src/app/state/mode-state.ts";
import { edited } from "../../src/app/state/document-state.ts";
import { lockedWords } from "../../src/app/state/view-state.ts";
import { pick } from "../../src/app/selection/pick.ts";
import { pageLock } from "../../src/app/document/lock.ts";
import { typed } from "../../src/app/document/step.ts";
import type { NumericParam } from "../../src/core/base/params.ts";
import { paramAt } from "../../src/core/scenario/edits/edit-place.ts";
import { newSession } from "../../src/views/drawing/session.ts";
import { cases } from "../effort.ts";
import { readDocument } from "../../src/core/scenario/read-document.ts";

const load = ["workload", "load"];
const kUp = ["topology", "kUp"];
const steps = (store: ReturnType<typeof createWorkbench>) => store.temporal.getState().pastStates.length;
const at = (store: ReturnType<typeof createWorkbench>, path: readonly string[]) => valueAt(edited(store.getState()), path);

describe("undo", () => {
  test("each edit is one step, back and forth", () => {
    const store = createWorkbench(defaultDocument());
    edit(store, load, 0.5);
    edit(store, load, 0.6);
    expect(steps(store)).toBe(2);
    undo(store);
    expect(at(store, load)).toBe(0.5);
    undo(store);
    expect(at(store, load)).toBe(0.45);
    redo(store);
    redo(store);
    expect(at(store, load)).toBe(0.6);
  });

  test("a drag is one step, whatever it passes through", () => {
    const store = createWorkbench(defaultDocument());
    beginGesture(store, load);
    for (let i = 46; i <= 80; i++) edit(store, load, i / 100);
    endGesture(store);
    expect(steps(store)).toBe(1);
    edit(store, load, 0.9);
    undo(store);
    expect(at(store, load)).toBe(0.8);
    undo(store);
    expect(at(store, load)).toBe(0.45);
  });

  test("a drag that comes back leaves no step", () => {
    const store = createWorkbench(defaultDocument());
    beginGesture(store, load);
    edit(store, load, 0.7);
    edit(store, load, 0.45);
    endGesture(store);
    expect(steps(store)).toBe(0);
    edit(store, load, 0.3);
    expect(steps(store)).toBe(1);
  });

  test("a drag that changes nothing leaves no step and no pause", () => {
    const store = createWorkbench(defaultDocument());
    beginGesture(store, load);
    endGesture(store);
    edit(store, load, 0.3);
    expect(steps(store)).toBe(1);
  });

  test("the view is not undone", () => {
    const store = createWorkbench(defaultDocument());
    store.setState({ session: { speed: 20_000, selected: { is: "channel", channel: 3, of: 0 } } });
    expect(steps(store)).toBe(0);
  });
});

describe("an impossible combination", () => {
  test("is kept as pending while the last good scenario stays", () => {
    const store = createWorkbench(defaultDocument());
    edit(store, kUp, 9);
    const { current: scenario, pending } = store.getState().document;
    expect(valueAt(scenario, kUp)).toBe(2);
    expect(pending?.issues[0]).toMatchObject({ path: "topology.kUp", nearest: 4 });
    expect(at(store, kUp)).toBe(9);
    expect(steps(store)).toBe(0);
  });

  test("is mended by the nearest value", () => {
    const store = createWorkbench(defaultDocument());
    edit(store, kUp, 9);
    mend(store, store.getState().document.pending!.issues[0]);
    expect(store.getState().document.pending).toBeNull();
    expect(valueAt(store.getState().document.current, kUp)).toBe(4);
  });

  test("is mended by another edit that makes it possible", () => {
    const store = createWorkbench(defaultDocument());
    edit(store, kUp, 6);
    edit(store, ["topology", "k"], 8);
    expect(store.getState().document.pending).toBeNull();
    expect(store.getState().document.current.topology.values).toMatchObject({ k: 8, kUp: 6 });
    expect(steps(store)).toBe(1);
  });

  test("is taken back by undo before anything else, and by going back", () => {
    const store = createWorkbench(defaultDocument());
    edit(store, load, 0.5);
    edit(store, kUp, 9);
    undo(store);
    expect(store.getState().document.pending).toBeNull();
    expect(at(store, load)).toBe(0.5);
    edit(store, kUp, 9);
    withdraw(store);
    expect(at(store, kUp)).toBe(2);
  });

  test("that is too large is refused from its closed form", () => {
    const store = createWorkbench(defaultDocument());
    edit(store, ["topology", "k"], 32);
    edit(store, ["topology", "n"], 8);
    expect(store.getState().document.pending?.issues[0].message).toContain("at most");
  });

  test("a pattern that does not fit offers one that does", () => {
    const store = createWorkbench(defaultDocument());
    edit(store, ["topology", "k"], 3);
    const [issue] = store.getState().document.pending!.issues;
    expect(issue.path).toBe("workload.pattern");
    mend(store, issue);
    expect(valueAt(store.getState().document.current, ["workload", "pattern"])).toMatchObject({ kind: "uniform" });
  });

  test("a text that cannot be read stays at its word", () => {
    const store = createWorkbench(defaultDocument());
    const read = typed(paramAt(store.getState().document.current, load) as NumericParam, "2.5", "workload.load");
    if ("value" in read) throw new Error("read");
    misread(store, load, "2.5", read.issue);
    expect(store.getState().document.pending?.typed).toEqual({ path: "workload.load", text: "2.5" });
    mend(store, store.getState().document.pending!.issues[0]);
    expect(at(store, load)).toBe(1);
  });
});

test("undo has a bound in steps and in bytes, whichever is met first; equal parts of documents count once", () => {
  const store = createWorkbench(defaultDocument());
  for (let i = 0; i < 300; i++) edit(store, load, (1 + i) / 400);
  expect(steps(store)).toBe(undoBound.steps);
  // A title represents any long text: each of these takes a tenth of the memory bound.
  const long = (i: number) => String(i).padEnd(undoBound.bytes / 10, "x");
  const titled = (title: string) => store.setState({ document: { current: { ...store.getState().document.current, title } } });
  for (let i = 0; i < 30; i++) titled(long(i));
  expect(steps(store)).toBeGreaterThanOrEqual(8);
  expect(steps(store)).toBeLessThanOrEqual(10);
  const kept = steps(store);
  const bytes = store.temporal.getState().pastStates.reduce((sum, { document }) => sum + (document?.current.title.length ?? 0), 0);
  expect(bytes).toBeLessThanOrEqual(undoBound.bytes);
  undo(store);
  expect([steps(store), store.getState().document.current.title]).toEqual([kept - 1, long(28)]);
  // Steps that share the same text do not count it again.
  const before = steps(store);
  for (let i = 0; i < 4; i++) store.setState({ document: { current: { ...store.getState().document.current, seed: i + 2 } } });
  expect(steps(store)).toBe(before + 4);
  // The last step is kept, however large it is.
  titled("y".repeat(2 * undoBound.bytes));
  titled("z".repeat(2 * undoBound.bytes));
  expect(steps(store)).toBe(1);
});

describe("choosing a kind", () => {
  test("keeps the parameters both kinds have", () => {
    const store = createWorkbench(readDocument({ topology: { kind: "thin-tree", k: 8, kUp: 4, n: 2 } }));
    choose(store, ["topology"], "k-ary-n-tree");
    expect(store.getState().document.current.topology).toEqual({ kind: "k-ary-n-tree", values: { k: 8, n: 2 } });
  });

  test("starts from the defaults where the kept values make no valid kind", () => {
    const store = createWorkbench(readDocument({ topology: { kind: "thin-tree", k: 4, kUp: 3, n: 3 } }));
    choose(store, ["topology"], "slender-tree");
    expect(store.getState().document.pending).toBeNull();
    expect(store.getState().document.current.topology.values).toMatchObject({ k: 4, kUp: 2 });
  });

  test("chooses a routing that fits when the present one no longer does, and keeps one that does", () => {
    const store = createWorkbench(defaultDocument());
    choose(store, ["topology"], "torus");
    expect(store.getState().document.current.routing.kind).toBe("dimension-order");
    edit(store, ["routing", "channelClasses"], "none");
    choose(store, ["topology"], "mesh");
    expect(store.getState().document.current.routing.values).toEqual({ channelClasses: "none", halfWay: "parity" });
  });
});

test("what is picked brings its network in front, and is kept as long as that network stays the same", () => {
  const store = createWorkbench(readDocument({ beside: [{ topology: { kind: "k-ary-n-tree" } }] }));
  pick(store, { is: "switch", node: 70 }, 1);
  expect(store.getState()).toMatchObject({ session: { activeNetwork: 1, selected: { is: "switch", node: 70, of: 1 } } });
  edit(store, kUp, 3);
  expect(store.getState().session.selected).toMatchObject({ node: 70, of: 1 });
  edit(store, ["beside", "0", "topology", "n"], 2);
  expect(store.getState().session.selected).toEqual({ is: "nothing" });
  pick(store, { is: "channel", channel: 4 });
  expect(store.getState().session.selected).toMatchObject({ channel: 4, of: 1 });
});

describe("a comparison", () => {
  /** A page with three compared networks. */
  const store3 = () =>
    createWorkbench(
      readDocument({
        beside: [
          { title: "b", topology: { kind: "k-ary-n-tree" } },
          { title: "c", topology: { kind: "torus" } },
        ],
      }),
    );
  const titles = (store: ReturnType<typeof createWorkbench>) => variantsOf(store.getState().document.current).map(({ title }) => title);

  test("leaves the active network active when another is removed, with what is picked, paired and drawn in it", () => {
    const store = store3();
    pick(store, { is: "switch", node: 70 }, 2);
    const drawing: DrawingMode = {
      of: 2,
      chosen: [],
      links: [],
      terminals: [],
      isLikeFirst: true,
      naming: null,
      session: newSession(false),
    };
    store.setState({ session: { pair: [0, 2] }, mode: { drawing } });
    propose(store, without(store.getState().document.current, 1));
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
    propose(store, without(store.getState().document.current, 2));
    expect(store.getState()).toMatchObject({
      session: { activeNetwork: 0, pair: null, selected: { is: "nothing" } },
      mode: { drawing: null },
    });
  });

  test("counts an edit that could not run as a step between: what is removed then is still the right network", () => {
    const store = store3();
    store.setState({ session: { activeNetwork: 2 } });
    edit(store, kUp, 9);
    expect(store.getState().document.pending).not.toBeNull();
    propose(store, without(withSmallerK(edited(store.getState())), 1));
    expect([store.getState().session.activeNetwork, titles(store)]).toEqual([1, ["", "c"]]);
  });
  const withSmallerK = (document: Document) => withValue(document, kUp, 2);

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
          const named = (own: Other): Other => ({ ...own, title: `n${made++}` });
          if (operation === "add" && others < 7) {
            propose(store, { ...document, beside: [...beside, named({ title: "", changes: [{ path: ["seed"], value: number }] })] });
          } else if (operation === "add the same" && place >= 0 && others < 7) {
            propose(store, { ...document, beside: beside.toSpliced(place, 0, named(beside[place])) });
          } else if (operation === "remove" && place >= 0) propose(store, without(document, place + 1));
          else if (operation === "move" && place >= 0) {
            propose(store, { ...document, beside: [...beside.toSpliced(place, 1), beside[place]] });
          } else if (operation === "select") {
            store.setState({ session: { activeNetwork: number % (others + 1) } });
            active = titles(store)[number % (others + 1)];
          } else if (operation === "edit the first") edit(store, load, (1 + number) / 200);
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
  open(store, readDocument({ topology: { kind: "torus" } }), false);
  expect(store.getState()).toMatchObject({ session: { selected: { is: "nothing" } }, document: { isEdited: false } });
  undo(store);
  expect(store.getState().document.current.topology.kind).toBe("thin-tree");
});

test("each scenario that is opened is a draft of its own; edits and undo stay with the one there is", () => {
  const store = createWorkbench(defaultDocument());
  const first = store.getState().document.draft;
  edit(store, load, 0.5);
  undo(store);
  expect(store.getState().document.draft).toBe(first);
  open(store, readDocument({ topology: { kind: "torus" } }), false);
  const second = store.getState().document.draft;
  expect(second).not.toBe(first);
  undo(store);
  expect(store.getState().document.draft).toBe(second);
});

describe("prices", () => {
  const price = ["cost", "linkPrice"];

  test("are edited, mended and undone as all else, and what is known of the run stays", () => {
    const store = createWorkbench(readDocument({ digest: "a", engine: "1" }));
    store.setState({ session: { span: { from: 100, to: 200 } } });
    edit(store, price, 70);
    expect([at(store, price), steps(store)]).toEqual([70, 1]);
    expect(store.getState()).toMatchObject({
      session: { span: { from: 100, to: 200 } },
      document: { current: { claim: { digest: "a" } } },
    });
    edit(store, price, -5);
    expect(store.getState().document.pending?.issues[0]).toMatchObject({ path: "cost.linkPrice", nearest: 0 });
    mend(store, store.getState().document.pending!.issues[0]);
    expect(at(store, price)).toBe(0);
    undo(store);
    undo(store);
    expect(at(store, price)).toBe(150);
    choose(store, ["cost"], "own-prices");
    expect(store.getState().document.current.cost).toMatchObject({ kind: "own-prices", values: { lengths: [2, 10, 25] } });
    edit(store, load, 0.5);
    expect(store.getState()).toMatchObject({
      session: { span: null },
      document: { current: { claim: null, cost: { kind: "own-prices" } } },
    });
  });

  test("that are locked are not changed, and leave the rest free", () => {
    const store = createWorkbench(defaultDocument());
    store.setState({ view: { lock: pageLock("linkPrice", store.getState().document.current) } });
    edit(store, price, 70);
    expect([at(store, price), store.getState().session.toast]).toEqual([150, lockedWords("cost.linkPrice")]);
    edit(store, ["cost", "switchPrice"], 100);
    expect(at(store, ["cost", "switchPrice"])).toBe(100);
  });
});
