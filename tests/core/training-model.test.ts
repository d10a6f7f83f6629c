/** Tests of the closed forms of a training step against the numbers in their papers. */
import { describe, expect, it } from "vitest";
import {
  activationBytes,
  pipelineBubble,
  exchangeSeconds,
  expertBytes,
  stepOperations,
  parameterCounts,
  parametersPerRank,
  ringBytes,
  tensorBytes,
  trainingDays,
  type Transformer,
} from "../../src/core/workloads/training/model.ts";

const transformer = (layers: number, hidden: number): Transformer => ({ layers, hidden, sequence: 2048, vocabulary: 51_200 });
const gpt3 = transformer(96, 12_288);
const billionParameters = (each: Transformer) => (parameterCounts(each).total / 1e9).toFixed(1);

describe("Megatron-LM (SC21)", () => {
  it.each([
    [24, 2304, "1.7"],
    [30, 3072, "3.6"],
    [36, 4096, "7.5"],
    [40, 6144, "18.4"],
    [48, 8192, "39.1"],
    [60, 10_240, "76.1"],
    [80, 12_288, "145.6"],
    [96, 16_384, "310.1"],
    [105, 20_480, "529.6"],
    [128, 25_600, "1008.0"],
  ])("has %i layers of %i as %s billion parameters in Table 1", (layers, hidden, printed) => {
    expect(billionParameters(transformer(layers, hidden))).toBe(printed);
  });

  it("has the parameters and the operations of its equations 2 and 3", () => {
    expect(billionParameters(gpt3)).toBe("174.6");
    const [l, h, s, V, B] = [96, 12_288, 2048, 51_200, 1536];
    expect(parameterCounts(gpt3).total).toBeCloseTo(12 * l * h ** 2 * (1 + 13 / (12 * h) + (V + s) / (12 * l * h)), -1);
    const again = 96 * B * s * l * h ** 2 * (1 + s / (6 * h) + V / (16 * l * h));
    const once = 72 * B * s * l * h ** 2 * (1 + s / (6 * h) + V / (12 * l * h));
    expect(stepOperations(gpt3, B, true) / again).toBeCloseTo(1, 12);
    expect(stepOperations(gpt3, B, false) / once).toBeCloseTo(1, 12);
  });

  it("takes 34 and 84 days (§5.1)", () => {
    expect(trainingDays(175e9, 300e9, 1024, 140e12)).toBeCloseTo(33.9, 1);
    expect(Math.round(trainingDays(parameterCounts(transformer(128, 25_600)).total, 450e9, 3072, 163e12))).toBe(84);
  });

  it("has a bubble of (p − 1)/m, and a v-th of that with v chunks (§2.2)", () => {
    expect(pipelineBubble({ pipeline: 4 }, 8)).toBe(3 / 8);
    expect(pipelineBubble({ pipeline: 4, chunks: 2 }, 8)).toBe(3 / 16);
    expect(pipelineBubble({ pipeline: 1 }, 8)).toBe(0);
  });

  it("sends the bytes of its collectives", () => {
    const activations = activationBytes(gpt3, 1, 2);
    expect((activations / 1e6).toFixed(1)).toBe("50.3");
    expect((tensorBytes(activations, 8) / 1e6).toFixed(0)).toBe("352");
    const gradients = (pipeline: number, data: number) =>
      (ringBytes(2 * parametersPerRank(gpt3, { tensor: 8, pipeline, expert: 1 }), data) / 1e9).toFixed(2);
    expect([gradients(16, 8), gradients(8, 16)]).toEqual(["4.77", "10.23"]);
  });
});

describe("a mixture of experts", () => {
  const mixture = { experts: 8, topK: 2, expertHidden: 4 * 64, layers: 2 };
  const dense: Transformer = { layers: 4, hidden: 64, sequence: 128, vocabulary: 1000 };

  it("of one expert for all tokens is the model without, but for its gates", () => {
    const one: Transformer = { ...dense, mixture: { ...mixture, experts: 1, topK: 1 } };
    expect(parameterCounts(one).total - parameterCounts(dense).total).toBe(2 * 64);
    expect(stepOperations(one, 4, true)).toBe(stepOperations(dense, 4, true));
    expect(parameterCounts(one).inExperts).toBe(2 * (8 * 64 * 64 + 5 * 64));
  });

  it("has more parameters for every expert, and more operations for every one that a token goes to", () => {
    const many: Transformer = { ...dense, mixture };
    expect(parameterCounts(many).total - parameterCounts(dense).total).toBe(2 * (7 * (8 * 64 * 64 + 5 * 64) + 8 * 64));
    // A token costs 16h² operations for each expert beyond the first, once forward and twice backward.
    expect(stepOperations(many, 1, false) - stepOperations(dense, 1, false)).toBe(3 * 2 * 128 * 16 * 64 * 64);
    const { total, inExperts } = parameterCounts(many);
    expect(parametersPerRank(many, { tensor: 2, pipeline: 2, expert: 4 })).toBe((total - inExperts + inExperts / 4) / 4);
  });

  it("exchanges tokens as DeepSeek-V3 counts them (§2.3.2)", () => {
    const inference = { tokens: 32, experts: 9, hidden: 7000, there: 1, back: 2 };
    const [slow, fast] = [50e9, 900e9].map((rate) => exchangeSeconds(inference, rate));
    expect(slow * 1e6).toBeCloseTo(120.96, 9);
    // Two micro-batches overlap; there are 61 layers.
    expect((2 * 61 * slow * 1e3).toFixed(2)).toBe("14.76");
    expect((fast * 1e6).toFixed(2)).toBe("6.72");
    expect((2 * 61 * fast * 1e3).toFixed(2)).toBe("0.82");
    // The same time, from the bytes that a rank exchanges with each of 64 ranks: one per number in dispatch, two in combine.
    const pairs = 64 * (expertBytes(32, 9, 7000, 1, 64) + expertBytes(32, 9, 7000, 2, 64));
    expect(pairs / 50e9).toBeCloseTo(slow, 15);
  });
});
