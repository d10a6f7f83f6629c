/** A graph whose bisection is hard to find: thousands of switches are connected to a few hubs, with most links between the hubs. */

const range = (count: number) => Array.from({ length: count }, (_, i) => i);

/** 4096 switches and 9900 links; each switch is connected to one hub, and terminal t to switch `homeOf(t)`. */
export const hubs = (count: number, homeOf: (t: number) => number, terminals: number) => ({
  kind: "graph",
  switches: 4096,
  links: [
    ...range(4096 - count).map((i) => ({ a: i % count, b: i + count })),
    ...range(count - 1).map((i) => ({ a: i, b: i + 1 })),
    ...range(5900).map((i) => ({ a: i % count, b: (i + 1) % count })),
  ].slice(0, 9900),
  terminals: range(terminals).map(homeOf),
});
