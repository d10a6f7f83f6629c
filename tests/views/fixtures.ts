/** Fixtures of the view tests: themes, small networks, and frames with plausible counters. */
import type { Network } from "../../src/core/network/network.ts";
import { type Frame, frameLayout, openFrame, scalar } from "../../src/core/simulation/frame.ts";
import { billOf } from "../../src/core/costs/bill.ts";
import { billOfMaterials } from "../../src/core/network/bill-of-materials.ts";
import { documentParams } from "../../src/core/scenario/document.ts";
import { allTopologies } from "../../src/core/topologies/index.ts";
import type { Canvas, Theme, Variant, ViewData } from "../../src/views/contract.ts";
import { FrameLoop } from "../../src/views/frame-loop.ts";
import { lazyLayouts } from "../../src/views/stage/layouts/all-layouts.ts";
import type { Scene } from "../../src/views/stage/scene.ts";
import { stageView, type StageMarks } from "../../src/views/stage/stage.ts";
import { Viewports } from "../../src/views/stage/viewports.ts";
import { unitsOfResults } from "../../src/words/units.ts";

export const light: Theme = {
  dark: false,
  ground: "#f4f4f1",
  surface: "#ffffff",
  ink: "#1a1c24",
  ink2: "#595b65",
  line: "#dfddd6",
  edge: "#918f88",
  wire: "#aeaca4",
  accent: "#b3134f",
};

export const dark: Theme = {
  dark: true,
  ground: "#13151b",
  surface: "#1d2028",
  ink: "#f2f0ea",
  ink2: "#a8a9b2",
  line: "#2c2f39",
  edge: "#6a6f7e",
  wire: "#3d424f",
  accent: "#ff7ba6",
};

export const desk: Canvas = { width: 1344, height: 600, theme: light, units: unitsOfResults };
export const tablet: Canvas = { width: 928, height: 468, theme: dark, units: unitsOfResults };
export const phone: Canvas = { width: 358, height: 330, theme: light, units: unitsOfResults };

/** Builds the network of a topology with the given parameters; all others have their defaults. */
export function build(kind: string, values: Record<string, unknown>): Network {
  const topology = allTopologies.get(kind);
  const defaults = Object.fromEntries(Object.entries(topology.params).map(([name, param]) => [name, param.default]));
  return topology.build({ ...defaults, ...values });
}

/** A frame in the middle of its measurement window. The load of each channel differs from the loads of its neighbors. */
export function busyFrame(network: Network): Frame {
  const channels = network.head.length;
  const layout = frameLayout({ channels, terminals: network.terminals, messages: 0 });
  const frame = openFrame(layout, new ArrayBuffer(layout.byteLength));
  const cycles = 4000;
  frame.scalars[scalar.now] = 6000;
  frame.scalars[scalar.windowCycles] = cycles;
  frame.scalars[scalar.windowStart] = 2000;
  frame.scalars[scalar.binCycles] = 100;
  frame.scalars[scalar.bins] = 60;
  for (let c = 0; c < channels; c++) {
    frame.windowPhits[c] = (((c * 37) % 101) / 100) * cycles;
    frame.phits[c] = frame.windowPhits[c];
    frame.windowWaiting[c] = (c * 53) % 997;
    frame.waiting[c] = frame.windowWaiting[c];
  }
  frame.created.fill(90);
  frame.accepted.fill(80);
  for (let i = 0; i < 60; i++) {
    frame.worstLoad[i] = 0.9;
    frame.meanLoad[i] = 0.3 + (i % 3) / 50;
    frame.acceptedOverTime[i] = 0.27;
    frame.inNetworkOverTime[i] = 400;
  }
  return frame;
}

/** Viewports that show every network as a whole. */
export const newViewports = () => new Viewports(new FrameLoop());

/** Complete view data for a network in the middle of a run. */
export function viewData(network: Network, overrides: Partial<ViewData> = {}): ViewData {
  const base: Variant = {
    index: 0,
    letter: "",
    title: "network",
    network,
    facts: { terminals: network.terminals, switches: network.switches, links: network.head.length / 2 },
    bill: billOf(documentParams.cost.default, billOfMaterials(network)),
    usedBill: null,
    frame: busyFrame(network),
    cycle: 1,
    packetPhits: 16,
    queueCapacity: 4,
    window: { start: 2000, end: 12_000, limit: 16_000 },
    results: null,
    analysis: null,
    curve: { points: [], expectedPoints: 0 },
    load: 0.45,
    selected: { is: "nothing" },
    highlight: { channels: new Set<number>(), switches: new Set<number>(), terminals: new Set<number>() },
    waits: null,
    selectedChannel: -1,
  };
  const data = {
    ...base,
    pair: [0, 1],
    sharedMaxima: [],
    span: null,
    baseline: 0,
    sweep: null,
    mix: null,
    choices: {},
    units: unitsOfResults,
    viewports: newViewports(),
    layouts: lazyLayouts,
    ...overrides,
  } as const;
  return { ...data, variants: overrides.variants ?? [data] };
}

/** The layout of a network on the stage. */
export function sceneOf(network: Network, width: number, height: number): Scene {
  return (stageView.layout(viewData(network), { ...desk, width, height }) as StageMarks).scene;
}
