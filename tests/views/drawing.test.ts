/** The view of a network while it is drawn by hand: positions on the page, hit tests, and loads that stay visible. */
import { describe, expect, it } from "vitest";
import { buildDrawing } from "../../src/core/network/drawing/build.ts";
import { type Drawing, emptyDrawing, terminalEnd } from "../../src/core/network/drawing/drawing.ts";
import { placed as putAt, withLink, withoutSwitches, withSwitch, withTerminals } from "../../src/core/network/drawing/edit.ts";
import type { Frame } from "../../src/core/simulation/frame.ts";
import type { Draft } from "../../src/views/drawing/contract.ts";
import { hitAt, isWithin, nearestSwitch } from "../../src/views/drawing/hit.ts";
import { asRead, freePlace, inSight, isOnStage, placeAt, placeDraft, pointOf, zoomed } from "../../src/views/drawing/place.ts";
import { frameFor, frameOn } from "../../src/views/drawing/remap.ts";
import { newSession } from "../../src/views/drawing/session.ts";
import { fitted } from "../../src/views/stage/layouts/by-hand.ts";
import { sceneOf } from "./fixtures.ts";

const [width, height] = [900, 500];

/** Four switches in a square, linked as a ring, with two terminals each. */
function square(): Drawing {
  let drawing = emptyDrawing;
  for (const place of [
    [-40, -30],
    [40, -30],
    [40, 30],
    [-40, 30],
  ] as const)
    drawing = withSwitch(drawing, place, 2);
  for (let s = 0; s < 4; s++) drawing = withLink(drawing, s, (s + 1) % 4);
  return drawing;
}

/** A draft of a drawing with these selected switches. */
function draftOf(drawing: Drawing, chosen: readonly number[] = []): Draft {
  return {
    drawing,
    network: buildDrawing(drawing),
    chosen: new Set(chosen),
    terminals: new Set(),
    chosenLinks: [],
    isLikeFirst: true,
    session: newSession(),
  };
}

describe("placing", () => {
  it("shows all of a drawing, its middle in the middle, and stays there while switches come", () => {
    const draft = draftOf(square());
    const placed = placeDraft(draft, width, height);
    const xs = [0, 1, 2, 3].map((s) => pointOf(placed, s)[0]);
    expect((Math.min(...xs) + Math.max(...xs)) / 2).toBeCloseTo(width / 2, 6);
    const more = withSwitch(square(), [200, 90]);
    const after = placeDraft({ ...draft, drawing: more, network: buildDrawing(more) }, width, height);
    for (let s = 0; s < 4; s++) expect(pointOf(after, s)).toEqual(pointOf(placed, s));
  });

  it("a new drawing begins in its own size, in the middle", () => {
    const placed = placeDraft(draftOf(emptyDrawing), width, height);
    expect(placeAt(placed.camera, [width / 2, height / 2])).toEqual([0, 0]);
    expect(placed.camera.scale).toBe(4);
  });

  it("zooms about a point, and finds places and points from each other", () => {
    const camera = fitted(Int32Array.of(-10, -10, 10, 10), width, height);
    const near = zoomed(camera, 2, [300, 200]);
    expect(placeAt(near, [300, 200])).toEqual(placeAt(camera, [300, 200]));
  });

  it("finds room for a switch near by, where none stands", () => {
    const draft = draftOf(square(), [0]);
    const placed = placeDraft(draft, width, height);
    const place = freePlace(draft, placed);
    for (let s = 0; s < 4; s++)
      expect(Math.hypot(placed.before[2 * s] - place[0], placed.before[2 * s + 1] - place[1])).toBeGreaterThan(12);
    const next = putAt(withSwitch(square(), place), new Map());
    expect(next.switches).toHaveLength(5);
  });

  it("shows all of a network that is another one altogether, as after steps back to before", () => {
    const draft = draftOf(square());
    placeDraft(draft, width, height);
    let grid = emptyDrawing;
    for (let s = 0; s < 64; s++) grid = withSwitch(grid, [1000 + 40 * (s % 8), 40 * (s >> 3)]);
    const placed = placeDraft({ ...draft, drawing: grid, network: buildDrawing(grid) }, width, height);
    for (let s = 0; s < 64; s++) {
      const [x, y] = pointOf(placed, s);
      expect(x > 0 && x < width && y > 0 && y < height).toBe(true);
    }
  });

  it("shows all of it again where words above push the lowest switches out of sight, and else stays where it is", () => {
    const draft = draftOf(square());
    const first = placeDraft(draft, width, height);
    const lowest = ({ standing, camera }: typeof first) => Math.max(...[0, 1, 2, 3].map((s) => pointOf({ standing, camera }, s)[1]));
    expect(placeDraft(draft, width, height - 24).camera).toEqual(first.camera);
    const room = lowest(first) + 10;
    expect(lowest(placeDraft(draft, width, room))).toBeLessThan(room - 20);
    // The drawing does not move back when the box grows again.
    const { camera } = placeDraft(draft, width, room);
    expect(placeDraft(draft, width, height).camera).toEqual(camera);
  });

  it("stays where it is on the page while words above move its upper edge, as long as all is seen", () => {
    const draft = draftOf(square());
    const { session } = draft;
    let top = 200;
    session.topNow = () => top;
    session.top = top;
    placeDraft(draft, width, height);
    const onPage = () => [0, 1, 2, 3].map((s) => pointOf(placeDraft(draft, width, height + 200 - top), s)[1] + top);
    const before = onPage();
    for (top of [240, 216, 260, 200]) expect(onPage()).toEqual(before);
    // What the text above would cover is moved below it.
    top = 200 + height - 120;
    for (const y of onPage()) expect(y - top).toBeGreaterThan(0);
  });

  it("keeps what is put down in sight: on the stage, and below the words over it", () => {
    const session = { ...newSession(), room: [width, height] as const, headroom: 60 };
    expect(inSight(session, [300, 200])).toEqual([300, 200]);
    expect(inSight(session, [-50, 10])).toEqual([24, 84]);
    expect(inSight(session, [2000, 2000])).toEqual([width - 24, height - 24]);
    expect([isOnStage(session, [0, 0]), isOnStage(session, [901, 10])]).toEqual([true, false]);
    const draft = { ...draftOf(square()), session };
    const placed = placeDraft(draft, width, height);
    expect(pointOf({ ...placed, standing: Int32Array.from(freePlace(draft, placed)) }, 0)[1]).toBeGreaterThan(60);
  });

  it("reads switches row by row", () => {
    expect(asRead([0, 1, 2, 3], Int32Array.of(-40, -30, 40, -30, 40, 30, -40, 30))).toEqual([0, 1, 3, 2]);
  });
});

describe("what lies under a pointer", () => {
  const draft = draftOf(square());
  const placed = placeDraft(draft, width, height);
  const [x, y] = pointOf(placed, 0);
  const [w, h] = placed.size;

  it("the middle of a switch, its edge, a link, a terminal, the ground", () => {
    expect(hitAt(draft, placed, [x, y], false)).toMatchObject({ is: "switch", s: 0 });
    expect(hitAt(draft, placed, [x + w / 2 + 3, y], false)).toMatchObject({ is: "edge", s: 0 });
    expect(hitAt(draft, placed, [x + w / 2 - 2, y], false)).toMatchObject({ is: "edge", s: 0 });
    const [ox] = pointOf(placed, 1);
    expect(hitAt(draft, placed, [(x + ox) / 2, y + 2], false)).toEqual({ is: "link", a: 0, b: 1 });
    const [dot] = placed.scene.dots;
    expect(hitAt(draft, placed, [dot.x, dot.y], false)).toEqual({ is: "terminal", terminal: dot.terminal });
    expect(hitAt(draft, placed, [x + 120, y + 70], false)).toEqual({ is: "ground" });
    expect(h).toBeGreaterThan(20);
  });

  it("a finger pulls from the edge of the chosen switch alone, and reaches farther", () => {
    expect(hitAt(draft, placed, [x + w / 2 + 10, y + 3], true).is).not.toBe("edge");
    const chosen = draftOf(square(), [0]);
    const own = placeDraft(chosen, width, height);
    expect(hitAt(chosen, own, [x + w / 2 + 10, y + 3], true)).toMatchObject({ is: "edge", s: 0 });
  });

  it("the link between a terminal and its switch", () => {
    const [dot] = placed.scene.dots;
    const link = hitAt(draft, placed, [dot.x, (dot.y + y - h / 2) / 2], false);
    expect(["link", "terminal", "edge"]).toContain(link.is);
    if (link.is === "link") expect(link).toEqual({ is: "link", a: terminalEnd(dot.terminal), b: 0 });
  });

  it("a link is caught near a switch, and not by the one it comes from", () => {
    expect(nearestSwitch(placed, [x + w / 2 + 20, y])).toBe(0);
    expect(nearestSwitch(placed, [x + w / 2 + 20, y], undefined, 0)).toBe(-1);
    expect(nearestSwitch(placed, [x + w / 2 + 40, y])).toBe(-1);
  });

  it("a loop has what lies within", () => {
    const loop = [
      [0, 0],
      [10, 0],
      [10, 10],
      [0, 10],
    ] as const;
    expect([isWithin([5, 5], loop), isWithin([11, 5], loop), isWithin([5, -1], loop)]).toEqual([true, false, false]);
  });
});

describe("loads of the run before", () => {
  /** Columns of a frame with a different value for each channel. */
  const columns = (length: number) => {
    const of = () => Float64Array.from({ length }, (_, c) => c + 1);
    return {
      phits: of(),
      windowPhits: of(),
      waiting: of(),
      windowWaiting: of(),
      sinceInjection: of(),
      windowSinceInjection: of(),
      queued: Int32Array.from(of()),
    };
  };

  it("stay with their channels while others come and go; what is new carries nothing", () => {
    const drawing = square();
    const before = buildDrawing(drawing);
    const frame = columns(before.head.length) as unknown as Frame;
    expect(frameFor(frame, before, buildDrawing(square()))).toBe(frame);
    // After the drawing was cleared, loads of the old network are shown again only if undo restores it.
    const draft = draftOf(withoutSwitches(square(), new Set([3])));
    expect(frameOn(draft, { frame, network: before })).not.toBeNull();
    draft.session.emptied = before;
    expect(frameOn(draft, { frame, network: before })).toBeNull();
    expect(frameOn({ ...draft, network: buildDrawing(square()) }, { frame, network: before })).toBe(frame);
    const nameOf = (network: typeof before, n: number) =>
      n < network.terminals ? `t${n}` : (network.look?.names.get(n) ?? `switch ${n - network.terminals}`);
    const loadOf = (network: typeof before, own: Frame) =>
      new Map(Array.from(network.head, (to, c) => [`${nameOf(network, network.tail[c])} ${nameOf(network, to)}`, own.phits[c]]));
    const known = loadOf(before, frame);
    for (const next of [withLink(drawing, 0, 2), withTerminals(drawing, 1), withoutSwitches(drawing, new Set([1]))]) {
      const after = buildDrawing(next);
      for (const [ends, load] of loadOf(after, frameFor(frame, before, after))) expect(load, ends).toBe(known.get(ends) ?? 0);
    }
  });
});

describe("names of placed switches", () => {
  it("stand apart from each other and from switches, and are left out where names are all around", () => {
    const named = (...nodes: readonly (readonly [name: string, x: number, y: number])[]): Drawing => {
      const bare = nodes.reduce<Drawing>((drawing, [, x, y]) => withSwitch(drawing, [x, y], 1), emptyDrawing);
      const linked = nodes.slice(1).reduce((drawing, _, s) => withLink(drawing, s, s + 1), bare);
      return { ...linked, switches: linked.switches.map((each, s) => ({ ...each, name: nodes[s][0] })) };
    };
    const wordsOf = (drawing: Drawing) => sceneOf(buildDrawing(drawing), width, height)!.words;
    const apart = wordsOf(named(["Wien", 0, 0], ["Eisenstadt", 20, 40], ["Wiener Neustadt", 0, 46], ["Graz", -200, 200]));
    expect(apart.map(({ text }) => text).sort()).toEqual(["Eisenstadt", "Graz", "Wien", "Wiener Neustadt"]);
    const areas = apart.map(({ x, y, text, anchor }) => {
      const left = x - (anchor === "start" ? 0 : anchor === "middle" ? 3.5 * text.length : 7 * text.length);
      return [left, left + 7 * text.length, y - 12, y + 3] as const;
    });
    areas.forEach((a, i) =>
      areas.slice(i + 1).forEach((b) => expect(a[0] < b[1] && b[0] < a[1] && a[2] < b[3] && b[2] < a[3]).toBe(false)),
    );
  });
});
