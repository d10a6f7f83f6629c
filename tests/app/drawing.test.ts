/** Editing a drawn network: what gestures change in the document, and undo and redo over many steps. */
import { beforeAll, describe, expect, it } from "vitest";
import { linksBetween, terminalsOn } from "../../src/core/network/drawing/edit.ts";
import { nameOfSwitch } from "../../src/core/network/drawing/drawing.ts";
import { canonicalText, scenarioHash } from "../../src/core/scenario/canonical.ts";
import { checkDocument, type Document, variantsOf, writeDocument } from "../../src/core/scenario/document.ts";
import { readDocument } from "../../src/core/scenario/read-document.ts";
import { BuiltNetworks } from "../../src/app/document/built.ts";
import { withKind } from "../../src/core/scenario/edits/edit-place.ts";
import { createWorkbench } from "../../src/app/state/workbench.ts";
import { edited } from "../../src/app/state/document-state.ts";
import { propose } from "../../src/app/document/edits.ts";
import { redo, undo } from "../../src/app/document/history.ts";
import { drawingActions, drawingOn, rename, toggleDrawing } from "../../src/app/drawing/act.ts";
import { drawSpeeds } from "../../src/app/drawing/change.ts";
import { linkAllLike, linkEachToEach, modelOf } from "../../src/app/drawing/link-all.ts";
import { sourcesOf } from "../../src/views/drawing/session.ts";
import { type Arrangement, arranged } from "../../src/app/drawing/arrange.ts";
import type { Page } from "../../src/app/create-page.ts";
import { standingIn } from "../../src/views/stage/layouts/all-layouts.ts";
import { cases } from "../effort.ts";
import { expectWording } from "../wording/wording.ts";

const uniform = { workload: { kind: "open-loop", pattern: "uniform", load: 0.3 } };

/** A page with a store and networks only. */
function pageOf(document: Document): Page {
  return { store: createWorkbench(document), networks: new BuiltNetworks() } as Page;
}

function drawingPage(topology: unknown): { readonly page: Page; readonly act: ReturnType<typeof drawingActions> } {
  const page = pageOf(readDocument({ topology, ...uniform }));
  toggleDrawing(page);
  return { page, act: drawingActions(page) };
}

const textOf = ({ store }: Page) => canonicalText(writeDocument(edited(store.getState())));
const draftOn = (page: Page) => drawingOn(page).now()!;

describe("a network of mine", () => {
  it("is any network with the first edit, and undo brings the generated one back", () => {
    const { page, act } = drawingPage({ kind: "torus", sizes: [4, 4] });
    const before = textOf(page);
    expect(draftOn(page).drawing.switches).toHaveLength(16);
    expect(textOf(page)).toBe(before);
    act.link([0], 5);
    expect(page.store.getState().document.current.topology.kind).toBe("drawn");
    expect(page.store.getState().document.current.routing.kind).toBe("shortest-path");
    expectWording(page.store.getState().session.toast, "Dimension order");
    undo(page.store);
    expect(textOf(page)).toBe(before);
  });

  it("comes by the chooser, too, as the network that was there", () => {
    const torus = readDocument({ topology: { kind: "torus", sizes: [4, 4] }, ...uniform });
    const drawn = withKind(torus, ["topology"], "drawn");
    expect(drawn.topology.kind).toBe("drawn");
    expect(drawn.routing).toEqual(torus.routing);
    expect(drawn.topology.values["places"]).toBe("");
  });

  it("refuses what cannot be drawn, with the reason", () => {
    const page = pageOf(readDocument({ topology: "shared-bus", ...uniform }));
    toggleDrawing(page);
    expect(page.store.getState().mode.drawing).toBeNull();
    expectWording(page.store.getState().session.toast, "bus");
  });

  it("keeps all where it stands while switches come and go", () => {
    const { page, act } = drawingPage({ kind: "graph" });
    const places = () => {
      const { drawing, network } = draftOn(page);
      const standing = standingIn(network);
      return new Map(drawing.switches.map(({ number }, s) => [number, `${standing[2 * s]} ${standing[2 * s + 1]}`]));
    };
    const before = places();
    act.addSwitch([100, 40]);
    for (const [number, place] of before) expect(places().get(number)).toBe(place);
    act.choose([3]);
    act.remove();
    for (const [number, place] of before) if (number !== 3) expect(places().get(number)).toBe(place);
  });

  it("writes only the place of what was moved", () => {
    const { page, act } = drawingPage({ kind: "torus", sizes: [4, 4] });
    act.choose([5]);
    act.move(3, -6);
    const { topology } = page.store.getState().document.current;
    expect(String(topology.values["places"]).length).toBeLessThanOrEqual(5);
    const before = scenarioHash(variantsOf(page.store.getState().document.current)[0]);
    act.move(9, 9);
    expect(scenarioHash(variantsOf(page.store.getState().document.current)[0])).toBe(before);
  });

  it("chooses, copies, names, adds and deletes", () => {
    const { page, act } = drawingPage({
      kind: "graph",
      switches: 3,
      links: [
        { a: 0, b: 1 },
        { a: 1, b: 2 },
      ],
    });
    act.choose([0]);
    rename(page, 0, "leaf 1");
    act.add(2);
    expect(terminalsOn(draftOn(page).drawing, 0)).toHaveLength(3);
    act.copy(20, 20);
    expect(draftOn(page).drawing.switches.map(nameOfSwitch)).toEqual(["leaf 1", "switch 1", "switch 2", "leaf 2"]);
    expect([...draftOn(page).chosen]).toEqual([3]);
    act.choose([1], "add");
    expect([...draftOn(page).chosen].sort()).toEqual([1, 3]);
    act.chooseLinks([[1, 3]]);
    act.add(1);
    expect(linksBetween(draftOn(page).drawing, 1, 3)).toHaveLength(2);
    act.remove();
    expect(linksBetween(draftOn(page).drawing, 1, 3)).toHaveLength(0);
    expect(draftOn(page).chosenLinks).toEqual([]);
  });

  it("goes on while what is sent does not fit, a step each", () => {
    const page = pageOf(
      readDocument({
        topology: { kind: "graph", switches: 2, links: [{ a: 0, b: 1 }], terminalsPerSwitch: 2 },
        workload: { kind: "open-loop", pattern: "bit-reversal" },
      }),
    );
    toggleDrawing(page);
    const act = drawingActions(page);
    const four = textOf(page);
    act.choose([0]);
    act.add(1);
    expect(page.store.getState().document.pending?.issues[0].path).toBe("workload.pattern");
    act.add(1);
    act.add(1);
    act.add(1);
    expect(page.store.getState().document.pending).toBeNull();
    expect(draftOn(page).network.terminals).toBe(8);
    for (let i = 0; i < 4; i++) undo(page.store);
    expect(textOf(page)).toBe(four);
    redo(page.store);
    expect(draftOn(page).network.terminals).toBe(5);
    expect(page.store.getState().document.pending).not.toBeNull();
    // An edit of another parameter resolves the pending issue.
    propose(page.store, withKind(edited(page.store.getState()), ["workload", "pattern"], "uniform"));
    expect(page.store.getState().document.pending).toBeNull();
  });

  it("is arranged in every way, and nothing but places changes", async () => {
    const { page } = drawingPage({ kind: "dragonfly" });
    const draft = draftOn(page);
    for (const how of ["levels", "ring", "grid", "groups", "force"] satisfies Arrangement[]) {
      const { switches, ...rest } = await arranged(draft, how);
      const { switches: before, ...others } = draft.drawing;
      expect(rest).toEqual(others);
      const places = switches.map(({ place }) => place!.join());
      expect(new Set(places).size, how).toBe(before.length);
    }
    const twice = await Promise.all([arranged(draft, "force"), arranged(draft, "force")]);
    expect(twice[0]).toEqual(twice[1]);
  });
});

describe("choosing", () => {
  it("never loses with Shift what is chosen, whatever is added", () => {
    const { page, act } = drawingPage({ kind: "torus", sizes: [3, 3] });
    const chosen = () => {
      const { chosen: switches, chosenLinks, terminals } = draftOn(page);
      return [...[...switches].map((s) => `s${s}`), ...chosenLinks.map(([a, b]) => `${a}-${b}`), ...[...terminals].map((t) => `t${t}`)];
    };
    const any = chance(3);
    const begins = [() => act.choose([any(9), any(9)]), () => act.chooseLinks([[0, 1]]), () => act.chooseTerminals([any(9)])];
    for (let i = 0; i < 60; i++) {
      begins[any(3)]();
      for (let k = 0; k < 4; k++) {
        const before = chosen();
        const some = Array.from({ length: any(4) }, () => any(9));
        [
          () => act.choose(some, "add"),
          () => act.chooseTerminals(some, "add"),
          () => act.chooseLinks(some.length === 0 ? [] : [[0, 3], [1, 0]], "add"), // prettier-ignore
        ][any(3)]();
        expect(chosen().slice(0, before.length)).toEqual(before);
        expect(new Set(chosen()).size).toBe(chosen().length);
      }
    }
    act.choose([1, 2]);
    act.choose([2, 4], "toggle");
    expect(chosen()).toEqual(["s1", "s4"]);
    act.chooseTerminals([3], "toggle");
    expect(chosen()).toEqual(["s1", "s4"]);
    expect(page.store.getState().session.toast).toMatch(/^Shift adds switches/);
    act.choose([]);
    expect(chosen()).toEqual([]);
  });

  it("chooses links whichever end is said first, also parallel ones once, and deletes and adds to all of them", () => {
    const { page, act } = drawingPage({ kind: "graph", switches: 3, links: [{ a: 0, b: 1 }, { a: 1, b: 2 }] }); // prettier-ignore
    act.chooseLinks([[1, 0], [0, 1], [2, 1]]); // prettier-ignore
    expect(draftOn(page).chosenLinks).toEqual([[0, 1], [1, 2]]); // prettier-ignore
    act.add(2);
    expect(draftOn(page).drawing.links.filter(({ a }) => a >= 0)).toHaveLength(6);
    act.remove();
    expect(draftOn(page).drawing.links.filter(({ a }) => a >= 0)).toHaveLength(0);
    act.chooseLinks([[-1, 0]]);
    act.remove();
    expect(terminalsOn(draftOn(page).drawing, 0)).toEqual([]);
    expect(draftOn(page).network.present).not.toContain(0);
  });
});

describe("rate and length of links", () => {
  it("is one step, makes the network one's own, and is in the document; undo brings the generated one back", () => {
    const { page } = drawingPage({ kind: "torus", sizes: [3, 3] });
    const before = textOf(page);
    const draft = draftOn(page);
    drawSpeeds(page.store, 0, draft, [[0, 1], [1, 4]], { rate: 4 }); // prettier-ignore
    expect(page.store.getState().document.pending).toBeNull();
    expect(page.store.getState().document.current.topology.kind).toBe("drawn");
    expect(page.store.getState().document.current.links).toEqual([
      { class: "0-1", rate: 4, length: 0 },
      { class: "1-4", rate: 4, length: 0 },
    ]);
    undo(page.store);
    expect(textOf(page)).toBe(before);
    redo(page.store);
    expect(page.store.getState().document.current.links).toHaveLength(2);
  });

  it("of a technology without bytes per second is refused in bytes, and said how else", () => {
    const { page } = drawingPage({ kind: "graph" });
    drawSpeeds(page.store, 0, draftOn(page), [[0, 1]], { rate: { of: "rate", value: 50e9 } });
    expect(page.store.getState().document.pending?.issues[0]).toMatchObject({ path: "links.0-1.rate" });
    expect(page.store.getState().document.pending?.issues[0].message).toMatch(/50 GB\/s needs a technology with a rate/);
  });
});

describe("linking all that is chosen", () => {
  /** A star of two leaves without links and one leaf with two spines, which are also linked to each other. */
  const star = () => {
    const ends = [[0, 3], [0, 4], [3, 4], [1, 4], [2, 4]]; // prettier-ignore
    const { page, act } = drawingPage({ kind: "graph", switches: 5, links: ends.map(([a, b]) => ({ a, b })) });
    act.chooseLinks([[1, 4], [2, 4]]); // prettier-ignore
    act.remove();
    return { page, act };
  };
  const said = (page: Page) => page.store.getState().session.toast;

  it("says what it took as the model, and why nothing happened", () => {
    const { page, act } = star();
    rename(page, 0, "leaf a");
    rename(page, 3, "spine a");
    rename(page, 4, "spine b");
    // The first selected switch that has links is the model, even if another switch was selected before it.
    act.choose([1, 0, 2]);
    expect(modelOf(draftOn(page))).toBe(0);
    linkAllLike(page, 0);
    expectWording(said(page), "leaf a … spine a and spine b … Added 4 links");
    const after = textOf(page);
    linkAllLike(page, 0);
    expectWording(said(page), "leaf a … spine a and spine b … Nothing to add … switch 1 and switch 2");
    expect(textOf(page)).toBe(after);
    act.addSwitch([90, 90]);
    act.addSwitch([120, 90]);
    act.choose([5, 6]);
    linkAllLike(page, modelOf(draftOn(page)));
    expectWording(said(page), "switch 5 … no switch … Nothing to add");
    act.choose([3, 4]);
    linkEachToEach(page);
    expect(said(page)).toMatch(/^Nothing to add/);
  });

  it("links all of several chosen switches with the one that a link is pulled to", () => {
    const { page, act } = star();
    act.choose([0, 1, 2]);
    const { chosen } = draftOn(page);
    expect(sourcesOf({ chosen }, 1)).toEqual([0, 1, 2]);
    expect(sourcesOf({ chosen }, 4)).toEqual([4]);
    act.link(sourcesOf({ chosen }, 1), 4);
    expect([0, 1, 2].map((s) => linksBetween(draftOn(page).drawing, s, 4).length)).toEqual([2, 1, 1]);
    expect([...draftOn(page).chosen]).toEqual([0, 1, 2]);
    undo(page.store);
    expect(linksBetween(draftOn(page).drawing, 0, 4)).toHaveLength(1);
    act.linkToNew([0, 1, 2], [50, 50]);
    expect([0, 1, 2].map((s) => linksBetween(draftOn(page).drawing, s, 5).length)).toEqual([1, 1, 1]);
  });
});

/** A linear congruential generator: the same pseudo-random integers below a bound in every run. */
function chance(seed: number): (below: number) => number {
  let state = seed;
  return (below) => ((state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0) >>> 8) % below;
}

/** Applies one random gesture to the drawing. */
function gesture(page: Page, act: ReturnType<typeof drawingActions>, any: (below: number) => number): void {
  const { drawing } = draftOn(page);
  const count = drawing.switches.length;
  const some = () => any(Math.max(1, count));
  if (count === 0) return act.addSwitch([any(200), any(100)]);
  if (count > 24) {
    act.choose(Array.from({ length: 12 }, some));
    return act.remove();
  }
  switch (any(11)) {
    case 0:
      return act.addSwitch([any(400) - 200, any(200) - 100]);
    case 1:
    case 2:
      return act.link(any(4) === 0 ? [...new Set([some(), some()])] : [some()], some());
    case 3:
      return act.linkToNew([some()], [any(400) - 200, any(200) - 100]);
    case 4:
      act.choose([some()]);
      return act.move(any(20) - 10, any(20) - 10);
    case 5:
      act.choose([some(), some()]);
      return act.copy(10, 12);
    case 6:
      act.choose([some()]);
      return act.add(any(3) - 1);
    case 7:
      act.choose([some()]);
      return act.remove();
    case 8:
      act.chooseLinks([[some(), some()]]);
      if (any(2) === 0) return drawSpeeds(page.store, 0, draftOn(page), draftOn(page).chosenLinks, { rate: 1 + any(3) });
      return act.add(any(3) - 1);
    case 9:
      return rename(page, drawing.switches[some()].number, ["leaf", "spine 1", "", "登録"][any(4)]);
    default: {
      const from = some();
      const [t] = terminalsOn(drawing, from);
      return t === undefined ? undefined : act.rehang(t, from, some(), any(3) === 0);
    }
  }
}

describe("steps", () => {
  let steps = 0;
  beforeAll(() => (steps = cases(900)));

  it("edits, undo and redo of chance end where they began", () => {
    const any = chance(7);
    const { page, act } = drawingPage({ kind: "graph" });
    const first = textOf(page);
    /** A plain model of undo: all past texts of the document, and the index of the current one. */
    let past = [first];
    let at = 0;
    for (let i = 0; i < steps; i++) {
      const sort = any(10);
      if (sort < 3) {
        undo(page.store);
        at = Math.max(0, at - 1);
      } else if (sort < 5) {
        redo(page.store);
        at = Math.min(past.length - 1, at + 1);
      } else {
        const before = textOf(page);
        gesture(page, act, any);
        const after = textOf(page);
        if (after !== before) {
          past = [...past.slice(0, at + 1), after].slice(-201);
          at = past.length - 1;
        }
        const document = edited(page.store.getState());
        if (checkDocument(document).length === 0) expect(canonicalText(writeDocument(readDocument(JSON.parse(after))))).toBe(after);
      }
      expect(textOf(page)).toBe(past[at]);
    }
    while (at > 0) {
      undo(page.store);
      at--;
    }
    expect(textOf(page)).toBe(past[0]);
  }, 600_000);
});
