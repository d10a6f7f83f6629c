import { ScenarioError } from "../base/errors.ts";
import type { NetworkOutline } from "../mappings/contract.ts";
import { openLoopOf } from "../traffic/open-loop.ts";
import { defineWorkload } from "./contract.ts";
import { checkIoJob, checkServers, dedicatedServers, type IoJob, ioParams, trafficOfIoJob, serverTerminals } from "./job/io-job.ts";
import { terminalsOfJob, prefixPaths } from "./job/job.ts";
import { streamOfParts } from "./job/traffic-part.ts";

export const io = defineWorkload({
  id: "io",
  title: "I/O traffic",
  article: "",
  group: "Independent packets",
  summary: "Clients write to servers and read from them; each server is a hot spot.",
  source: "Petrini et al. (QsNET), §4.5, §4.6",
  params: ioParams,
  phrase: "{title} of {ranks} to {servers} with {serverMapping}, {access} and {application}, at {load}",
  examples: [
    { servers: 4, serverMapping: { kind: "strided", stride: 4 }, application: "dedicated" },
    { servers: 1, serverMapping: "consecutive", application: "dedicated", load: 0.5 },
    { application: "dedicated", writes: 0.5 },
    { access: "deterministic", writes: 0.5, load: 1, process: "uniform", size: { kind: "exponential", mean: "200 B" } },
    { ranks: 3, servers: 3, serverMapping: { kind: "consecutive", first: 2 }, writes: 0 },
  ],
  isEndless: true,
  check: checkIo,
  visits: (_, { terminals }) => 2 * terminals,
  terminals: (job, network) => [
    ...new Set([...terminalsOfJob(job, network, dedicatedServers([job], network) ?? undefined), ...serverTerminals(job, network)]),
  ],
  /** @throws ScenarioError if, on the built network, the clients do not fit next to the servers */
  compile(job, context) {
    const issues = checkIo(job, context.network);
    if (issues.length > 0) throw new ScenarioError(prefixPaths("workload", issues));
    const { clients, writes, reads } = trafficOfIoJob(job, context, dedicatedServers([job], context.network) ?? new Set());
    const parts = [writes, reads].filter((part) => part !== null);
    const streams = parts.map((part) => streamOfParts([part], context.network.terminals));
    return { ...openLoopOf(streams, { clients, load: job.load }), isDivided: true };
  },
});

function checkIo(job: IoJob, site: NetworkOutline) {
  const serverIssues = checkServers(job, site);
  return serverIssues.length > 0 ? serverIssues : checkIoJob(job, site, dedicatedServers([job], site));
}
