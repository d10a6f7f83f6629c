/** What the pages of the torus transpose paper make of grids, drawings and results. */
import { describe, expect, test } from "vitest";
import { placePhase } from "../../src/app/papers/figures/phases.ts";
import { exchangesOn } from "../../src/reproductions/torus-figure-2.ts";
import type { Theme } from "../../src/views/contract.ts";

const theme: Theme = {
  dark: false,
  ground: "#f4f4f0",
  surface: "#ffffff",
  ink: "#161821",
  ink2: "#5c6068",
  line: "#dcdcd6",
  edge: "#8a8d94",
  wire: "#a8aab0",
  accent: "#b5124b",
};

describe("the phases of Figure 2", () => {
  test("who receives is who is sent to", () => {
    for (const { to, from } of exchangesOn({ P: 4, Q: 6 })) to.forEach((target, rank) => expect(from[target]).toBe(rank));
  });

  test("a processor that waits for the wrong one as printed has that one marked, others have not", () => {
    const grid = { P: 4, Q: 6 };
    const [phase] = exchangesOn(grid);
    const keysOf = (rank: number) => placePhase(grid, phase, rank, 500, theme).marks.map(({ key }) => key);
    expect(phase.printedFrom[1]).not.toBe(phase.from[1]);
    expect(keysOf(1)).toContain("printed");
    expect(phase.printedFrom[0]).toBe(phase.from[0]);
    expect(keysOf(0)).not.toContain("printed");
  });

  test("every send is drawn once, and who keeps its data has a ring", () => {
    const grid = { P: 3, Q: 4 };
    for (const phase of exchangesOn(grid)) {
      const { marks, at } = placePhase(grid, phase, 5, 300, theme);
      const keys = marks.map(({ key }) => key);
      expect(new Set(keys).size).toBe(keys.length);
      expect(at).toHaveLength(12);
      const kept = [...phase.to.keys()].filter((rank) => phase.to[rank] === rank);
      expect(keys.filter((key) => key.startsWith("keeps "))).toEqual(kept.map((rank) => `keeps ${rank}`));
      const drawn = keys.filter((key) => key.startsWith("send ") || key === "sent" || key === "received");
      expect(drawn).toHaveLength(12 - kept.length);
    }
  });
});
