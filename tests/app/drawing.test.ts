/** Editing a drawn network: what gestures change in the document, and undo and redo over many steps. */
import { beforeAll, describe, expect, it } from "vitest";
import { linksBetween, terminalsOn } from "../../src/core/network/drawing/edit.ts";
import { nameOfSwitch } from "../../src/core/network/drawing/drawing.ts";
import { canonicalText, scenarioHash } from "../../src/core/scenario/canonical.ts";
import { checkDocument, type Document, variantsOf, writeDocument } from "../../src/core/scenario/document.ts";
import { parseDocument } from "../../src/core/scenario/read-document.ts";
import { NetworkCache } from "../../src/app/document/network-cache.ts";
import { withKind } from "../../src/core/scenario/edits/edit-document-value.ts";
import { createWorkbench } from "../../src/app/state/workbench.ts";
import { editedDocument } from "../../src/app/state/document-state.ts";
import { propose } from "../../src/app/document/edits.ts";
import { redo, undo } from "../../src/app/document/history.ts";
import { drawingActions, drawingEditor, renameElement, toggleDrawing } from "../../src/app/drawing/drawing-actions.ts";
import { applyLinkSpeeds } from "../../src/app/drawing/apply-drawing.ts";
import { linkAllLike, linkFullMesh, modelSwitchOf } from "../../src/app/drawing/link-selected.ts";
import { linkSources } from "../../src/views/drawing/session.ts";
import { type Arrangement, arrangeDrawing } from "../../src/app/drawing/arrange.ts";
import type { Page } from "../../src/app/create-page.ts";
import { switchPositionsOf } from "../../src/views/stage/layouts/all-layouts.ts";
import { cases } from "../effort.ts";
import { expectWording } from "../wording/wording.ts";

const uniform = { workload: { kind: "open-loop", pattern: "uniform", load: 0.3 } };

/** A page with a store and networks only. */
function pageOf(document: Document): Page {
  return { store: createWorkbench(document), networks: new NetworkCache() } as Page;
}

function drawingPage(topology: unknown): { readonly page: Page; readonly act: ReturnType<typeof drawingActions> } {
  const page = pageOf(parseDocument({ topology, ...uniform }));
  toggleDrawing(page);
  return { page, act: drawingActions(page) };
}

const textOf = ({ store }: Page) => canonicalText(writeDocument(editedDocument(store.getState())));
const draftOn = (page: Page) => drawingEditor(page).now()!;

describe("a network of mine", () => {
  it("is any network with the first edit, and undo brings the generated one back", () => {
    const { page, act } = drawingPage({ kind: "torus", sizes: [4, 4] });
    const before = textOf(page);
    expect(draftOn(page).drawing.switches).toHaveLength(16);
    expect(textOf(page)).toBe(before);
    act.addLinks([0], 5);
    expect(page.store.getState().document.current.topology.kind).toBe("drawn");
    expect(page.store.getState().document.current.routing.kind).toBe("shortest-path");
    expectWording(page.store.getState().session.toast, "Dimension order");
    undo(page.store);
    expect(textOf(page)).toBe(before);
  });

  it("comes by the chooser, too, as the network that was there", () => {
    const torus = parseDocument({ topology: { kind: "torus", sizes: [4, 4] }, ...uniform });
    const drawn = withKind(torus, ["topology"], "drawn");
    expect(drawn.topology.kind).toBe("drawn");
    expect(drawn.routing).toEqual(torus.routing);
    expect(drawn.topology.values["places"]).toBe("");
  });

  it("refuses what cannot be drawn, with the reason", () => {
    const page = pageOf(parseDocument({ topology: "shared-bus", ...uniform }));
    toggleDrawing(page);
    expect(page.store.getState().mode.drawing).toBeNull();
    expectWording(page.store.getState().session.toast, "bus");
  });

  it("keeps the positions of switches while others are added and removed", () => {
    const { page, act } = drawingPage({ kind: "graph" });
    const places = () => {
      const { drawing, network } = draftOn(page);
      const currentPositions = switchPositionsOf(network);
      return new Map(drawing.switches.map(({ number }, s) => [number, `${currentPositions[2 * s]} ${currentPositions[2 * s + 1]}`]));
    };
    const before = places();
    act.addSwitch([100, 40]);
    for (const [number, place] of before) expect(places().get(number)).toBe(place);
    act.selectSwitches([3]);
    act.removeSelection();
    for (const [number, place] of before) if (number !== 3) expect(places().get(number)).toBe(place);
  });

  it("writes only the place of what was moved", () => {
    const { page, act } = drawingPage({ kind: "torus", sizes: [4, 4] });
    act.selectSwitches([5]);
    act.moveSelection(3, -6);
    const { topology } = page.store.getState().document.current;
    expect(String(topology.values["places"]).length).toBeLessThanOrEqual(5);
    const before = scenarioHash(variantsOf(page.store.getState().document.current)[0]);
    act.moveSelection(9, 9);
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
    act.selectSwitches([0]);
    renameElement(page, 0, "leaf 1");
    act.changeCount(2);
    expect(terminalsOn(draftOn(page).drawing, 0)).toHaveLength(3);
    act.copySelection(20, 20);
    expect(draftOn(page).drawing.switches.map(nameOfSwitch)).toEqual(["leaf 1", "switch 1", "switch 2", "leaf 2"]);
    expect([...draftOn(page).selectedSwitches]).toEqual([3]);
    act.selectSwitches([1], "add");
    expect([...draftOn(page).selectedSwitches].sort()).toEqual([1, 3]);
    act.selectLinks([[1, 3]]);
    act.changeCount(1);
    expect(linksBetween(draftOn(page).drawing, 1, 3)).toHaveLength(2);
    act.removeSelection();
    expect(linksBetween(draftOn(page).drawing, 1, 3)).toHaveLength(0);
    expect(draftOn(page).selectedLinks).toEqual([]);
  });

  it("goes on while what is sent does not fit, a step each", () => {
    const page = pageOf(
      parseDocument({
        topology: { kind: "graph", switches: 2, links: [{ a: 0, b: 1 }], terminalsPerSwitch: 2 },
        workload: { kind: "open-loop", pattern: "bit-reversal" },
      }),
    );
    toggleDrawing(page);
    const act = drawingActions(page);
    const four = textOf(page);
    act.selectSwitches([0]);
    act.changeCount(1);
    expect(page.store.getState().document.pending?.issues[0].path).toBe("workload.pattern");
    act.changeCount(1);
    act.changeCount(1);
    act.changeCount(1);
    expect(page.store.getState().document.pending).toBeNull();
    expect(draftOn(page).network.terminals).toBe(8);
    for (let i = 0; i < 4; i++) undo(page.store);
    expect(textOf(page)).toBe(four);
    redo(page.store);
    expect(draftOn(page).network.terminals).toBe(5);
    expect(page.store.getState().document.pending).not.toBeNull();
    // An edit of another parameter resolves the pending issue.
    propose(page.store, withKind(editedDocument(page.store.getState()), ["workload", "pattern"], "uniform"));
    expect(page.store.getState().document.pending).toBeNull();
  });

  it("is arranged in every way, and nothing but places changes", async () => {
    const { page } = drawingPage({ kind: "dragonfly" });
    const draft = draftOn(page);
    for (const how of ["levels", "ring", "grid", "groups", "force"] satisfies Arrangement[]) {
      const { switches, ...rest } = await arrangeDrawing(draft, how);
      const { switches: before, ...others } = draft.drawing;
      expect(rest).toEqual(others);
      const places = switches.map(({ place }) => place!.join());
      expect(new Set(places).size, how).toBe(before.length);
    }
    const twice = await Promise.all([arrangeDrawing(draft, "force"), arrangeDrawing(draft, "force")]);
    expect(twice[0]).toEqual(twice[1]);
  });
});

describe("choosing", () => {
  it("never loses with Shift what is chosen, whatever is added", () => {
    const { page, act } = drawingPage({ kind: "torus", sizes: [3, 3] });
    const chosen = () => {
      const { selectedSwitches: switches, selectedLinks, selectedTerminals } = draftOn(page);
      return [
        ...[...switches].map((s) => `s${s}`),
        ...selectedLinks.map(([a, b]) => `${a}-${b}`),
        ...[...selectedTerminals].map((t) => `t${t}`),
      ];
    };
    const any = randomIntegers(3);
    const begins = [() => act.selectSwitches([any(9), any(9)]), () => act.selectLinks([[0, 1]]), () => act.selectTerminals([any(9)])];
    for (let i = 0; i < 60; i++) {
      begins[any(3)]();
      for (let k = 0; k < 4; k++) {
        const before = chosen();
        const some = Array.from({ length: any(4) }, () => any(9));
        [
          () => act.selectSwitches(some, "add"),
          () => act.selectTerminals(some, "add"),
          () => act.selectLinks(some.length === 0 ? [] : [[0, 3], [1, 0]], "add"), // prettier-ignore
        ][any(3)]();
        expect(chosen().slice(0, before.length)).toEqual(before);
        expect(new Set(chosen()).size).toBe(chosen().length);
      }
    }
    act.selectSwitches([1, 2]);
    act.selectSwitches([2, 4], "toggle");
    expect(chosen()).toEqual(["s1", "s4"]);
    act.selectTerminals([3], "toggle");
    expect(chosen()).toEqual(["s1", "s4"]);
    expect(page.store.getState().session.toast).toMatch(/^Shift adds switches/);
    act.selectSwitches([]);
    expect(chosen()).toEqual([]);
  });

  it("chooses links whichever end is said first, also parallel ones once, and deletes and adds to all of them", () => {
    const { page, act } = drawingPage({ kind: "graph", switches: 3, links: [{ a: 0, b: 1 }, { a: 1, b: 2 }] }); // prettier-ignore
    act.selectLinks([[1, 0], [0, 1], [2, 1]]); // prettier-ignore
    expect(draftOn(page).selectedLinks).toEqual([[0, 1], [1, 2]]); // prettier-ignore
    act.changeCount(2);
    expect(draftOn(page).drawing.links.filter(({ a }) => a >= 0)).toHaveLength(6);
    act.removeSelection();
    expect(draftOn(page).drawing.links.filter(({ a }) => a >= 0)).toHaveLength(0);
    act.selectLinks([[-1, 0]]);
    act.removeSelection();
    expect(terminalsOn(draftOn(page).drawing, 0)).toEqual([]);
    expect(draftOn(page).network.present).not.toContain(0);
  });
});

describe("rate and length of links", () => {
  it("is one step, makes the network one's own, and is in the document; undo brings the generated one back", () => {
    const { page } = drawingPage({ kind: "torus", sizes: [3, 3] });
    const before = textOf(page);
    const draft = draftOn(page);
    applyLinkSpeeds(page.store, 0, draft, [[0, 1], [1, 4]], { rate: 4 }); // prettier-ignore
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
    applyLinkSpeeds(page.store, 0, draftOn(page), [[0, 1]], { rate: { of: "rate", value: 50e9 } });
    expect(page.store.getState().document.pending?.issues[0]).toMatchObject({ path: "links.0-1.rate" });
    expect(page.store.getState().document.pending?.issues[0].message).toMatch(/50 GB\/s needs a technology with a rate/);
  });
});

describe("linking all that is chosen", () => {
  /** A star of two leaves without links and one leaf with two spines, which are also linked to each other. */
  const star = () => {
    const ends = [[0, 3], [0, 4], [3, 4], [1, 4], [2, 4]]; // prettier-ignore
    const { page, act } = drawingPage({ kind: "graph", switches: 5, links: ends.map(([a, b]) => ({ a, b })) });
    act.selectLinks([[1, 4], [2, 4]]); // prettier-ignore
    act.removeSelection();
    return { page, act };
  };
  const toastOf = (page: Page) => page.store.getState().session.toast;

  it("says what it took as the model, and why nothing happened", () => {
    const { page, act } = star();
    renameElement(page, 0, "leaf a");
    renameElement(page, 3, "spine a");
    renameElement(page, 4, "spine b");
    // The first selected switch that has links is the model that others are linked like, even if one without links was selected before it.
    act.selectSwitches([1, 0, 2]);
    expect(modelSwitchOf(draftOn(page))).toBe(0);
    linkAllLike(page, 0);
    expectWording(toastOf(page), "leaf a … spine a and spine b … Added 4 links");
    const after = textOf(page);
    linkAllLike(page, 0);
    expectWording(toastOf(page), "leaf a … spine a and spine b … Nothing to add … switch 1 and switch 2");
    expect(textOf(page)).toBe(after);
    act.addSwitch([90, 90]);
    act.addSwitch([120, 90]);
    act.selectSwitches([5, 6]);
    linkAllLike(page, modelSwitchOf(draftOn(page)));
    expectWording(toastOf(page), "switch 5 … no switch … Nothing to add");
    act.selectSwitches([3, 4]);
    linkFullMesh(page);
    expect(toastOf(page)).toMatch(/^Nothing to add/);
  });

  it("links all of several chosen switches with the one that a link is pulled to", () => {
    const { page, act } = star();
    act.selectSwitches([0, 1, 2]);
    const { selectedSwitches } = draftOn(page);
    expect(linkSources({ selectedSwitches }, 1)).toEqual([0, 1, 2]);
    expect(linkSources({ selectedSwitches }, 4)).toEqual([4]);
    act.addLinks(linkSources({ selectedSwitches }, 1), 4);
    expect([0, 1, 2].map((s) => linksBetween(draftOn(page).drawing, s, 4).length)).toEqual([2, 1, 1]);
    expect([...draftOn(page).selectedSwitches]).toEqual([0, 1, 2]);
    undo(page.store);
    expect(linksBetween(draftOn(page).drawing, 0, 4)).toHaveLength(1);
    act.addLinksToNewSwitch([0, 1, 2], [50, 50]);
    expect([0, 1, 2].map((s) => linksBetween(draftOn(page).drawing, s, 5).length)).toEqual([1, 1, 1]);
  });
});

/** A linear congruential generator: the same pseudo-random integers below a bound in every run. */
function randomIntegers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => ((state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0) >>> 8) % below;
}

/** Applies one random gesture to the drawing. */
function applyRandomGesture(page: Page, act: ReturnType<typeof drawingActions>, random: (below: number) => number): void {
  const { drawing } = draftOn(page);
  const count = drawing.switches.length;
  const randomSwitch = () => random(Math.max(1, count));
  if (count === 0) return act.addSwitch([random(200), random(100)]);
  if (count > 24) {
    act.selectSwitches(Array.from({ length: 12 }, randomSwitch));
    return act.removeSelection();
  }
  switch (random(11)) {
    case 0:
      return act.addSwitch([random(400) - 200, random(200) - 100]);
    case 1:
    case 2:
      return act.addLinks(random(4) === 0 ? [...new Set([randomSwitch(), randomSwitch()])] : [randomSwitch()], randomSwitch());
    case 3:
      return act.addLinksToNewSwitch([randomSwitch()], [random(400) - 200, random(200) - 100]);
    case 4:
      act.selectSwitches([randomSwitch()]);
      return act.moveSelection(random(20) - 10, random(20) - 10);
    case 5:
      act.selectSwitches([randomSwitch(), randomSwitch()]);
      return act.copySelection(10, 12);
    case 6:
      act.selectSwitches([randomSwitch()]);
      return act.changeCount(random(3) - 1);
    case 7:
      act.selectSwitches([randomSwitch()]);
      return act.removeSelection();
    case 8:
      act.selectLinks([[randomSwitch(), randomSwitch()]]);
      if (random(2) === 0) return applyLinkSpeeds(page.store, 0, draftOn(page), draftOn(page).selectedLinks, { rate: 1 + random(3) });
      return act.changeCount(random(3) - 1);
    case 9:
      return renameElement(page, drawing.switches[randomSwitch()].number, ["leaf", "spine 1", "", "登録"][random(4)]);
    default: {
      const from = randomSwitch();
      const [terminal] = terminalsOn(drawing, from);
      return terminal === undefined ? undefined : act.moveTerminal(terminal, from, randomSwitch(), random(3) === 0);
    }
  }
}

describe("steps", () => {
  let steps = 0;
  beforeAll(() => (steps = cases(900)));

  it("edits, undo and redo of chance end where they began", () => {
    const any = randomIntegers(7);
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
        applyRandomGesture(page, act, any);
        const after = textOf(page);
        if (after !== before) {
          past = [...past.slice(0, at + 1), after].slice(-201);
          at = past.length - 1;
        }
        const document = editedDocument(page.store.getState());
        if (checkDocument(document).length === 0) expect(canonicalText(writeDocument(parseDocument(JSON.parse(after))))).toBe(after);
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
