/** The frame loop that schedules drawings in animation frames. */
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { FrameLoop } from "../../src/views/frame-loop.ts";

/** The frame loop under test, and the animation frames it has requested. The test runs them. */
let frameLoop: FrameLoop;
let requestedFrames: (() => void)[] = [];

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
  vi.stubGlobal("document", { hidden: false, addEventListener: () => undefined });
  vi.stubGlobal("requestAnimationFrame", (draw: () => void) => requestedFrames.push(draw));
  requestedFrames = [];
  frameLoop = new FrameLoop();
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** Advances the clock by 16 ms and runs the requested animation frames. */
function nextFrame(): void {
  vi.advanceTimersByTime(16);
  for (const draw of requestedFrames.splice(0)) draw();
}

function registerDrawing(pace?: number) {
  const counts = { drawn: 0, moved: 0 };
  const stop = frameLoop.register({
    draw: () => counts.drawn++,
    move: () => counts.moved++,
    ...(pace === undefined ? {} : { minInterval: pace }),
  });
  nextFrame();
  return { counts, stop };
}

test("what the reader does is drawn by all in the next frame", () => {
  const [a, b] = [registerDrawing(), registerDrawing(400)];
  const before = [a.counts.drawn, b.counts.drawn];
  frameLoop.markDirty();
  nextFrame();
  expect([a.counts.drawn, b.counts.drawn]).toEqual(before.map((count) => count + 1));
});

test("a run that goes on moves what moves in every frame, and is drawn at its pace", () => {
  const { counts } = registerDrawing(160);
  const before = { ...counts };
  for (let i = 0; i < 60; i++) {
    frameLoop.markMoved();
    nextFrame();
  }
  expect(counts.moved - before.moved).toBe(60);
  expect(counts.drawn - before.drawn).toBe(6);
});

test("the last that a run shows is drawn, though nothing comes after it", () => {
  const { counts } = registerDrawing(160);
  frameLoop.markMoved();
  nextFrame();
  const before = counts.drawn;
  for (let i = 0; i < 12; i++) nextFrame();
  expect(counts.drawn).toBe(before + 1);
  expect(requestedFrames).toHaveLength(0);
});

test("a costly drawing is drawn less often, and leaves the frame to others", () => {
  let drawn = 0;
  frameLoop.register({ draw: () => (drawn++, vi.advanceTimersByTime(40)) });
  const quick = registerDrawing(33);
  const before = quick.counts.drawn;
  for (let i = 0; i < 60; i++) {
    frameLoop.markMoved();
    nextFrame();
  }
  expect(drawn).toBeLessThan(6);
  expect(quick.counts.drawn - before).toBeGreaterThan(15);
});

test("a long work goes on in every frame until it is done, and gives way to a newer one", () => {
  const owner = {};
  let [first, second] = [0, 0];
  frameLoop.runInFrames(owner, () => (first++, true));
  nextFrame();
  frameLoop.runInFrames(owner, () => ++second < 3);
  for (let i = 0; i < 6; i++) nextFrame();
  expect([first, second]).toEqual([1, 3]);
});
