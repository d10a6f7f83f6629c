/** A clock for tests that bound how long something takes: what else the machine does is not counted. */

/** Processor time of the yardstick on a machine that bounds are written for, milliseconds. */
const usual = 40;
/** How many times slower the processor here is, at least 1. */
let slower: number | null = null;

/** Begins to count; returns how to read the milliseconds of processor time since, as a usual machine would have needed them. */
export function stopwatch(): () => number {
  slower ??= Math.max(1, yardstick() / usual);
  const factor = slower;
  const began = processorTime();
  return () => (processorTime() - began) / factor;
}

/** Processor time of this process so far, milliseconds. */
function processorTime(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

function yardstick(): number {
  const began = processorTime();
  let value = 1;
  for (let i = 0; i < 25_000_000; i++) value = (Math.imul(value, 1_664_525) + 1_013_904_223) | 0;
  return processorTime() - began + (value === 0 ? 1 : 0);
}
