/** Default playback speed of a run by its length. */
import { expect, test } from "vitest";
import { playedSpeed, speedFactorOf, stepLength } from "../../src/app/runs/speed-factor.ts";

test("a run of any length is played in some ten to twenty-five seconds at 2,000 cycles per second, short ones in less", () => {
  expect([0, 16_000, 50_000, 50_001, 100_001, 250_001, 500_001].map((cycles) => speedFactorOf(cycles))).toEqual([1, 1, 1, 2, 5, 10, 20]);
  for (let cycles = 50_000; cycles < 2e10; cycles *= 1.37) {
    const seconds = cycles / (2000 * speedFactorOf(cycles));
    expect(seconds).toBeLessThanOrEqual(25);
    expect(seconds).toBeGreaterThan(9.9);
    expect(Number.isInteger(speedFactorOf(cycles))).toBe(true);
  }
});

test("in slow motion, single cycles are played and stepped, however long the run is", () => {
  for (const factor of [1, 20, 100_000]) {
    for (const speed of [1, 10, 100]) expect([playedSpeed(speed, factor), stepLength(speed, factor)]).toEqual([speed, 1]);
    expect([playedSpeed(2000, factor), stepLength(2000, factor)]).toEqual([2000 * factor, 100 * factor]);
    expect([playedSpeed(Infinity, factor), stepLength(Infinity, factor)]).toEqual([Infinity, 100 * factor]);
  }
});

test("a run that soon stands still is played over at least five seconds, as far as ten cycles per second", () => {
  expect([639, 712, 1000, 9999, 10_000].map((since) => speedFactorOf(since + 400, since))).toEqual([0.05, 0.05, 0.1, 0.5, 1]);
  for (const since of [50, 120, 639, 2500, 9000]) {
    const seconds = since / (2000 * speedFactorOf(since, since));
    expect(seconds).toBeGreaterThanOrEqual(5);
    expect(seconds).toBeLessThanOrEqual(13);
  }
  expect(speedFactorOf(3, 3)).toBe(0.005);
  expect([stepLength(2000, 0.05), stepLength(2000, 0.005)]).toEqual([5, 1]);
});
