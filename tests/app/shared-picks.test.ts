/** A selection in one of several compared networks, and its counterpart in the others. */
import { describe, expect, it } from "vitest";
import type { PageSelection } from "../../src/core/network/selection.ts";
import { type SelectionContext, selectionsOf, subjectNetworkOf } from "../../src/app/selection/shared-selection.ts";
import { build } from "../views/fixtures.ts";

const thin = build("thin-tree", { k: 4, kUp: 2, n: 3 });
const fat = build("k-ary-n-tree", { k: 4, n: 3 });
const small = build("k-ary-n-tree", { k: 4, n: 2 });
const owners = (...networks: readonly SelectionContext["network"][]): readonly SelectionContext[] =>
  networks.map((network, index) => ({ index, network, results: null }));

const channel: PageSelection = { is: "channel", channel: 100, of: 1 };

describe("what is picked in one of several networks", () => {
  it("is picked in those of the same shape too, and in no other", () => {
    const picks = selectionsOf(channel, owners(thin, fat, build("k-ary-n-tree", { k: 4, n: 3 })), 1, 100, null);
    expect(picks.map(({ selected }) => selected.is)).toEqual(["nothing", "channel", "channel"]);
    expect(picks.map(({ selectedChannel }) => selectedChannel)).toEqual([-1, 100, 100]);
    expect(picks.map(({ highlight }) => highlight.channels.has(100))).toEqual([false, true, true]);
  });

  it("lights up the terminals of its flows in all, as far as they are there", () => {
    const flows = [
      { source: 3, destination: 60, packets: 2 },
      { source: 9, destination: 4, packets: 1 },
    ];
    const why = { channel: 100, flows, packets: 3, waiting: [], from: 0, to: 10 } as never;
    const [a, b, c] = selectionsOf(channel, owners(thin, fat, small), 1, 100, why);
    expect([...b.highlight.terminals].sort((p, q) => p - q)).toEqual([3, 4, 9, 60]);
    expect([...a.highlight.terminals].sort((p, q) => p - q)).toEqual([3, 4, 9, 60]);
    expect([...c.highlight.terminals].sort((p, q) => p - q)).toEqual([3, 4, 9]);
    expect([a.highlight.channels.size, c.highlight.switches.size]).toEqual([0, 0]);
  });

  it("is a terminal or a flow in every network that has it, each with its own channels", () => {
    const [a, b] = selectionsOf({ is: "terminal", terminal: 17, of: 0 }, owners(thin, small), 0, -1, null);
    expect([a.selected.is, b.selected.is]).toEqual(["terminal", "nothing"]);
    const both = selectionsOf({ is: "flow", source: 1, destination: 9, of: 0 }, owners(thin, small), 0, -1, null);
    expect(both.map(({ selected }) => selected)).toMatchObject([{ is: "flow" }, { is: "flow", source: 1, destination: 9 }]);
    for (const [i, network] of [thin, small].entries())
      expect([...both[i].highlight.channels]).toEqual([network.firstOut[1], network.reverse[network.firstOut[9]]]);
  });

  it("while nothing is picked, is the channel that the page speaks of", () => {
    const [a, b] = selectionsOf({ is: "nothing" }, owners(thin, fat), 0, 70, null);
    expect([a.selectedChannel, b.selectedChannel]).toEqual([70, -1]);
    expect([...a.highlight.channels]).toEqual([70]);
  });

  it("is what the page speaks of: in the network in front where that has it, else in its own", () => {
    const all = owners(thin, fat);
    expect(subjectNetworkOf({ is: "nothing" }, 1, all)).toBe(1);
    expect(subjectNetworkOf(channel, 0, all)).toBe(1);
    expect(subjectNetworkOf({ is: "terminal", terminal: 5, of: 1 }, 0, all)).toBe(0);
    expect(subjectNetworkOf({ ...channel, of: 5 }, 0, all)).toBe(0);
  });
});
