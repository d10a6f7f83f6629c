/** The documents of the gallery: all files are listed, and their sentences agree with their results. */
import { existsSync, readFileSync, readdirSync } from "node:fs";
import { expect, test } from "vitest";
import { readGallery } from "../../src/app/shell/gallery-entries.ts";
import { NetworkCache } from "../../src/app/document/network-cache.ts";
import { isMix, mixTableOfDocument } from "../../src/findings/mix-table.ts";
import { tableOfRuns } from "../../src/findings/sweep-table.ts";
import type { Results } from "../../src/core/measures/results.ts";
import { run } from "../../src/core/run/run.ts";
import { cellsOf } from "../../src/core/scenario/document.ts";
import { readDocumentText } from "../../src/links/text.ts";
import { formatCount, formatRatio } from "../../src/words/numbers.ts";
import { isThorough } from "../effort.ts";
import { unitsOfResults } from "../../src/words/units.ts";
import { expectSoundFindings } from "./sentences.ts";

const folder = "public/scenarios";
const read = (file: string) => readFileSync(`${folder}/${file}`, "utf8");
const entries = readGallery(JSON.parse(read("index.json")));

/** Claims of the gallery's sentences beyond their numbers, as predicates on the runs of the document in order. */
const claims: Readonly<Record<string, (runs: readonly Results[]) => boolean>> = {
  "hot-spot": ([hot, uniform]) => hot.acceptedPerSender < 0.5 * uniform.acceptedPerSender && deliversAll(uniform),
  "complement-bit-reversal": ([complement, reversal]) => deliversAll(complement) && !deliversAll(reversal),
  "thin-fat": ([thin, fat]) => !deliversAll(thin) && deliversAll(fat),
  // Ten loads of the thin tree, ten of the fat tree, and the same with two more seeds.
  saturation: (runs) => {
    const at = (variant: number, load: number, seed: number) => runs[seed * 20 + variant * 10 + load - 1];
    const isLine = [0, 1].every((variant) =>
      Array.from({ length: 10 }, (_, i) => [0, 1, 2].map((seed) => at(variant, i + 1, seed).acceptedPerSender)).every(
        (seeds) => Math.max(...seeds) - Math.min(...seeds) < 0.02,
      ),
    );
    return isLine && deliversAll(at(0, 2, 0)) && !deliversAll(at(0, 3, 0)) && deliversAll(at(1, 5, 0)) && !deliversAll(at(1, 6, 0));
  },
  deadlock: ([none, dateline, bubble]) => none.status === "deadlocked" && dateline.deadlock === null && bubble.deadlock === null,
  circuits: ([two, one, complement]) =>
    one.acceptedPerSender < 0.5 * two.acceptedPerSender &&
    two.acceptedPerSender < 0.6 * complement.acceptedPerSender &&
    two.hops! < complement.hops!,
  worms: ([one, four, packets]) => one.acceptedPerSender < four.acceptedPerSender && four.acceptedPerSender < packets.acceptedPerSender,
  dragonfly: ([minimal, valiant, ugal]) => deliversAll(valiant) && minimal.acceptedPerSender < ugal.acceptedPerSender,
  // Minimal, Valiant, UGAL with local and with global queues, and progressive adaptive routing, each under uniform traffic and under
  // traffic to the next group.
  detours: ([minimal, narrow, , valiant, ugal, local, whole, global, progressive, par]) =>
    [minimal, ugal, whole, progressive].every(deliversAll) &&
    [narrow, local, global, par, valiant].every((run, i, runs) => i === 0 || run.acceptedPerSender > runs[i - 1].acceptedPerSender),
  megafly: ([minimal, ugal, ...others]) =>
    Math.abs(minimal.acceptedPerSender - 1 / 8) < 0.001 &&
    minimal.acceptedPerSender < 0.5 * ugal.acceptedPerSender &&
    !deliversAll(ugal) &&
    others.every(deliversAll),
  jellyfish: ([chance, tree]) =>
    deliversAll(chance) && tree.acceptedPerSender < 0.95 * chance.acceptedPerSender && chance.hops! + 1 < tree.hops!,
  "slim-fly": ([minimal, ...others]) => minimal.acceptedPerSender < 0.7 * minimal.offeredPerSender && others.every(deliversAll),
  polarfly: (runs) => {
    const [polar, slim, hyperx] = runs.map(({ latency }) => latency!.mean);
    return runs.every((run) => deliversAll(run) && run.hops! < 4) && hyperx < polar && polar < slim;
  },
  rails: ([only, first, spines]) =>
    spines.acceptedPerSender < only.acceptedPerSender && only.acceptedPerSender < first.acceptedPerSender && !deliversAll(first),
  "dead-switch": ([dead, alive]) => deliversAll(alive) && dead.acceptedPerSender < 0.75 * alive.acceptedPerSender,
  tornado: ([direct, valiant]) => direct.acceptedPerSender < 0.5 * valiant.acceptedPerSender,
  "hypercube-torus": ([cube, three, two]) => deliversAll(cube) && deliversAll(three) && !deliversAll(two),
  "three-quads": ([quads, tree]) => deliversAll(quads) && !deliversAll(tree),
  boards: ([ring, all, adaptive, small]) =>
    deliversAll(ring) && deliversAll(small) && all.acceptedPerSender < adaptive.acceptedPerSender && !deliversAll(adaptive),
  "transpose-quads": ([half, full, fused]) => half.makespan! > 1.6 * full.makespan! && full.makespan! > 1.7 * fused.makespan!,
  "transpose-modules": ([usual, reassigned]) => usual.makespan! > 1.3 * reassigned.makespan!,
  "transpose-beside": ([quads, modules]) => quads.makespan! > modules.makespan! && quads.makespan! < 1.2 * modules.makespan!,
  "most-credits": ([credits, free]) => deliversAll(credits) && deliversAll(free) && credits.latency!.mean > 1.4 * free.latency!.mean,
  "flows-packets": ([hashed, ...others]) => hashed.acceptedPerSender < 0.6 * others[0].acceptedPerSender && others.every(deliversAll),
  "clos-flows": ([hashed, sprayed, narrow, narrowSprayed]) =>
    hashed.acceptedPerSender < 0.75 * sprayed.acceptedPerSender && !deliversAll(narrow) && [sprayed, narrowSprayed].every(deliversAll),
  queues: ([one, , , eight, , , most]) =>
    eight.acceptedPerSender - one.acceptedPerSender > 0.5 * (most.acceptedPerSender - one.acceptedPerSender),
  "head-of-line": ([input, virtual, output]) => !deliversAll(input) && deliversAll(virtual) && deliversAll(output),
  "long-links": ([short, middle, long]) =>
    short.acceptedPerSender < 0.3 * middle.acceptedPerSender && !deliversAll(middle) && deliversAll(long),
  // Seven programs at three sizes on four trees: the ranking by performance per cost, with the fat tree last.
  "tree-mix": (runs) => {
    const { efficiency } = mixTableOf("tree-mix.json", runs).costBases[0];
    return efficiency.networks.map(({ rank }) => rank).join("") === "4132";
  },
  "butterfly-thin-fat": ([thin, fat]) => thin.makespan! > 2 * fat.makespan! && fat.makespan! < 1.05 * 1560,
  "wavefront-thin-fat": ([thin, fat]) => thin.makespan! < 1.05 * fat.makespan!,
  "matrix-waves": ([waves, ahead, broadcasts]) => {
    const idle = ({ ranks, makespan }: Results) => ranks!.meanWaited / makespan!;
    return idle(ahead) < 0.15 && idle(waves) > 2 * idle(ahead) && idle(broadcasts) < idle(waves);
  },
  // Five sizes on each of four networks: “broadcasts” and “two exchanges ahead” over Ethernet, then both over InfiniBand.
  "ethernet-infiniband": (runs) => {
    const seconds = runs.map(({ makespan, cycleSeconds }) => makespan! * cycleSeconds!);
    const isAhead = (first: number, size: number) => seconds[first + size] < seconds[first + 5 + size];
    const order = [0, 10].map((first) => [0, 1, 2, 3, 4].map((size) => isAhead(first, size)));
    return (
      JSON.stringify(order) ===
      JSON.stringify([
        [false, false, true, true, true],
        [false, false, false, false, false],
      ])
    );
  },
  "shared-medium": ([medium, bus, chain]) => bus.makespan! > 6.9 * medium.makespan! && chain.makespan! > medium.makespan!,
  waterfall: ([thin, fat]) => thin.makespan! > fat.makespan! && thin.packets === 16 * 2 * 8 * 7,
  "mesh-order": ([chance, lowest, highest]) => lowest.makespan! < highest.makespan! && highest.makespan! < chance.makespan!,
  "short-dimension": ([relayed, direct, valiant]) => relayed.makespan! < direct.makespan! && direct.makespan! < valiant.makespan!,
  // Relayed fraction of the pairs: 0, 0.1, … 1.
  "part-to-relay": (runs) => runs.length === 11 && runs.every(({ makespan }) => makespan! >= runs[5].makespan!),
  rendezvous: (runs) => runs.map(({ makespan, cycleSeconds }) => Math.round(makespan! * cycleSeconds! * 1000)).join() === "566,255",
  "short-dimension-patterns": ([reversal, reversalDirect, complement, complementDirect]) =>
    reversal.makespan! > reversalDirect.makespan! && complement.makespan! < complementDirect.makespan!,
  "four-dimensions": ([relayed, direct]) => relayed.makespan! < direct.makespan!,
  // Three sizes, each with ring and with halving, on four networks.
  "ring-halving": (runs) => {
    const [clos, torus, dragonfly, rails] = [0, 6, 12, 18].map((first) =>
      [0, 2, 4].map((size) => runs[first + size + 1].makespan! / runs[first + size].makespan!),
    );
    return [clos, rails].flat().every((ratio) => ratio < 1) && torus[1] < 1 && torus[2] > 1 && dragonfly[0] < 1 && dragonfly[1] > 1;
  },
  // Three sizes, each with ring, halving and in-network reduction.
  "in-network": (runs) =>
    [0, 3, 6].every((size) => runs[size + 2].makespan! < 0.52 * Math.min(...[0, 1].map((way) => runs[size + way].makespan!))),
  experts: ([rail, host, sprayed, hashed]) =>
    rail.makespan! < sprayed.makespan! && sprayed.makespan! < hashed.makespan! && hashed.makespan! < host.makespan!,
  overlap: ([without, overlapped, behind]) => overlapped.makespan! < behind.makespan! && behind.makespan! < without.makespan!,
  "jobs-beside": ([filled, scattered, dealt]) =>
    Math.abs(scattered.makespan! / filled.makespan! - 1) < 1e-3 && Math.abs(dealt.makespan! / filled.makespan! - 8) < 1e-3,
  adaptive: ([fixed, adaptive]) => adaptive.acceptedPerSender > 1.5 * fixed.acceptedPerSender,
};

/** The mix table of a gallery document. */
const mixTableOf = (file: string, runs: readonly Results[]) => {
  const document = readDocumentText(read(file));
  return mixTableOfDocument(document, tableOfRuns(document, runs), new NetworkCache().materialsOf)!;
};

const deliversAll = ({ acceptedPerSender, offeredPerSender }: Results) => acceptedPerSender >= 0.97 * offeredPerSender;

test("the list names a dozen documents, each once, and every file of the folder", () => {
  expect(entries.length).toBeGreaterThanOrEqual(12);
  expect(new Set(entries.map(({ id }) => id)).size).toBe(entries.length);
  expect(Object.keys(claims).sort()).toEqual(entries.map(({ id }) => id).sort());
  const named = entries.flatMap(({ file, picture }) => [file, picture.light, picture.dark]);
  expect(["index.json", ...named].sort()).toEqual(readdirSync(folder).sort());
  for (const file of named) expect(existsSync(`${folder}/${file}`), file).toBe(true);
});

/**
 * Documents whose runs take about a second or more. They run only in thorough tests, except the only documents with deadlocks, wormhole
 * switching or input queues. The results of the first document, `saturation`, are published; another test repeats one of its runs.
 */
const slowDocuments = [
  "saturation",
  "tree-mix",
  "ethernet-infiniband",
  "four-dimensions",
  "clos-flows",
  "rendezvous",
  "boards",
  "detours",
  "rails",
  "short-dimension",
  "part-to-relay",
  "flows-packets",
  "long-links",
  "ring-halving",
  "megafly",
  "slim-fly",
  "queues",
  "short-dimension-patterns",
  "polarfly",
  "experts",
  "jellyfish",
  "most-credits",
  "dead-switch",
];

test.each(entries.filter(({ id }) => isThorough || !slowDocuments.includes(id)))(
  "$id: what its sentence says is what its runs give, and what is found in them reads well",
  ({ id, file, title, look }) => {
    const document = readDocumentText(read(file));
    expect(document.title).toBe(title);
    const cells = cellsOf(document);
    const runs = cells.map(({ scenario }) => run(scenario));
    expect(claims[id](runs)).toBe(true);
    expectSoundFindings(document, runs);
    // Every load and every number of cycles in the sentence was offered or measured in a run.
    const offered = cells.map(({ scenario }) => unitsOfResults.formatLoad((scenario.workload.values as { load: number }).load));
    const worths = isMix(document) ? mixTableOf(file, runs).costBases[0].efficiency.networks : [];
    const parts = worths.flatMap(({ phi, cost, ratio }) => [phi!, cost!, ratio!]).map(formatRatio);
    // Ratios of run times between networks or programs may be named, too.
    const times = runs.map(({ makespan }) => makespan ?? 0);
    const seconds = runs.map(({ makespan, cycleSeconds = 1 }) => (makespan ?? 0) * cycleSeconds);
    const ratios = seconds.flatMap((a) => seconds.map((b) => formatRatio(a / b)));
    const loads = [...offered, ...runs.map(({ acceptedPerSender }) => unitsOfResults.formatLoad(acceptedPerSender)), ...parts, ...ratios];
    // Rates in the sentence are written in the document in kB/s.
    const rates = [...look.matchAll(/(\d+\.\d+)(?= MB\/s)/g)].map(([number]) => number);
    for (const rate of rates) expect(read(file), rate).toContain(`"${Math.round(Number(rate) * 1000)} kB/s"`);
    for (const [number] of look.matchAll(/\d+\.\d+/g)) if (!rates.includes(number)) expect(loads, number).toContain(number);
    const latencies = runs.map(({ latency }) => formatCount(latency?.mean ?? 0));
    const cycles = [...latencies, ...times.map(formatCount)];
    for (const [, number] of look.matchAll(/([\d\u202f]+)(?= cycles)/g)) expect(cycles, number).toContain(number);
    expect(look).toMatch(/\d\.\d\d.*\.$/);
  },
);
