import { describe, expect, test } from "vitest";
import type { LoadUnit } from "../../src/core/base/load-unit.ts";
import type { PageSelection } from "../../src/core/network/selection.ts";
import { readPageLink, writeView } from "../../src/links/view-state.ts";

const picks: readonly PageSelection[] = [
  { is: "nothing" },
  { is: "channel", channel: 12, of: 0 },
  { is: "switch", node: 70, of: 1 },
  { is: "terminal", terminal: 0, of: 7 },
  { is: "flow", source: 3, destination: 61, of: 2 },
  { is: "message", message: 9, source: 1, destination: 2, of: 1 },
];

/** Page parameters of a link that sets none of them. */
const emptyPageLink = { isEmbedded: false, lock: null, source: null, lesson: null, step: 1, hidden: [], hasOwnSeed: false };

describe("the page's parts of a link", () => {
  test.each(picks)("what is seen survives the link: $is", (picked) => {
    const state = { cards: ["channel", "load-curve"], picked, span: { from: 2000, to: 4000 }, unit: null };
    expect(readPageLink(`#v=1&${writeView(state)}`)).toEqual({
      scenario: "v=1",
      view: state,
      ...emptyPageLink,
    });
    const bare = { cards: [], picked, span: null, unit: null };
    expect(readPageLink(writeView(bare)).view).toEqual(bare);
  });

  test.each<LoadUnit>([{ is: "phits" }, { is: "share" }, { is: "rate", channel: 4e8 }, { is: "rate", channel: 12.5e9 }])(
    "the unit of loads survives the link: %j",
    (unit) => {
      const state = { cards: ["channel"], picked: picks[0], span: null, unit };
      expect(readPageLink(`#v=1&${writeView(state)}`).view).toEqual(state);
    },
  );

  test("what is chosen of a card survives the link, and is chosen for ever", () => {
    const choices = { "performance-per-cost": { cost: "used", order: "phi" }, breakdown: { of: "ranks" } };
    const state = { cards: ["performance-per-cost", "breakdown"], picked: picks[0], span: null, unit: null, choices };
    expect(readPageLink(`#v=1&${writeView(state)}`).view).toEqual(state);
    const seen = readPageLink("view=performance-per-cost,choice~performance-per-cost.cost.used").view;
    expect(seen).toMatchObject({ cards: ["performance-per-cost"], choices: { "performance-per-cost": { cost: "used" } } });
  });

  test("of ten thousand words of a view only the first are looked at", () => {
    const many = Array.from({ length: 10_000 }, (_, i) => `choice~breakdown.o${i}.c`);
    const view = readPageLink(`view=channel,${many.join(",")}`).view;
    expect(view?.cards).toEqual(["channel"]);
    expect(Object.keys(view?.choices?.["breakdown"] ?? {})).toHaveLength(199);
  });

  test("what is picked of the first network needs no letter, of another one it has one", () => {
    const written = (picked: PageSelection) => writeView({ cards: [], picked, span: null, unit: null });
    expect(written({ is: "channel", channel: 12, of: 0 })).toBe("view=pick~c12");
    expect(written({ is: "channel", channel: 12, of: 2 })).toBe("view=pick~c12.c");
  });

  test("what was picked by links once given away is picked for ever", () => {
    const picked = (text: string) => readPageLink(`view=pick~${text}`).view?.picked;
    expect(picked("c12")).toEqual({ is: "channel", channel: 12, of: 0 });
    expect(picked("r40-3")).toEqual({ is: "stretch", stretch: 40, terminal: 3, of: 0 });
    expect(picked("m9-1-2")).toEqual({ is: "message", message: 9, source: 1, destination: 2, of: 0 });
    expect(picked("f3-61.b")).toEqual({ is: "flow", source: 3, destination: 61, of: 1 });
  });

  test("a link about the scenario alone is left as it is", () => {
    for (const link of ["v=1&topology=torus&traffic=uniform&load=.3", "z1=abc-_", "", "v=1&title=a%26view%3Db"]) {
      expect(readPageLink(link)).toEqual({
        scenario: link,
        view: null,
        ...emptyPageLink,
      });
    }
  });

  test("the parts may stand anywhere, and go well with a packed link", () => {
    expect(readPageLink("view=none&z1=abc&embed=1")).toMatchObject({ scenario: "z1=abc", isEmbedded: true, view: { cards: [] } });
    expect(readPageLink("src=scenarios/hot-spot.json").source).toBe("scenarios/hot-spot.json");
  });

  test.each([
    "pick~c",
    "pick~c1-2",
    "pick~x9",
    "pick~c99999999999",
    "pick~c1.",
    "pick~c1.i",
    "time~9-3",
    "time~1-",
    "pick~",
    "choice~",
    "choice~a.b",
    "choice~a.b.c.d",
    "choice~__proto__.b.c",
    "choice~a.B.c",
    "unit~",
    "unit~0MB/s",
    "unit~-4MB/s",
    "unit~1e999GB/s",
    "unit~NaN",
    "unit~400MB",
    "unit~400",
    "unit~__proto__",
    "unit~<b>",
    "%E0%A4",
    "<b>",
    "~",
    ",,,",
  ])("what is not understood is passed over: %s", (text) => {
    expect(readPageLink(`view=${text}`).view).toEqual({ cards: [], picked: { is: "nothing" }, span: null, unit: null });
  });
});
