/** Speed of playback: long runs are played faster, so that playing one takes at most some 25 seconds. */

/** Longest run that is played at the chosen speed, cycles. At the default of 2,000 cycles per second it takes 25 seconds. */
const maxCyclesAtNormalSpeed = 50_000;

/** The factor by which playback of a run of this length is faster and its steps are longer: 1, 2, 5, 10, 20 … */
export function speedFactorOf(cycles: number): number {
  let speedFactor = 1;
  for (let i = 0; speedFactor * maxCyclesAtNormalSpeed < cycles; i++) speedFactor *= i % 3 === 1 ? 2.5 : 2;
  return speedFactor;
}
