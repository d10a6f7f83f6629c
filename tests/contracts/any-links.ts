/** Random channels with different rates and delays. */
import * as fc from "fast-check";
import { mix } from "../../src/core/base/random.ts";
import type { ChannelClocks } from "../../src/core/plan/links.ts";
import type { Plan } from "../../src/core/plan/plan.ts";

/** Rates and delays from which each channel of a network draws its own. */
export interface RandomLinks {
  readonly seed: number;
  readonly rates: readonly (readonly [perCycle: number, perPhit: number])[];
  readonly delays: readonly number[];
}

/** One to four rates and delays; each channel gets one of each. */
export function anyLinks(delay: fc.Arbitrary<number>): fc.Arbitrary<RandomLinks> {
  const rate = fc.tuple(fc.integer({ min: 1, max: 6 }), fc.integer({ min: 1, max: 4 }));
  return fc.record({
    seed: fc.integer({ min: 0, max: 2 ** 31 - 1 }),
    rates: fc.array(rate, { minLength: 1, maxLength: 4 }),
    delays: fc.array(delay, { minLength: 1, maxLength: 4 }),
  });
}

/** A plan whose channels draw their rates and delays from `links`. */
export function withLinks<P extends Pick<Plan, "network">>(
  plan: P,
  { seed, rates, delays }: RandomLinks,
): P & { readonly links: ChannelClocks } {
  const drawFor = <T>(choices: readonly T[], key: number) =>
    Array.from(plan.network.head, (_, c) => choices[mix(seed, c, key) % choices.length]);
  const drawn = drawFor(rates, 1);
  return {
    ...plan,
    links: {
      perCycle: Int32Array.from(drawn, ([perCycle]) => perCycle),
      perPhit: Int32Array.from(drawn, ([, perPhit]) => perPhit),
      delay: Float64Array.from(drawFor(delays, 2)),
    },
  };
}

/** The links of a plan, with `propertiesOf` giving [perCycle, perPhit, delay] of each channel. */
export function linksFor(
  { network }: Pick<Plan, "network">,
  propertiesOf: (c: number) => readonly [number, number, number],
): ChannelClocks {
  const all = Array.from(network.head, (_, c) => propertiesOf(c));
  return {
    perCycle: Int32Array.from(all, ([perCycle]) => perCycle),
    perPhit: Int32Array.from(all, ([, perPhit]) => perPhit),
    delay: Float64Array.from(all, ([, , delay]) => delay),
  };
}
