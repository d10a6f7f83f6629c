/** How fast watched runs are played: long ones so much faster that nobody watches for more than some twenty-five seconds. */

/** Cycles of a run that is played as fast as is asked for: ten seconds of most, twenty-five at the most, at 2,000 cycles per second. */
const usual = 50_000;

/** How many times faster a run of so many cycles is played, and its steps longer: 1, 2, 5, 10, 20 … */
export function speedFactorOf(cycles: number): number {
  let speedFactor = 1;
  for (let i = 0; speedFactor * usual < cycles; i++) speedFactor *= i % 3 === 1 ? 2.5 : 2;
  return speedFactor;
}
