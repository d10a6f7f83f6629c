/**
 * A saved Gantt chart is checked against the schema of the Trace Event Format (Duca and Sinclair, "Trace Event Format", JSON object format;
 * events M, X, s, f): each kind of event has its required fields with their types, and no others.
 */
import * as fc from "fast-check";
import {
  array,
  finite,
  integer,
  literal,
  minValue,
  number,
  optional,
  parse,
  picklist,
  pipe,
  record,
  string,
  strictObject,
  union,
  variant,
} from "valibot";
import { expect, test } from "vitest";
import { traceDocumentOf } from "../../src/views/ranks/trace.ts";
import { wavefrontRun } from "./wavefront.ts";

const whole = pipe(number(), integer(), minValue(0));
const time = pipe(number(), finite(), minValue(0));
const place = { pid: whole, tid: whole };
const metadata = [
  strictObject({ ph: literal("M"), name: picklist(["process_name", "thread_name"]), ...place, args: strictObject({ name: string() }) }),
  strictObject({ ph: literal("M"), name: literal("thread_sort_index"), ...place, args: strictObject({ sort_index: whole }) }),
] as const;
const timedEvent = { name: string(), cat: string(), ts: time, ...place, args: optional(record(string(), union([string(), number()]))) };
const schema = strictObject({
  traceEvents: array(
    union([
      ...metadata,
      variant("ph", [
        strictObject({ ph: literal("X"), ...timedEvent, dur: time }),
        strictObject({ ph: literal("s"), ...timedEvent, id: whole }),
        strictObject({ ph: literal("f"), ...timedEvent, id: whole, bp: literal("e") }),
      ]),
    ]),
  ),
  displayTimeUnit: picklist(["ms", "ns"]),
  otherData: record(string(), string()),
});

test("every saved Gantt keeps the schema, in cycles and in seconds", () => {
  fc.assert(
    fc.property(
      fc.record({
        ranks: fc.integer({ min: 2, max: 5 }),
        steps: fc.integer({ min: 2, max: 8 }),
        compute: fc.integer({ min: 1, max: 300 }),
        send: fc.integer({ min: 0, max: 20 }),
        transfer: fc.integer({ min: 0, max: 90 }),
        seconds: fc.option(fc.constantFrom(1e-9, 3.2e-8, 1 / 3e9)),
      }),
      ({ ranks, steps, compute, send, transfer, seconds }) => {
        const { rankTimeline } = wavefrontRun(ranks, steps, { compute: () => compute, send, transfer });
        const trace = JSON.parse(JSON.stringify(traceDocumentOf(rankTimeline, seconds, "wavefront")));
        expect(() => parse(schema, trace)).not.toThrow();
        expect(trace.traceEvents.length).toBeGreaterThan(2 * ranks);
      },
    ),
    { numRuns: 40 },
  );
});

test("the schema refuses what is no trace", () => {
  const { rankTimeline } = wavefrontRun(3, 4, { compute: () => 9, send: 1, transfer: 2 });
  const trace = traceDocumentOf(rankTimeline, null, "wavefront");
  const spoilt = trace.traceEvents.map((event) => (event.ph === "X" ? { ...event, dur: -1 } : event));
  expect(() => parse(schema, { ...trace, traceEvents: spoilt })).toThrow();
});
