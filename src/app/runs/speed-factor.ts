/**
 * Speed of playback: long runs are played faster, so that playing one takes at most some 25 seconds, and runs that soon stand still are played
 * slower, so that the deadlock can be watched; slow motion is the same for all.
 */

/** The default speed, cycles per second. Slower speeds are slow motion, in which single cycles are seen. */
export const normalSpeed = 2000;
/** Longest run that is played at the chosen speed, cycles. At the default speed it takes 25 seconds. */
const maxCyclesAtNormalSpeed = 50_000;
/** Cycles of a step at the default speed or above. */
const normalStep = 100;

/** A run that stands still sooner than this is played slower, cycles. At the default speed it takes 5 seconds. */
const minCyclesAtNormalSpeed = 10_000;

/**
 * The factor by which playback of a run of this length is faster and its steps are longer: 1, 2, 5, 10, 20 …; or 0.5, 0.2, 0.1 … down to 0.005
 * for a run in which nothing moves after `stalledSince`.
 */
export function speedFactorOf(cycles: number, stalledSince = Infinity): number {
  if (stalledSince < minCyclesAtNormalSpeed)
    return [0.5, 0.2, 0.1, 0.05, 0.02, 0.01].find((each) => each * minCyclesAtNormalSpeed <= stalledSince) ?? 0.005;
  let speedFactor = 1;
  for (let i = 0; speedFactor * maxCyclesAtNormalSpeed < cycles; i++) speedFactor *= i % 3 === 1 ? 2.5 : 2;
  return speedFactor;
}

/** The speed at which a run is played, cycles per second. Slow motion is the same for runs of any length. */
export const playedSpeed = (chosenSpeed: number, speedFactor: number): number =>
  chosenSpeed < normalSpeed ? chosenSpeed : chosenSpeed * speedFactor;

/** Cycles of one step: a single one in slow motion. */
export const stepLength = (chosenSpeed: number, speedFactor: number): number =>
  chosenSpeed < normalSpeed ? 1 : Math.max(1, normalStep * speedFactor);

/** A speed as a multiple of the default, or in slow motion as cycles per second. */
export function speedText(speed: number): string {
  if (speed === Infinity) return "max";
  return speed < normalSpeed ? `${speed}/s` : `${speed / normalSpeed}×`;
}
