/** The view of a network while it is drawn by hand: positions on the page, hit tests, and loads that stay visible. */
import { describe, expect, it } from "vitest";
import { buildDrawing } from "../../src/core/network/drawing/build.ts";
import { type Drawing, emptyDrawing, terminalEnd } from "../../src/core/network/drawing/drawing.ts";
import { withPlaces as putAt, withLink, withoutSwitches, withSwitch, withTerminals } from "../../src/core/network/drawing/edit.ts";
import type { Frame } from "../../src/core/simulation/frame.ts";
import type { DrawingDraft } from "../../src/views/drawing/contract.ts";
import { hitTestDrawing, isInLasso, nearestSwitch } from "../../src/views/drawing/hit-test-drawing.ts";
import {
  inReadingOrder,
  freePosition,
  clampToStage,
  isOnStage,
  gridPositionAt,
  placeDraft,
  switchPoint,
  zoomCamera,
} from "../../src/views/drawing/place-draft.ts";
import { remapFrame, frameForDraft } from "../../src/views/drawing/remap.ts";
import { newDrawingSession } from "../../src/views/drawing/session.ts";
import { fitCamera } from "../../src/views/stage/layouts/manual.ts";
import { sceneOf } from "./fixtures.ts";

const [width, height] = [900, 500];

/** Four switches in a square, linked as a ring, with two terminals each. */
function squareDrawing(): Drawing {
  let drawing = emptyDrawing;
  for (const position of [
    [-40, -30],
    [40, -30],
    [40, 30],
    [-40, 30],
  ] as const)
    drawing = withSwitch(drawing, position, 2);
  for (let s = 0; s < 4; s++) drawing = withLink(drawing, s, (s + 1) % 4);
  return drawing;
}

/** A draft of a drawing with these selected switches. */
function draftOf(drawing: Drawing, selected: readonly number[] = []): DrawingDraft {
  return {
    drawing,
    network: buildDrawing(drawing),
    selectedSwitches: new Set(selected),
    selectedTerminals: new Set(),
    selectedLinks: [],
    isCopyLinked: true,
    session: newDrawingSession(),
  };
}

describe("placing", () => {
  it("shows all of a drawing, its middle in the middle, and stays there while switches come", () => {
    const draft = draftOf(squareDrawing());
    const placed = placeDraft(draft, width, height);
    const xs = [0, 1, 2, 3].map((s) => switchPoint(placed, s)[0]);
    expect((Math.min(...xs) + Math.max(...xs)) / 2).toBeCloseTo(width / 2, 6);
    const more = withSwitch(squareDrawing(), [200, 90]);
    const after = placeDraft({ ...draft, drawing: more, network: buildDrawing(more) }, width, height);
    for (let s = 0; s < 4; s++) expect(switchPoint(after, s)).toEqual(switchPoint(placed, s));
  });

  it("a new drawing begins in its own size, in the middle", () => {
    const placed = placeDraft(draftOf(emptyDrawing), width, height);
    expect(gridPositionAt(placed.camera, [width / 2, height / 2])).toEqual([0, 0]);
    expect(placed.camera.scale).toBe(4);
  });

  it("zooms about a point, and finds places and points from each other", () => {
    const camera = fitCamera(Int32Array.of(-10, -10, 10, 10), width, height);
    const near = zoomCamera(camera, 2, [300, 200]);
    expect(gridPositionAt(near, [300, 200])).toEqual(gridPositionAt(camera, [300, 200]));
  });

  it("finds a free place for a switch near by", () => {
    const draft = draftOf(squareDrawing(), [0]);
    const placed = placeDraft(draft, width, height);
    const place = freePosition(draft, placed);
    for (let s = 0; s < 4; s++)
      expect(Math.hypot(placed.restPositions[2 * s] - place[0], placed.restPositions[2 * s + 1] - place[1])).toBeGreaterThan(12);
    const next = putAt(withSwitch(squareDrawing(), place), new Map());
    expect(next.switches).toHaveLength(5);
  });

  it("shows all of a network that is another one altogether, as after steps back to before", () => {
    const draft = draftOf(squareDrawing());
    placeDraft(draft, width, height);
    let grid = emptyDrawing;
    for (let s = 0; s < 64; s++) grid = withSwitch(grid, [1000 + 40 * (s % 8), 40 * (s >> 3)]);
    const placed = placeDraft({ ...draft, drawing: grid, network: buildDrawing(grid) }, width, height);
    for (let s = 0; s < 64; s++) {
      const [x, y] = switchPoint(placed, s);
      expect(x > 0 && x < width && y > 0 && y < height).toBe(true);
    }
  });

  it("shows all of it again where words above push the lowest switches out of sight, and else stays where it is", () => {
    const draft = draftOf(squareDrawing());
    const first = placeDraft(draft, width, height);
    const lowest = ({ positions, camera }: typeof first) => Math.max(...[0, 1, 2, 3].map((s) => switchPoint({ positions, camera }, s)[1]));
    expect(placeDraft(draft, width, height - 24).camera).toEqual(first.camera);
    const room = lowest(first) + 10;
    expect(lowest(placeDraft(draft, width, room))).toBeLessThan(room - 20);
    // The drawing does not move back when the box grows again.
    const { camera } = placeDraft(draft, width, room);
    expect(placeDraft(draft, width, height).camera).toEqual(camera);
  });

  it("stays where it is on the page while words above move its upper edge, as long as all is seen", () => {
    const draft = draftOf(squareDrawing());
    const { session } = draft;
    let top = 200;
    session.measureTop = () => top;
    session.lastTop = top;
    placeDraft(draft, width, height);
    const onPage = () => [0, 1, 2, 3].map((s) => switchPoint(placeDraft(draft, width, height + 200 - top), s)[1] + top);
    const before = onPage();
    for (top of [240, 216, 260, 200]) expect(onPage()).toEqual(before);
    // What the text above would cover is moved below it.
    top = 200 + height - 120;
    for (const y of onPage()) expect(y - top).toBeGreaterThan(0);
  });

  it("keeps what is put down in sight: on the stage, and below the words over it", () => {
    const session = { ...newDrawingSession(), size: [width, height] as const, headroom: 60 };
    expect(clampToStage(session, [300, 200])).toEqual([300, 200]);
    expect(clampToStage(session, [-50, 10])).toEqual([24, 84]);
    expect(clampToStage(session, [2000, 2000])).toEqual([width - 24, height - 24]);
    expect([isOnStage(session, [0, 0]), isOnStage(session, [901, 10])]).toEqual([true, false]);
    const draft = { ...draftOf(squareDrawing()), session };
    const placed = placeDraft(draft, width, height);
    expect(switchPoint({ ...placed, positions: Int32Array.from(freePosition(draft, placed)) }, 0)[1]).toBeGreaterThan(60);
  });

  it("reads switches row by row", () => {
    expect(inReadingOrder([0, 1, 2, 3], Int32Array.of(-40, -30, 40, -30, 40, 30, -40, 30))).toEqual([0, 1, 3, 2]);
  });
});

describe("what lies under a pointer", () => {
  const draft = draftOf(squareDrawing());
  const placed = placeDraft(draft, width, height);
  const [x, y] = switchPoint(placed, 0);
  const [w, h] = placed.switchSize;

  it("the middle of a switch, its edge, a link, a terminal, the ground", () => {
    expect(hitTestDrawing(draft, placed, [x, y], false)).toMatchObject({ is: "switch", switchIndex: 0 });
    expect(hitTestDrawing(draft, placed, [x + w / 2 + 3, y], false)).toMatchObject({ is: "edge", switchIndex: 0 });
    expect(hitTestDrawing(draft, placed, [x + w / 2 - 2, y], false)).toMatchObject({ is: "edge", switchIndex: 0 });
    const [ox] = switchPoint(placed, 1);
    expect(hitTestDrawing(draft, placed, [(x + ox) / 2, y + 2], false)).toEqual({ is: "link", a: 0, b: 1 });
    const [dot] = placed.scene.dots;
    expect(hitTestDrawing(draft, placed, [dot.x, dot.y], false)).toEqual({ is: "terminal", terminal: dot.terminal });
    expect(hitTestDrawing(draft, placed, [x + 120, y + 70], false)).toEqual({ is: "ground" });
    expect(h).toBeGreaterThan(20);
  });

  it("a finger pulls from the edge of the chosen switch alone, and reaches farther", () => {
    expect(hitTestDrawing(draft, placed, [x + w / 2 + 10, y + 3], true).is).not.toBe("edge");
    const chosen = draftOf(squareDrawing(), [0]);
    const own = placeDraft(chosen, width, height);
    expect(hitTestDrawing(chosen, own, [x + w / 2 + 10, y + 3], true)).toMatchObject({ is: "edge", switchIndex: 0 });
  });

  it("the link between a terminal and its switch", () => {
    const [dot] = placed.scene.dots;
    const link = hitTestDrawing(draft, placed, [dot.x, (dot.y + y - h / 2) / 2], false);
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
    expect([isInLasso([5, 5], loop), isInLasso([11, 5], loop), isInLasso([5, -1], loop)]).toEqual([true, false, false]);
  });
});

describe("loads of the run before", () => {
  /** Columns of a frame with a different value for each channel. */
  const columns = (length: number) => {
    const column = () => Float64Array.from({ length }, (_, c) => c + 1);
    return {
      phits: column(),
      windowPhits: column(),
      waiting: column(),
      windowWaiting: column(),
      sinceInjection: column(),
      windowSinceInjection: column(),
      queued: Int32Array.from(column()),
    };
  };

  it("stay with their channels while others come and go; what is new carries nothing", () => {
    const drawing = squareDrawing();
    const before = buildDrawing(drawing);
    const frame = columns(before.head.length) as unknown as Frame;
    expect(remapFrame(frame, before, buildDrawing(squareDrawing()))).toBe(frame);
    // After the drawing was cleared, loads of the old network are shown again only if undo restores it.
    const draft = draftOf(withoutSwitches(squareDrawing(), new Set([3])));
    expect(frameForDraft(draft, { frame, network: before })).not.toBeNull();
    draft.session.clearedNetwork = before;
    expect(frameForDraft(draft, { frame, network: before })).toBeNull();
    expect(frameForDraft({ ...draft, network: buildDrawing(squareDrawing()) }, { frame, network: before })).toBe(frame);
    const nameOf = (network: typeof before, n: number) =>
      n < network.terminals ? `t${n}` : (network.look?.names.get(n) ?? `switch ${n - network.terminals}`);
    const loadOf = (network: typeof before, own: Frame) =>
      new Map(Array.from(network.head, (to, c) => [`${nameOf(network, network.tail[c])} ${nameOf(network, to)}`, own.phits[c]]));
    const known = loadOf(before, frame);
    for (const next of [withLink(drawing, 0, 2), withTerminals(drawing, 1), withoutSwitches(drawing, new Set([1]))]) {
      const after = buildDrawing(next);
      for (const [ends, load] of loadOf(after, remapFrame(frame, before, after))) expect(load, ends).toBe(known.get(ends) ?? 0);
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
    const wordsOf = (drawing: Drawing) => sceneOf(buildDrawing(drawing), width, height)!.labels;
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
