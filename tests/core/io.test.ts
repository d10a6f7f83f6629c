/**
 * Tests of I/O traffic (Petrini et al., QsNET, §4.5 to §4.7): the servers that each client uses, derived by hand, and the created traffic,
 * measured.
 */
import { describe, expect, it } from "vitest";
import { virtualCutThrough } from "../../src/core/flow-control/virtual-cut-through.ts";
import { analyzeChannelLoads } from "../../src/core/analysis/channel-load.ts";
import type { ValidationIssue } from "../../src/core/base/errors.ts";
import { readParams, type Values } from "../../src/core/base/params.ts";
import { mix } from "../../src/core/base/random.ts";
import { compile } from "../../src/core/run/compile.ts";
import { withoutUnreachable } from "../../src/core/plan/demand.ts";
import type { OpenLoop } from "../../src/core/traffic/open-loop.ts";
import { run } from "../../src/core/run/run.ts";
import { readScenario } from "../../src/core/scenario/scenario.ts";
import { startSource } from "../../src/core/simulation/source.ts";
import type { TopologyFacts } from "../../src/core/topologies/contract.ts";
import { allWorkloads } from "../../src/core/workloads/index.ts";
import { build, factsOf } from "../contracts/arbitrary.ts";

const tree = { kind: "k-ary-n-tree", values: { k: 4, n: 3 } };
const network = build(tree);
const allTerminals = Array.from({ length: 64 }, (_, t) => t);

/** Eight servers among 64 terminals, as in the paper's Fig. 7. */
const clusteredServers = { servers: 8, serverMapping: { kind: "consecutive", first: 56 } };
const distributedServers = { servers: 8, serverMapping: { kind: "strided", stride: 8 } };
const serverTerminals = { clustered: allTerminals.slice(56), distributed: allTerminals.filter((t) => t % 8 === 0) };

function valuesOf(kind: string, document: Values): never {
  const issues: ValidationIssue[] = [];
  const values = readParams(allWorkloads.get(kind).params, document, "workload", issues);
  expect(issues).toEqual([]);
  return values as never;
}

function demandOf(kind: string, document: Values): OpenLoop {
  const values = valuesOf(kind, document);
  expect(
    allWorkloads
      .get(kind)
      .check(values, factsOf(tree) as TopologyFacts, { engine: virtualCutThrough.engine, cycleSeconds: null, measuredTo: 12000 }),
  ).toEqual([]);
  const demand = allWorkloads.get(kind).compile(values, { network, packetBytes: 64, seed: 1 });
  if (demand.form !== "open-loop") throw new Error("expected open-loop traffic");
  return demand;
}

const issuesOf = (kind: string, document: Values) =>
  allWorkloads.get(kind).check(valuesOf(kind, document), factsOf(tree) as TopologyFacts, {
    engine: virtualCutThrough.engine,
    cycleSeconds: null,
    measuredTo: 12000,
  });

const sendersOf = ({ isSending }: OpenLoop) => allTerminals.filter((t) => isSending[t] === 1);
const sum = (numbers: Iterable<number>) => [...numbers].reduce((a, b) => a + b, 0);

it("writes nothing where the share of writes is too small for a load", () => {
  for (const writes of [5e-324, 5e-322, 1e-308]) {
    const demand = demandOf("io", { ...clusteredServers, writes, load: 0.1 });
    expect(demand.streams.length).toBe(1);
    expect(sendersOf(demand)).toEqual(serverTerminals.clustered);
  }
});

describe.each([
  ["clustered", clusteredServers],
  ["distributed", distributedServers],
] as const)("servers that are %s", (placement, where) => {
  const servers = serverTerminals[placement];

  describe.each(["shared", "dedicated"] as const)("and %s", (application) => {
    const clients = application === "shared" ? allTerminals : allTerminals.filter((t) => !servers.includes(t));

    it.each(["random", "deterministic"] as const)("are used as is said, with %s access", (access) => {
      /** Probability that a client uses a server, computed plainly. */
      const uses = (client: number, server: number) => {
        if (!clients.includes(client) || !servers.includes(server)) return 0;
        const others = servers.filter((each) => each !== client);
        if (access === "random") return others.includes(server) ? 1 / others.length : 0;
        const own = servers[clients.indexOf(client) % 8];
        return (own === client ? servers[(servers.indexOf(own) + 1) % 8] : own) === server ? 1 : 0;
      };
      for (const writes of [0, 0.25, 1]) {
        const demand = demandOf("io", { ...where, application, access, writes, load: 0.4, size: { kind: "exponential", mean: "200 B" } });
        const rate = (from: number, to: number) => 0.4 * (writes * uses(from, to) + (1 - writes) * uses(to, from));
        for (const from of allTerminals) {
          const rates = allTerminals.map((to) => rate(from, to));
          const total = sum(rates);
          expect(demand.loadOf[from]).toBeCloseTo(total, 12);
          expect(demand.isSending[from]).toBe(total > 0 ? 1 : 0);
          for (const to of allTerminals)
            expect(demand.share(from, to)).toBeCloseTo(total > 0 ? rates[to] / total : from === to ? 1 : 0, 12);
        }
        // The total load equals the load of the clients, whether servers or clients send it.
        expect(sum(demand.loadOf)).toBeCloseTo(0.4 * clients.length, 9);
        expect(demand.load).toBe(0.4);
        expect(demand.clients ?? sendersOf(demand).length).toBe(clients.length);
        if (application === "dedicated" && writes === 1) expect(sendersOf(demand).some((t) => servers.includes(t))).toBe(false);
        if (writes === 0) expect(sendersOf(demand)).toEqual(servers);
        expect(demand.isPermutation).toBe(writes === 1 && access === "deterministic");
      }
    });

    it.each(["random", "deterministic"] as const)("are drawn as often as their share, with %s access", (access) => {
      const demand = demandOf("io", { ...where, application, access, writes: 0.5 });
      const draws = 20_000;
      for (const { destination, share, isSending } of [demand, ...demand.streams]) {
        for (const from of [0, 1, 8, 17, 56, 57, 63]) {
          if (isSending[from] === 0) continue;
          const counts = new Float64Array(64);
          for (let i = 0; i < draws; i++) counts[destination(from, mix(3, from, i))]++;
          for (const to of allTerminals) {
            const p = share(from, to);
            if (p === 0) expect(counts[to]).toBe(0);
            else expect(Math.abs(counts[to] / draws - p)).toBeLessThan(5 * Math.sqrt((p * (1 - p)) / draws) + 1e-9);
          }
        }
      }
    });

    it("create the load asked for, by either process", () => {
      for (const process of ["exponential", "uniform"]) {
        const demand = demandOf("io", { ...where, application, process, writes: 0.5, load: 0.4 });
        const source = startSource(demand, 64, 16, 5);
        const cycles = 40_000;
        const created = sum(allTerminals.map((t) => source.countCreated(t, 0, cycles))) * 16;
        const expectedPhits = 0.4 * clients.length * cycles;
        // Packets of 16 phits. The creation times vary no more than those of a Poisson process.
        expect(Math.abs(created - expectedPhits)).toBeLessThan(4 * Math.sqrt(expectedPhits * 16));
      }
    });
  });
});

describe("by hand", () => {
  it("a client on a server uses the others", () => {
    const random = demandOf("io", { ...clusteredServers });
    expect([random.share(0, 56), random.share(57, 56), random.share(57, 57)]).toEqual([1 / 8, 1 / 7, 0]);
    const fixed = demandOf("io", { ...clusteredServers, access: "deterministic" });
    expect([0, 7, 8, 55, 56, 57, 63].map((t) => fixed.destination(t, 0))).toEqual([56, 63, 56, 63, 57, 58, 56]);
    const strided = demandOf("io", { ...distributedServers, access: "deterministic" });
    expect([0, 1, 8, 9, 63].map((t) => strided.destination(t, 0))).toEqual([8, 8, 0, 8, 56]);
    // Clients skip dedicated servers: client 7 is on terminal 9.
    const dedicated = demandOf("io", { ...distributedServers, access: "deterministic", application: "dedicated" });
    expect([1, 7, 9, 10].map((t) => dedicated.destination(t, 0))).toEqual([0, 48, 56, 0]);
  });

  it("what a terminal writes and what it is asked for add up", () => {
    const demand = demandOf("io", { ...clusteredServers, writes: 0.5, load: 0.3 });
    // 56 clients request an eighth of their reads from server 0, and seven others a seventh: together the reads of eight clients.
    expect(demand.loadOf[56]).toBeCloseTo(0.15 + 8 * 0.15, 12);
    expect(demand.share(56, 0)).toBeCloseTo((8 * 0.15) / 64 / 1.35, 12);
    expect(demand.share(56, 57)).toBeCloseTo((0.15 / 7 + (8 * 0.15) / 56) / 1.35, 12);
    expect(demand.streams.length).toBe(2);
  });

  it("a single hot spot has as many writers as are named, and none beside it gets more than its part", () => {
    for (const writers of [1, 4, 63]) {
      const workload = { kind: "io", servers: 1, serverMapping: "consecutive", application: "dedicated", ranks: writers, load: 1 };
      const { plan } = compile(readScenario({ topology: { kind: "k-ary-n-tree", k: 4, n: 3 }, workload }));
      const demand = plan.demand as OpenLoop;
      expect(sendersOf(demand)).toEqual(allTerminals.slice(1, writers + 1));
      expect(allTerminals.slice(1, writers + 1).every((t) => demand.share(t, 0) === 1)).toBe(true);
      expect(analyzeChannelLoads(plan).bound).toBeCloseTo(1 / writers, 12);
    }
  });

  it("the busiest channels are those of the servers", () => {
    const bound = (workload: Values) =>
      analyzeChannelLoads(
        compile(readScenario({ topology: { kind: "k-ary-n-tree", k: 4, n: 3 }, workload: { kind: "io", ...workload } })).plan,
      ).bound;
    // There are seven clients per server. With half of the traffic read, each direction carries half of the load.
    expect(bound({ ...distributedServers, application: "dedicated" })).toBeCloseTo(1 / 7, 9);
    expect(bound({ ...distributedServers, application: "dedicated", writes: 0.5 })).toBeCloseTo(1 / 3.5, 9);
    // With shared servers there are eight clients per server. Terminal 0 is its own server, so it uses the next one, which then has nine
    // clients.
    expect(bound({ ...clusteredServers, access: "deterministic", writes: 0 })).toBeCloseTo(1 / 8, 9);
    expect(bound({ ...distributedServers, access: "deterministic", writes: 0 })).toBeCloseTo(1 / 9, 9);
  });
});

describe("combined traffic (Fig. 8)", () => {
  const compute = (first: number, ranks: number) => ({
    ranks,
    mapping: { kind: "consecutive", first },
    load: 0.5,
    size: { kind: "fixed", bytes: "1 KiB" },
  });
  const writing = (first: number, ranks: number, where: Values, application: string, more: Values = {}) => ({
    ranks,
    mapping: { kind: "consecutive", first },
    ...where,
    application,
    load: 0.3,
    ...more,
  });
  const between = (from: number, to: number) => allTerminals.slice(from, to);
  const apart = (terminals: readonly number[]) => terminals.filter((t) => t % 8 !== 0);

  it.each([
    ["1c shared", compute(0, 32), writing(32, 32, clusteredServers, "shared"), between(0, 32), between(32, 64), serverTerminals.clustered],
    ["1i shared", compute(32, 32), writing(0, 32, clusteredServers, "shared"), between(32, 64), between(0, 32), serverTerminals.clustered],
    [
      "distributed shared",
      compute(0, 32),
      writing(32, 32, distributedServers, "shared"),
      between(0, 32),
      between(32, 64),
      serverTerminals.distributed,
    ],
    [
      "1c dedicated",
      compute(0, 28),
      writing(28, 28, clusteredServers, "dedicated"),
      between(0, 28),
      between(28, 56),
      serverTerminals.clustered,
    ],
    [
      "1i dedicated",
      compute(28, 28),
      writing(0, 28, clusteredServers, "dedicated"),
      between(28, 56),
      between(0, 28),
      serverTerminals.clustered,
    ],
    [
      "distributed dedicated",
      compute(0, 28),
      writing(32, 28, distributedServers, "dedicated"),
      apart(between(0, 32)),
      apart(between(32, 64)),
      serverTerminals.distributed,
    ],
  ])("%s: each job on its own terminals, the servers anywhere", (_, job, io, ranks, clients, servers) => {
    expect([ranks.length, clients.length]).toEqual([job.ranks, io.ranks]);
    const demand = demandOf("jobs", { jobs: [job], io: [io] });
    expect(sendersOf(demand)).toEqual([...ranks, ...clients].toSorted((a, b) => a - b));
    for (const from of ranks) {
      expect(demand.loadOf[from]).toBe(0.5);
      for (const to of allTerminals)
        expect(demand.share(from, to)).toBeCloseTo(ranks.includes(to) && from !== to ? 1 / (ranks.length - 1) : 0, 12);
    }
    for (const from of clients) {
      const used = servers.filter((server) => server !== from);
      expect(demand.loadOf[from]).toBe(0.3);
      for (const to of allTerminals) expect(demand.share(from, to)).toBeCloseTo(used.includes(to) ? 1 / used.length : 0, 12);
    }
    const terminals = allWorkloads.get("jobs").terminals?.(valuesOf("jobs", { jobs: [job], io: [io] }), network) ?? [];
    expect(Array.from(terminals).toSorted((a, b) => a - b)).toEqual(
      [...new Set([...ranks, ...clients, ...servers])].toSorted((a, b) => a - b),
    );
  });

  it("a rank whose terminal serves keeps the sizes and times of its messages", () => {
    const size = { kind: "fixed", bytes: "320 B" };
    const io = writing(0, 32, clusteredServers, "shared", { writes: 0.5, size });
    const demand = demandOf("jobs", { jobs: [{ ...compute(32, 32), process: "constant" }], io: [io] });
    const alone = demandOf("jobs", { jobs: [{ ...compute(32, 32), process: "constant" }] });
    expect(demand.loadOf[60]).toBeCloseTo(0.5 + 0.15 * 4, 12);
    const source = startSource(demand, 64, 16, 1);
    const without = startSource(alone, 64, 16, 1);
    let served = 0;
    for (; source.createdAt[60] < 50_000; source.advance(60)) {
      if (source.destination[60] < 32) {
        expect(source.packets[60]).toBe(5);
        served++;
        continue;
      }
      expect([source.createdAt[60], source.destination[60], source.packets[60]]).toEqual([
        without.createdAt[60],
        without.destination[60],
        16,
      ]);
      without.advance(60);
    }
    expect(without.createdAt[60]).toBeGreaterThanOrEqual(50_000);
    // 0.6 phits per cycle in messages of 80 phits.
    expect(Math.abs(served - 375)).toBeLessThan(4 * Math.sqrt(375));
  });

  it("says which jobs meet, and which servers leave no place", () => {
    expect(issuesOf("jobs", { jobs: [compute(0, 32)], io: [writing(31, 8, clusteredServers, "shared")] })).toMatchObject([
      { path: "io.0.mapping", message: "terminal 31 would belong to jobs 1 and 2; expected one job per terminal." },
    ]);
    // Dedicated servers displace the ranks: the 32 ranks of the compute job take the terminals up to 35.
    expect(issuesOf("jobs", { jobs: [compute(0, 32)], io: [writing(32, 8, distributedServers, "dedicated")] })[0].path).toBe(
      "io.0.mapping",
    );
    expect(issuesOf("jobs", { jobs: [compute(0, 60)], io: [writing(0, 2, distributedServers, "dedicated")] })).toEqual([
      {
        path: "jobs.0.ranks",
        message: "60 ranks do not fit; the mapping has 56 places besides the dedicated servers.",
        remedy: "Use 56 or less.",
        nearest: 56,
      },
    ]);
  });
});

describe("a terminal of several streams", () => {
  const demand = demandOf("io", { ...clusteredServers, writes: 0.4, load: 1, size: { kind: "bimodal", small: "4 B", large: "200 B" } });

  it("counts what it will create, without a change", () => {
    const source = startSource(demand, 64, 4, 3);
    for (const terminal of [3, 56, 60]) {
      for (let i = 0; i < 3; i++) source.advance(terminal);
      const counted = [0, 100, 250, 600].map((until) => source.countCreated(terminal, 50, until));
      const again = startSource(demand, 64, 4, 3);
      for (let i = 0; i < 3; i++) again.advance(terminal);
      const expected = [0, 0, 0, 0];
      for (; again.createdAt[terminal] < 600; again.advance(terminal)) {
        for (const [i, until] of [0, 100, 250, 600].entries())
          if (again.createdAt[terminal] >= 50 && again.createdAt[terminal] < until) expected[i] += again.packets[terminal];
      }
      expect(counted).toEqual(expected);
      expect(expected[3]).toBeGreaterThan(10);
    }
  });

  it("keeps of each stream what can arrive", () => {
    // Only the upper half of the network is connected. Its servers still write to each other, and read for no client in the lower half.
    const parted = withoutUnreachable(demand, (from, to) => from < 32 === to < 32) as OpenLoop;
    expect(sendersOf(parted)).toEqual(allTerminals.slice(32));
    expect(parted.streams.length).toBe(2);
    for (const from of allTerminals.slice(32)) {
      expect(sum(allTerminals.map((to) => parted.share(from, to)))).toBeCloseTo(1, 12);
      for (const to of allTerminals) {
        if (to === from) continue;
        expect(parted.share(from, to)).toBeCloseTo(to < 32 ? 0 : demand.share(from, to), 12);
      }
    }
    // The requests of the 32 clients in the lower half, out of 64, are lost.
    expect(parted.lost).toBeCloseTo(0.5, 12);
  });
});

describe("what cannot be", () => {
  it.each([
    [{ servers: 65 }, "servers", "65 servers do not fit; the mapping has 64 places.", 64],
    [{ servers: 9, serverMapping: { kind: "consecutive", first: 56 } }, "servers", "9 servers do not fit; the mapping has 8 places.", 8],
    [{ serverMapping: { kind: "strided", stride: 65 } }, "serverMapping.stride", /larger than the number of terminals/, 64],
    [
      { ...clusteredServers, ranks: 57, application: "dedicated" },
      "ranks",
      /^57 clients do not fit; the mapping has 56 places besides/,
      56,
    ],
    [{ ranks: 65 }, "ranks", "65 clients do not fit; the mapping has 64 places.", 64],
    [{ servers: 64, application: "dedicated" }, "mapping", /no place for a client besides the dedicated servers/, undefined],
    [{ servers: 1, serverMapping: "consecutive", ranks: 1 }, "ranks", /the only client runs on the only server/, undefined],
    [{ size: { kind: "uniform", min: "2 KiB", max: "1 KiB" } }, "size.max", /./, undefined],
  ])("%j is refused with its place and what to do", (document, path, message, nearest) => {
    const [issue] = issuesOf("io", document as Values);
    expect(issue.path).toBe(path);
    if (typeof message === "string") expect(issue.message).toBe(message);
    else expect(issue.message).toMatch(message);
    if (nearest !== undefined) expect(issue.nearest).toBe(nearest);
    expect(issue.remedy).toMatch(/\.$/);
  });
});

it("loads are given for each client where servers send on their behalf", () => {
  const workload = { kind: "io", ...distributedServers, application: "dedicated", writes: 0, load: 0.1 };
  const scenario = readScenario({ topology: { kind: "k-ary-n-tree", k: 4, n: 3 }, workload, run: { window: 4000 } });
  const results = run(scenario);
  expect([results.sending, results.clients]).toEqual([8, 56]);
  expect(Math.abs(results.offeredPerSender / 0.1 - 1)).toBeLessThan(0.1);
  expect(results.acceptedPerSender / results.offeredPerSender).toBeGreaterThan(0.97);
  expect(results.offered).toBeCloseTo((results.offeredPerSender * 56) / 64, 12);
});
