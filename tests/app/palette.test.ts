/** Search and ranking in the command palette. */
import { describe, expect, test, vi } from "vitest";
import type { Page } from "../../src/app/create-page.ts";
import { createOverlay } from "../../src/app/shell/overlay.ts";
import { createWorkbench } from "../../src/app/state/workbench.ts";
import { shortcutsFor } from "../../src/app/ui/shortcuts.ts";
import { matchScore, isElementName, rankByQuery } from "../../src/app/ui/rank-by-query.ts";

const titles = [
  "Topology: torus",
  "Topology: thin tree",
  "Traffic pattern: tornado",
  "Traffic pattern: bit reversal",
  "Open the gallery",
  "Change between light and dark",
  "Terminal 1",
  "Terminal 12",
  "Terminal 112",
];
const items = titles.map((title) => ({ id: title, title }));
const first = (letters: string) => rankByQuery(items, letters)[0]?.title;

describe("finding by a few letters", () => {
  test.each([
    ["torus", "Topology: torus"],
    ["bitrev", "Traffic pattern: bit reversal"],
    ["bit-rev", "Traffic pattern: bit reversal"],
    ["gal", "Open the gallery"],
    ["tthin", "Topology: thin tree"],
    ["dark", "Change between light and dark"],
    ["terminal 12", "Terminal 12"],
    ["terminal 1", "Terminal 1"],
    ["12", "Terminal 12"],
    ["TORNADO", "Traffic pattern: tornado"],
  ])("%s finds %s", (letters, title) => expect(first(letters)).toBe(title));

  test("what lacks a letter, or has them strewn about, is not found", () => {
    expect(matchScore("xyz", "Topology: torus")).toBeNull();
    expect(rankByQuery(items, "qqq")).toEqual([]);
    expect(matchScore("oay", "Open the gallery")).toBeNull();
  });

  test("an exact title goes before whatever begins with it", () => {
    expect(
      rankByQuery(
        [
          { id: "long", title: "Undo everything" },
          { id: "exact", title: "Undo" },
        ],
        "undo",
      )[0].id,
    ).toBe("exact");
  });

  test.each([
    ["switch 3", "Switch 3 of level 1", true],
    ["Switch 3 of", "Switch 3 of level 1", true],
    ["switch 3", "Switch 31 of level 1", false],
    ["switch 3", "Gallery: what switch 3 does", false],
    ["switch", "Switch 3 of level 1", false],
    ["switch 3, 0", "Switch 3, 0", true],
  ])("%s names %s: %s", (letters, title, is) => expect(isElementName(letters, title)).toBe(is));

  test("without letters, what was used last comes first, and the rest keeps its order", () => {
    expect(
      rankByQuery(items, "", ["Open the gallery", "Terminal 12"])
        .map(({ title }) => title)
        .slice(0, 3),
    ).toEqual(["Open the gallery", "Terminal 12", "Topology: torus"]);
  });

  test("other words count less than the title", () => {
    const both = [
      { id: "a", title: "Share", keywords: "light" },
      { id: "b", title: "Light or dark" },
    ];
    expect(rankByQuery(both, "light").map(({ id }) => id)).toEqual(["b", "a"]);
  });
});

describe("the commands of the page", async () => {
  const store = createWorkbench();
  // The entries for sharing depend on the address of the page.
  vi.stubGlobal("location", { protocol: "https:", hostname: "example.org" });
  const { commandsOf } = await import("../../src/app/shell/palette/commands.ts");
  vi.unstubAllGlobals();
  const commands = commandsOf({ store, overlay: createOverlay() } as unknown as Page, {
    scenario: store.getState().document.current,
    keys: shortcutsFor({
      togglePlay: () => undefined,
      togglePresentation: () => undefined,
      openKeys: () => undefined,
      undo: () => undefined,
    }),
    cards: [],
    gallery: [],
    lessons: [{ id: "adversary", title: "Routing against an adversary", minutes: 5, look: "Why a detour can deliver more." }],
  });

  test.each([
    ["png", "save png"],
    ["picture", "save png"],
    ["screenshot", "save png"],
    ["export svg", "save svg"],
    ["pdf", "save pdf"],
    ["csv", "save csv"],
    ["reset", "start over"],
    ["start over", "start over"],
    ["new network", "start over"],
    ["home", "own network"],
    ["detour deliver", "lesson adversary"],
    ["deadlock", "term deadlock"],
    ["dateline", "term dateline"],
    ["import", "file"],
    ["dark mode", "theme"],
    ["full screen", "key Present in large type, for a projector"],
    ["shortcuts", "key All keys"],
    ["examples", "gallery"],
    ["tutorial", "lessons"],
    ["definitions", "glossary"],
    ["buy", "study"],
    ["bibtex", "share archive"],
    ["saturate", "view load-curve"],
  ])("%s is among the first", (query, id) => {
    const found = rankByQuery(commands, query)
      .slice(0, 4)
      .map((each) => each.id);
    expect(found).toContain(id);
  });
});
