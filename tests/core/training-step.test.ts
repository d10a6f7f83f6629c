/** Tests of a training step: its schedule by hand, its times on one switch, its bytes in closed form, and invalid parameters. */
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ScenarioError } from "../../src/core/base/errors.ts";
import { defaultsOf } from "../../src/core/base/params.ts";
import { phitBytes } from "../../src/core/base/units.ts";
import { compile } from "../../src/core/run/compile.ts";
import { op, type Program } from "../../src/core/programs/program.ts";
import { visitSends } from "../../src/core/programs/sends.ts";
import { run } from "../../src/core/run/run.ts";
import { workloadNumbersOf } from "../../src/core/scenario/workload-facts.ts";
import { readScenario } from "../../src/core/scenario/scenario.ts";
import { detectLoops, passesOf } from "../../src/core/workloads/training/pipeline-schedule.ts";
import { stepCosts, type StepValues } from "../../src/core/workloads/training/step-costs.ts";
import { estimateStepSeconds } from "../../src/core/workloads/training/estimate-time.ts";
import { type TrafficOptions, stepTraffic } from "../../src/core/workloads/training/traffic.ts";
import { trainingStep } from "../../src/core/workloads/training/training-step.ts";
import { cases } from "../effort.ts";
import { instructionsOf } from "../reference/ranks.ts";

/** A small model in which all divisions are exact. A rank computes 1 GFLOP/s, four operations per cycle. */
const smallModel = {
  layers: 16,
  hidden: 64,
  sequence: 32,
  vocabulary: 1024,
  batch: 8,
  tensor: 1,
  pipeline: 1,
  recompute: false,
  rate: 0.001,
};
const operationsPerCycle = 4;

/** One switch with links of 1 GB/s. A cycle is 4 ns, a packet takes 16 cycles. */
const scenarioOnSwitch = (ranks: number, values: object, rules: object = {}) =>
  readScenario({
    topology: { kind: "single-switch", terminals: Math.max(2, ranks) },
    technology: { kind: "own-links", rate: "1 GB/s" },
    flowControl: { kind: "fluid", packet: "64 B", ...rules },
    workload: { kind: "training-step", ...smallModel, ...values, ranks },
  });
const programOf = (ranks: number, values: object) => compile(scenarioOnSwitch(ranks, values)).plan.demand as Program;
const timeOf = (ranks: number, values: object) => run(scenarioOnSwitch(ranks, values)).makespan!;

const valuesOf = (values: object) =>
  ({ ...defaultsOf(trainingStep.params), ...smallModel, ...values }) as unknown as StepValues & TrafficOptions;
const stepFor = (ranks: number, values: object) => stepCosts(valuesOf(values), ranks);
/** Cycles of a forward and of a backward pass through the layers of a chunk. */
function passCycles(ranks: number, values: object) {
  const { forward, backward, layers } = stepFor(ranks, values);
  return [forward, backward].map((operations) => Math.round((layers * operations) / operationsPerCycle));
}
/** Cycles for which the phits of a message flow, at one phit per cycle, and the same plus the latency of two channels. */
const flowCycles = (bytes: number) => 16 * Math.ceil(Math.round(bytes) / 64);
const messageCycles = (bytes: number) => flowCycles(bytes) + 2;

/** End of each rank in cycles if messages take no time, by executing rank after rank until none can proceed. */
function endsWithFreeMessages(program: Program): readonly number[] {
  const rankStates = Array.from({ length: program.ranks }, (_, r) => ({
    steps: instructionsOf(program, r),
    at: 0,
    now: 0,
  }));
  const sendTimes = new Map<number, number[]>();
  for (let hasProgressed = true; hasProgressed;) {
    hasProgressed = false;
    for (const state of rankStates) {
      for (; state.at < state.steps.length; state.at++) {
        const [code, a, b, c] = state.steps[state.at];
        if (code === op.compute) state.now += a + b * 2 ** 31;
        else if (code === op.send) sendTimes.set(c, [...(sendTimes.get(c) ?? []), state.now]);
        else if (code === op.receive) {
          const sent = sendTimes.get(c)?.shift();
          if (sent === undefined) break;
          state.now = Math.max(state.now, sent);
        }
        hasProgressed = true;
      }
    }
  }
  expect(rankStates.every(({ at: nextInstruction, steps }) => nextInstruction === steps.length)).toBe(true);
  return rankStates.map(({ now: time }) => time);
}

describe("the schedule", () => {
  const inWords = (schedule: "gpipe" | "1f1b" | "interleaved", stages: number, chunks: number, microBatches: number) =>
    Array.from({ length: stages }, (_, stage) =>
      passesOf({ schedule, stages, chunks, microBatches }, stage)
        .map(({ direction, chunk, isLast }) => `${direction === "forward" ? "F" : "B"}${chunks > 1 ? chunk : ""}${isLast ? "!" : ""}`)
        .join(" "),
    );

  it("of 1F1B goes forward p − i − 1 times, then in turn (SC21, fig. 4, above)", () => {
    expect(inWords("1f1b", 4, 1, 4)).toEqual(["F F F F B B B B!", "F F F B F B B B!", "F F B F B F B B!", "F B F B F B F B!"]);
  });

  it("interleaves chunks (SC21, fig. 4, below)", () => {
    expect(inWords("interleaved", 2, 2, 2)).toEqual(["F0 F0 F1 F1 B1 B1! B0 B0!", "F0 F0 F1 B1 F1 B1! B0 B0!"]);
  });

  it("of GPipe goes all forward, then all backward", () => {
    expect(inWords("gpipe", 2, 1, 2)).toEqual(["F F B B!", "F F B B!"]);
  });

  it("is the same in loops", () => {
    const sequence = fc.array(fc.constantFrom("a", "b", "c"), { maxLength: 40 });
    fc.assert(
      fc.property(sequence, fc.integer({ min: 1, max: 8 }), (letters, longest) => {
        const loops = detectLoops(letters, (each) => each, longest);
        expect(loops.flatMap(({ times, body }) => Array.from({ length: times }, () => body).flat())).toEqual(letters);
        expect(loops.every(({ body }) => body.length <= longest)).toBe(true);
      }),
      { numRuns: cases(200) },
    );
    expect(detectLoops([..."aaabababcc"], (each) => each, 4).map(({ times, body }) => `${times}${body.join("")}`)).toEqual([
      "3a",
      "2ba",
      "1b",
      "2c",
    ]);
  });
});

describe("a training step in which messages take no time", () => {
  const shape = fc.record({
    pipeline: fc.constantFrom(1, 2, 4, 8),
    rounds: fc.integer({ min: 1, max: 3 }),
    tensor: fc.constantFrom(1, 2),
    data: fc.constantFrom(1, 2),
    detail: fc.constant("pass"),
    overlap: fc.boolean(),
  });

  it("takes (m + p − 1)(f + b) with 1F1B and with GPipe", () => {
    fc.assert(
      fc.property(
        shape,
        fc.constantFrom("1f1b", "gpipe"),
        fc.integer({ min: 1, max: 9 }),
        ({ pipeline, tensor, data, detail }, schedule, m) => {
          const values = { pipeline, tensor, schedule, detail, overlap: false, batch: m * data };
          const ranks = pipeline * tensor * data;
          const [f, b] = passCycles(ranks, values);
          if (ranks < 2) return;
          expect(Math.max(...endsWithFreeMessages(programOf(ranks, values)))).toBe((m + pipeline - 1) * (f + b));
        },
      ),
      { numRuns: cases(40) },
    );
  });

  it("has a v-th of that bubble with v chunks", () => {
    fc.assert(
      fc.property(shape, fc.constantFrom(2, 4), ({ pipeline, rounds, tensor, data, detail }, chunks) => {
        if (pipeline * chunks > 16 || pipeline * tensor * data < 2) return;
        const m = rounds * pipeline;
        const values = { pipeline, tensor, schedule: "interleaved", chunks, detail, overlap: false, batch: m * data, layers: 32 };
        const ranks = pipeline * tensor * data;
        const [f, b] = passCycles(ranks, values);
        expect(Math.max(...endsWithFreeMessages(programOf(ranks, values)))).toBe((m * chunks + pipeline - 1) * (f + b));
      }),
      { numRuns: cases(40) },
    );
  });
});

describe("a training step on one switch", () => {
  it("names each pass by its sort of work, one entry for each sort", () => {
    const program = programOf(4, { pipeline: 4, batch: 8 });
    expect(program.tasks).toEqual(["forward", "backward"].map((name) => ({ name, step: -1 })));
    const timeline = run(scenarioOnSwitch(4, { pipeline: 4, batch: 8 })).timeline!;
    for (let rank = 0; rank < 4; rank++) {
      const own = timeline.task.slice(timeline.first[rank], timeline.first[rank + 1]);
      const computes = own.filter((_, s) => timeline.kind[timeline.first[rank] + s] === 0);
      expect(computes.map((task) => timeline.tasks[task].name)).toEqual(
        passesOf({ schedule: "1f1b", stages: 4, chunks: 1, microBatches: 8 }, rank).map(({ direction }) => direction),
      );
    }
  });

  it("of tensor-parallel ranks alone sums after each pass, or after each half of a layer", () => {
    const values = { tensor: 4, batch: 3 };
    const [f, b] = passCycles(4, values);
    const { allreduceBytes, layers, forward, backward } = stepFor(4, values);
    expect(timeOf(4, values)).toBe(3 * (f + b + 2 * messageCycles(2 * layers * allreduceBytes)));
    const [half, halfBack] = [forward, backward].map((operations) => Math.round(operations / 2 / operationsPerCycle));
    expect(timeOf(4, { ...values, detail: "layer" })).toBe(3 * 2 * layers * (half + halfBack + 2 * messageCycles(allreduceBytes)));
  });

  it("of stages alone hands a micro-batch on 2(p − 1) times", () => {
    const values = { pipeline: 4, batch: 1 };
    const [f, b] = passCycles(4, values);
    expect(timeOf(4, values)).toBe(4 * (f + b) + 2 * 3 * messageCycles(stepFor(4, values).activations));
  });

  it("of replicas alone sums gradients at the end, or behind the last backward pass", () => {
    const values = { batch: 8, overlap: false };
    const [f, b] = passCycles(4, values);
    const { gradientRingBytes, layers, backward } = stepFor(4, values);
    expect(timeOf(4, values)).toBe(2 * (f + b) + messageCycles(gradientRingBytes.dense));
    const ofLayer = Math.round(backward / operationsPerCycle);
    const bucket = messageCycles(gradientRingBytes.dense / layers);
    // Computation hides everything except the last layer's gradients. In the second case one layer is computed before the gradients flow in
    // sequence.
    expect(timeOf(4, { ...values, overlap: true })).toBeCloseTo(2 * f + b + layers * ofLayer + bucket, 6);
    const quick = { ...values, overlap: true, rate: 1 };
    const [qf, qb] = [stepFor(4, quick).forward, backward].map((operations) =>
      Math.round((layers * operations) / operationsPerCycle / 1000),
    );
    const first = Math.round(backward / operationsPerCycle / 1000);
    expect(bucket).toBeGreaterThan(first);
    expect(timeOf(4, quick)).toBe(2 * qf + qb + first + (layers - 1) * flowCycles(gradientRingBytes.dense / layers) + bucket);
  });

  it("of experts alone exchanges tokens there and back in each pass", () => {
    const values = { batch: 4, experts: 8, expert: 4, topK: 2, overlap: false };
    const [f, b] = passCycles(4, values);
    const { exchangeBytes, layers, gradientRingBytes } = stepFor(4, values);
    // Three messages in sequence, each to another rank. No other rank has the same experts.
    const all = 3 * flowCycles(2 * layers * exchangeBytes) + 2;
    expect(timeOf(4, values)).toBe(f + b + 2 * all + messageCycles(gradientRingBytes.dense));
    expect(gradientRingBytes.experts).toBe(0);
  });
});

describe("what a training step sends", () => {
  it("is what its closed forms say, message by message", () => {
    const form = fc.record({
      tensor: fc.constantFrom(1, 2, 4),
      pipeline: fc.constantFrom(1, 2, 4),
      replicas: fc.constantFrom(1, 2, 3),
      expert: fc.constantFrom(1, 2),
      experts: fc.constantFrom(0, 4),
      every: fc.constantFrom(1, 2),
      schedule: fc.constantFrom("1f1b", "gpipe", "interleaved"),
      detail: fc.constantFrom("pass", "layer"),
      overlap: fc.boolean(),
      rounds: fc.integer({ min: 1, max: 2 }),
    });
    fc.assert(
      fc.property(form, ({ replicas, rounds, ...drawn }) => {
        const each = drawn.experts === 0 ? { ...drawn, expert: 1 } : drawn;
        const data = replicas * each.expert;
        const ranks = each.tensor * each.pipeline * data;
        if (ranks < 2) return;
        const values = { ...each, batch: data * each.pipeline * rounds };
        const traffic = stepTraffic(stepFor(ranks, values), valuesOf(values));
        const program = programOf(ranks, values);
        expect(program.firstMessage[ranks]).toBe(traffic.messages);
        let packets = 0;
        visitSends(program, (_from, _to, each, times) => (packets += each * times));
        // Each message is rounded up to bytes, and to packets of 64 bytes.
        expect(64 * packets).toBeGreaterThanOrEqual(traffic.bytes - traffic.messages);
        expect(64 * packets).toBeLessThanOrEqual(traffic.bytes + 65 * traffic.messages);
        endsWithFreeMessages(program);
      }),
      { numRuns: cases(60) },
    );
  });

  it("is the same list for ranks of one stage, but for whom it goes to", () => {
    const program = programOf(32, { tensor: 2, pipeline: 4, batch: 16, experts: 4, expert: 2 });
    const shapeOf = (r: number) => instructionsOf(program, r).map(([code, a, b, , bytes]) => [code, code === op.send ? 0 : a, b, bytes]);
    for (let r = 0; r < 32; r++) expect(shapeOf(r)).toEqual(shapeOf(r - (r % 8)));
  });
});

describe("what a training step is known by before it runs", () => {
  const facts = (values: object, ranks: number, cycleSeconds: number | null) =>
    new Map(
      trainingStep.facts!(
        { ...valuesOf(values), ranks } as never,
        { terminals: ranks, axes: [] },
        cycleSeconds === null ? null : { outsideHost: phitBytes / cycleSeconds },
      ).map(({ id, value }) => [id, value]),
    );
  const gpt3 = { layers: 96, hidden: 12_288, sequence: 2048, vocabulary: 51_200, batch: 1536, tensor: 8, recompute: true, rate: 140 };

  it("is what Megatron-LM prints of GPT-3 on 1,024 accelerators", () => {
    const valueById = facts({ ...gpt3, pipeline: 8 }, 1024, 8e-11);
    const rounded = (id: string, unit: number, digits: number) => (valueById.get(id)! / unit).toFixed(digits);
    expect([rounded("parameters", 1e9, 1), rounded("pipeline-bytes", 1e6, 1), rounded("tensor-bytes", 1e6, 0)]).toEqual([
      "174.6",
      "50.3",
      "352",
    ]);
    expect([valueById.get("data"), valueById.get("micro-batches"), valueById.get("bubble")]).toEqual([16, 96, 7 / 96]);
    expect(rounded("gradient-bytes", 1e9, 2)).toBe("10.23");
    expect((facts({ ...gpt3, pipeline: 16 }, 1024, 8e-11).get("gradient-bytes")! / 1e9).toFixed(2)).toBe("4.77");
    // 8TP/(nX) is the same without the operations of attention and logits.
    expect(valueById.get("rank-operations")! / 140e12).toBeCloseTo(valueById.get("compute-seconds")!, 6);
    expect(valueById.get("least-seconds")).toBeCloseTo(valueById.get("compute-seconds")! * (1 + 7 / 96), 6);
  });

  it("has no seconds where a cycle has none", () => {
    const valueById = facts({ ...smallModel, rate: 0 }, 4, null);
    expect(["compute-seconds", "least-seconds", "step-seconds", "tokens-per-second"].map((id) => valueById.get(id))).toEqual([
      null,
      null,
      null,
      null,
    ]);
  });

  describe("foretells its time on one switch", () => {
    const [base, large] = [
      { batch: 8 },
      { layers: 32, hidden: 4096, sequence: 2048, vocabulary: 51_200, batch: 16, rate: 100, recompute: true },
    ];
    const stages = { pipeline: 4, tensor: 2 };
    const interleaved = { ...stages, batch: 16, schedule: "interleaved", chunks: 2 };
    const ratio = (ranks: number, values: object) => (facts(values, ranks, 4e-9).get("step-seconds")! / timeOf(ranks, values)) * 2.5e8;

    it.each([
      ["tensor-parallel ranks", 4, { ...base, tensor: 4 }],
      ["large tensor-parallel ranks", 4, { ...large, tensor: 4 }],
      ["tensor-parallel ranks, layer by layer", 4, { ...base, tensor: 4, detail: "layer" }],
      ["stages", 4, { ...base, pipeline: 4 }],
      ["stages and one micro-batch", 4, { pipeline: 4, batch: 1 }],
      ["large stages", 4, { ...large, pipeline: 4 }],
      ["many micro-batches", 3, { ...large, layers: 30, pipeline: 3, batch: 50 }],
      ["replicas", 4, base],
      ["large replicas, layer by layer", 4, { ...large, detail: "layer" }],
      ["replicas that wait for gradients at the end", 4, { ...base, overlap: false }],
      ["quick replicas", 4, { ...base, rate: 1 }],
      ["experts", 4, { ...base, experts: 8, expert: 4 }],
      ["large experts", 4, { ...large, experts: 8, expert: 4 }],
      ["interleaved stages", 2, { ...base, pipeline: 2, schedule: "interleaved" }],
    ])("of %s, to a thousandth", (_, ranks, values) => {
      expect(Math.abs(ratio(ranks, values) - 1)).toBeLessThan(1e-3);
    });

    it.each([
      ["all of it", 16, { ...base, ...stages, batch: 16 }],
      ["all of it, quick", 16, { ...base, ...stages, batch: 16, rate: 1 }],
      ["all of it, large", 16, { ...large, ...stages, batch: 32 }],
      ["all of it, layer by layer", 16, { ...large, ...stages, batch: 32, detail: "layer", overlap: false }],
      ["all of it and experts", 32, { ...large, ...stages, batch: 64, experts: 8, expert: 2 }],
      ["all forward first", 16, { ...base, ...stages, batch: 16, rate: 1, schedule: "gpipe" }],
      ["interleaved chunks", 16, { ...base, ...interleaved }],
      ["two stages of chunks", 8, { ...large, ...interleaved, pipeline: 2 }],
      ["the form as it stands", 64, { layers: 8, hidden: 256, sequence: 256, vocabulary: 51_200, batch: 64, ...stages, rate: 100 }],
    ])("of %s, to a tenth", (_, ranks, values) => {
      expect(Math.abs(ratio(ranks, values) - 1)).toBeLessThan(0.1);
    });

    it("as it is with all micro-batches followed", () => {
      const values = { ...stages, batch: 64 };
      const step = stepFor(8, values);
      const [timed, rates] = [{ overlap: true, isByLayer: false, rate: 1e9 }, { outsideHost: 1e9 }];
      const after = (microBatches: number) => estimateStepSeconds({ ...step, microBatches }, timed, rates);
      // From 20 micro-batches on, the time is extrapolated in steps of 4.
      expect(after(64) - after(20)).toBeCloseTo(11 * (after(20) - after(16)), 9);
      expect(after(64)).toBeCloseTo(timeOf(8, values) * 4e-9, 3);
    });

    it("with sums at the rate within hosts that hold them", () => {
      const within = (tensor: number) => {
        const scenario = readScenario({
          topology: { kind: "rails", hosts: 2, accelerators: 4, ports: 4 },
          technology: { kind: "own-links", rate: "1 GB/s" },
          links: [{ class: "inner", rate: 9 }],
          flowControl: { kind: "fluid", packet: "64 B" },
          workload: { kind: "training-step", ...smallModel, ...base, rate: 1, tensor, ranks: 8 },
        });
        return workloadNumbersOf(scenario)!["stepSeconds"]! / (run(scenario).makespan! * 4e-9);
      };
      expect(within(4)).toBeCloseTo(1, 2);
      // Two of eight hops leave a host. The ranks between them wait a little less.
      expect(within(8)).toBeCloseTo(1, 1);
    });
  });
});

describe("what a training step refuses", () => {
  it.each([
    [{ layers: 10, pipeline: 4 }, 4, "layers", 8],
    [{ layers: 10, pipeline: 4, schedule: "interleaved", chunks: 2 }, 4, "layers", 8],
    [{ hidden: 65, tensor: 2 }, 2, "hidden", 64],
    [{ batch: 7 }, 2, "batch", 6],
    [{ batch: 8, microBatch: 3 }, 2, "batch", 6],
    [{ batch: 10, pipeline: 4, schedule: "interleaved" }, 4, "batch", 8],
    [{ experts: 3, expert: 2 }, 2, "experts", 2],
    [{ expert: 2 }, 2, "expert", 1],
    [{ experts: 2, topK: 3 }, 2, "topK", 2],
    [{ experts: 2, every: 8, pipeline: 4 }, 4, "layers", 32],
    [{ tensor: 4, pipeline: 2 }, 12, "ranks", 8],
    [{ experts: 8, expert: 4 }, 6, "ranks", 4],
    [{ tensor: 65536, pipeline: 4 }, 16, "tensor", 4],
    [{ tensor: 2, pipeline: 4, expert: 3, experts: 6 }, 16, "pipeline", 2],
    [{ batch: 1, ranks: 0 }, 16, "batch", 16],
    // If a multiple would be too large, the number that demands it has to be reduced.
    [{ layers: 4096, pipeline: 3 }, 3, "layers", 4095],
    [{ pipeline: 17, schedule: "interleaved", chunks: 256 }, 17, "chunks", 240],
    [{ microBatch: 400_000 }, 4, "microBatch", 250_000],
    [{ experts: 2, every: 4096, pipeline: 4 }, 4, "every", 1024],
    [{ hidden: 1_000_000, tensor: 3 }, 3, "hidden", 999_999],
    [{ experts: 65_536, expert: 3, batch: 9 }, 3, "experts", 65_535],
  ])("%j on %i ranks, with what would do", (values, ranks, path, nearest) => {
    const refused = () => scenarioOnSwitch(ranks, values);
    expect(refused).toThrow(ScenarioError);
    try {
      refused();
    } catch (error) {
      const [issue] = (error as ScenarioError).issues;
      expect([issue.path, issue.nearest]).toEqual([`workload.${path}`, nearest]);
      expect(issue.remedy).toContain(String(nearest));
    }
  });

  it("computing where a cycle has no length", () => {
    expect(() => readScenario({ workload: { kind: "training-step", rate: 1 } })).toThrow("workload.rate: computing times are in seconds");
  });
});
