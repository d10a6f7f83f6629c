/** Selecting switches, terminals and links by their names. */
import { describe, expect, it } from "vitest";
import { matchNames } from "../../src/app/drawing/match-names.ts";

const mesh = Array.from({ length: 16 }, (_, i) => `switch (${i % 4}, ${i >> 2})`);

describe("by name", () => {
  it.each([
    ["switch (0, 0)", [0]],
    ["switch (0, 0), switch (1, 0)", [0, 1]],
    ["(3, 2)", [11]],
    ["SWITCH (0, 0),, ", [0]],
    ["(0", [0, 4, 8, 12]],
    ["", []],
    [" , ", []],
    ["nothing", []],
  ])("%j means %j of a mesh", (text, found) => {
    expect(matchNames(mesh, text)).toEqual(found);
  });

  it("means one by its whole name, and others by a part of it", () => {
    const names = ["switch 1", "switch 12", "core", "\u2066שלום\u2069"];
    expect(matchNames(names, "switch 1")).toEqual([0]);
    expect(matchNames(names, "switch")).toEqual([0, 1]);
    expect(matchNames(names, "12, core")).toEqual([1, 2]);
    expect(matchNames(names, "שלום")).toEqual([3]);
  });
});
