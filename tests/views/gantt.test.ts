/** The Gantt chart of messages: rows, zooming, and the saved trace. */
import { describe, expect, it } from "vitest";
import type { MessageResult } from "../../src/core/measures/results.ts";
import type { ViewData } from "../../src/views/contract.ts";
import { gantt, messageRows, hitTestMessage } from "../../src/views/gantt.ts";
import { nearestItem, assignLanes, placeRows, type ActivityItem, spanMarks, timeAt } from "../../src/views/time-axis/span-rows.ts";
import { spanBetweenPositions, moveTimeSpan, spanAfterKey, zoomTimeSpan } from "../../src/views/time-axis/time-controller.ts";
import { build, light, viewData } from "./fixtures.ts";
import { unitsOfResults } from "../../src/words/units.ts";
import { expectWording } from "../wording/wording.ts";

const tree = build("thin-tree", {});
const card = { width: 296, height: 220, theme: light, units: unitsOfResults };

/** A message of one packet; times are in cycles, −1 for an event that has not happened. */
const message = (source: number, destination: number, created: number, injected: number, delivered: number): MessageResult => ({
  source,
  destination,
  packets: 1,
  created,
  injected,
  delivered,
  latency: delivered < 0 ? -1 : delivered - created + 1,
});
/** Two messages of terminal 5, the second queued behind the first; a late message of terminal 9, and another that never arrives. */
const messages = [message(5, 9, 0, 0, 99), message(5, 2, 10, 100, 179), message(9, 5, 300, 320, 399), message(9, 60, 350, -1, -1)];

function messageListData(overrides: Partial<ViewData> = {}): ViewData {
  const results = { messages, cycles: 400 } as unknown as ViewData["results"];
  return viewData(tree, { results, load: null, ...overrides });
}

describe("messages over time", () => {
  it("has a row for each end of a message, and lanes for what overlaps", () => {
    const { rows, end } = messageRows(messages, 400);
    expect(rows.map(({ label, laneCount }) => [label, laneCount])).toEqual([
      ["2", 1],
      ["5", 2],
      ["9", 2],
      ["60", 1],
    ]);
    expect(end).toBe(400);
    expect(rows[1].items[1].spans).toEqual([
      { kind: "waiting", from: 10, to: 100 },
      { kind: "in flight", from: 100, to: 180 },
    ]);
    expect(rows[2].items[1].spans).toEqual([{ kind: "waiting", from: 350, to: 400 }]);
  });

  it("says what is in sight, and what became of the message picked", () => {
    expectWording(gantt.summary(messageListData()), "4 messages … 123 cycles … 95 % … 170 … 1");
    expectWording(gantt.summary(messageListData({ span: { from: 200, to: 340 } })), "1 message … cycles 200 … 340 … 100 cycles");
    const selected = { is: "message", message: 1, source: 5, destination: 2 } as const;
    expectWording(gantt.summary(messageListData({ selected })), "Message 5 → 2 waited at the source for 90 … 80 cycles … 4 messages");
  });

  it("outlines the message picked and points to where it arrives", () => {
    const selected = { is: "message", message: 1, source: 5, destination: 2 } as const;
    const { marks, placement } = gantt.layout(messageListData({ selected }), card);
    const keys = marks.map(({ key }) => key);
    expect(keys).toEqual(expect.arrayContaining(["picked", "arrow", "arrow head"]));
    const box = placement?.box ?? { left: 0, right: 0, top: 0, bottom: 0, from: 0, to: 1 };
    expect(String(marks.find(({ key }) => key === "arrow head")?.attributes["d"])).toContain(`M${Math.round(timeAt(box, 180) * 10) / 10} `);
    expect(gantt.layout(messageListData(), card).marks.some(({ key }) => key === "arrow")).toBe(false);
  });

  it("picks the message under the pointer", () => {
    const drawn = gantt.layout(messageListData(), card);
    const placed = drawn.placement?.items.find(({ item }) => item.id === 1);
    if (drawn.placement === null || placed === undefined) throw new Error("message 1 is not drawn");
    const spot = hitTestMessage(drawn, timeAt(drawn.placement.box, 50), placed.y + 2, 8, card);
    expect(spot).toMatchObject({
      name: "5 → 2, of which 90 waiting at the source",
      clickSelection: { is: "message", message: 1, source: 5, destination: 2 },
    });
    expect(hitTestMessage(drawn, 290, 30, 8, card)).toBeNull();
  });

  it("tells a list that is being computed from a workload without any", () => {
    expectWording(gantt.emptyMessage(viewData(tree)), "list of messages");
    expect(gantt.emptyMessage(viewData(tree, { load: null }))).toContain("once the whole run is computed");
    expect(gantt.emptyMessage(messageListData())).toBeNull();
    expect(gantt.table(messageListData()).rows[3]).toEqual([3, 9, 60, 1, 350, "", "", ""]);
  });
});

describe("rows of spans", () => {
  it("take what a rank does as well as messages", () => {
    const spans: readonly (readonly [string, number, number])[] = [
      ["compute", 0, 40],
      ["send", 40, 50],
      ["wait", 50, 80],
      ["receive", 80, 90],
    ];
    const items = spans.map(([kind, from, to], id): ActivityItem => ({ id, peer: 1, spans: [{ kind, from, to }] }));
    const kinds = (["solid", "dotted", "hatched", "lined"] as const).map((pattern, i) => ({
      id: spans[i][0],
      title: spans[i][0],
      fill: "#888",
      pattern,
    }));
    const rows = [assignLanes({ label: "0", items }), assignLanes({ label: "1", items })];
    expect(rows[0].laneCount).toBe(1);
    const placed = placeRows(rows, { left: 0, right: 900, top: 0, bottom: 60, from: 0, to: 90 });
    const marks = spanMarks(placed, kinds, light);
    expect(marks.map(({ key }) => key)).toEqual(
      ["compute", "send", "wait", "receive"].flatMap((kind, i) => (i === 0 ? [`spans ${kind}`] : [`spans ${kind}`, `lines ${kind}`])),
    );
    expect(nearestItem(placed, 650, placed.tops[1] + 2, 8)?.item.id).toBe(2);
    expect(() => spanMarks(placed, kinds.slice(1), light)).toThrow("compute");
  });
});

describe("a hand on time", () => {
  const axis = { left: 0, right: 100, from: 200, to: 600, end: 1000 };

  it("zooms about a place that stays where it is, up to the whole run", () => {
    expect(zoomTimeSpan(axis, 2, 300)).toEqual({ from: 250, to: 450 });
    expect(zoomTimeSpan(axis, 0.5, 400)).toEqual({ from: 0, to: 800 });
    expect(zoomTimeSpan(axis, 0.1, 400)).toBeNull();
    expect(zoomTimeSpan({ ...axis, from: 400, to: 408 }, 10, 404)).toEqual({ from: 400, to: 408 });
    // A drag in either direction selects a span, limited to the axis. A drag of a few pixels selects nothing.
    const part = { left: 10, right: 110, from: 200, to: 400, end: 800 };
    expect(spanBetweenPositions(part, 60, 35)).toEqual({ from: 250, to: 300 });
    expect(spanBetweenPositions(part, 60, 500)).toEqual({ from: 300, to: 400 });
    expect(spanBetweenPositions(part, 60, 62)).toBeNull();
  });

  it("moves within the run, and answers W, A, S, D and F", () => {
    expect(moveTimeSpan(axis, 900)).toEqual({ from: 600, to: 1000 });
    expect(moveTimeSpan(axis, -900)).toEqual({ from: 0, to: 400 });
    expect(spanAfterKey(axis, "KeyD")).toEqual({ from: 280, to: 680 });
    expect(spanAfterKey(axis, "KeyA")).toEqual({ from: 120, to: 520 });
    expect(spanAfterKey(axis, "KeyW")).toEqual({ from: 257, to: 543 });
    expect(spanAfterKey(axis, "KeyF")).toBeNull();
    expect(spanAfterKey(axis, "KeyQ")).toBeUndefined();
  });
});
