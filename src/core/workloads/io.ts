import { ScenarioError } from "../base/errors.ts";
import type { Site } from "../mappings/contract.ts";
import { openLoopOf } from "../traffic/open-loop.ts";
import { workload } from "./contract.ts";
import { checkIoJob, checkServers, dedicatedTo, type IoJob, ioParams, partsOfIoJob, serversOf } from "./job/io-job.ts";
import { terminalsOf, under } from "./job/job.ts";
import { streamOf } from "./job/part.ts";

export const io = workload({
  id: "io",
  title: "I/O traffic",
  article: "",
  group: "Independent packets",
  summary: "Clients write to servers and read from them: one hot spot, or several.",
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
  endless: true,
  check,
  visits: (_, { terminals }) => 2 * terminals,
  terminals: (job, ground) => [
    ...new Set([...terminalsOf(job, ground, dedicatedTo([job], ground) ?? undefined), ...serversOf(job, ground)]),
  ],
  /** @throws ScenarioError if, on the built network, the clients do not fit next to the servers */
  compile(job, context) {
    const issues = check(job, context.network);
    if (issues.length > 0) throw new ScenarioError(under("workload", issues));
    const { clients, writes, reads } = partsOfIoJob(job, context, dedicatedTo([job], context.network) ?? new Set());
    const parts = [writes, reads].filter((part) => part !== null);
    const streams = parts.map((part) => streamOf([part], context.network.terminals));
    return { ...openLoopOf(streams, { clients, load: job.load }), isDivided: true };
  },
});

function check(job: IoJob, site: Site) {
  const unserved = checkServers(job, site);
  return unserved.length > 0 ? unserved : checkIoJob(job, site, dedicatedTo([job], site));
}
