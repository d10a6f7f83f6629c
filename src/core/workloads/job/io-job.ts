/**
 * An I/O job: clients, and the servers from which they read and to which they write. The `io` workload has one, the `jobs` workload
 * several.
 */
import type { ValidationIssue } from "../../base/errors.ts";
import { choice, integer, kindOf, number, type Params, type ValuesOf } from "../../base/params.ts";
import { below } from "../../base/random.ts";
import type { Ground, Site } from "../../mappings/contract.ts";
import { mappings } from "../../mappings/shelf.ts";
import type { DemandContext } from "../../plan/demand.ts";
import { checkPlaces, checkSize, groundFor, injectionOf, jobParams, type Kept, processes, terminalsOf } from "./job.ts";
import type { Times } from "./many.ts";
import type { Part } from "./part.ts";

/** The parameters of an I/O job. `ranks` and `mapping` are those of its clients. (Petrini et al., QsNET, §4.6) */
export const ioParams = {
  load: number({
    ...jobParams.load,
    help: "Phits that each client writes and reads together per cycle, in whole packets; 1 is the capacity of a channel.",
    default: 0.3,
  }),
  writes: number({
    title: "Share of writes",
    help: "Fraction of transactions that are writes, from 0 for reads only to 1. A write is a message to a server; a read is one from it. Requests for reads cost nothing here.",
    min: 0,
    max: 1,
    step: 0.05,
    default: 1,
  }),
  process: choice({
    title: "Inter-arrival times",
    help: "When a client starts transactions. The mean interval is the phits of a mean message divided by the load; reads of several clients merge at a server into one process of this kind.",
    choices: [processes.exponential, processes.uniform],
    default: "exponential",
  }),
  size: kindOf(jobParams.size.registry, {
    title: "Message size",
    help: "Bytes written or read at once; a message is cut into whole packets, created together.",
    default: "single",
  }),
  access: choice({
    title: "Access",
    help: "Which server a client uses. A client on a server's terminal uses the other servers, because local data crosses no network.",
    choices: [
      { id: "random", title: "random", help: "Any server for every transaction, with equal probability." },
      {
        id: "deterministic",
        title: "deterministic",
        help: "Always the same: client i uses server i modulo their number, or the next one where it runs on that server's terminal.",
      },
    ],
    default: "random",
  }),
  application: choice({
    title: "Application mapping",
    help: "Whether jobs run on the servers, too.",
    choices: [
      {
        id: "shared",
        title: "shared",
        help: "Servers are terminals like any other: clients and ranks of other jobs may run on them, too.",
      },
      { id: "dedicated", title: "dedicated", help: "Servers only serve: the mappings of all jobs skip them." },
    ],
    default: "shared",
  }),
  ranks: integer({
    ...jobParams.ranks,
    title: "Clients",
    word: "# clients|# client",
    zero: "all clients",
    help: "Terminals that read and write. 0: as many as the mapping has places for.",
    unit: "clients",
  }),
  mapping: kindOf(mappings, { title: "Mapping of the clients", help: "Which terminal each client runs on.", default: "consecutive" }),
  servers: integer({
    title: "Servers",
    word: "# servers|# server",
    help: "Terminals that are read from and written to.",
    unit: "servers",
    min: 1,
    max: 65536,
    default: 2,
  }),
  serverMapping: kindOf(mappings, {
    title: "Mapping of the servers",
    word: "servers #",
    help: "Which terminal each server runs on: consecutive servers are clustered, strided ones distributed.",
    default: "strided",
  }),
} satisfies Params;

/** The parameter values of an I/O job. */
export type IoJob = ValuesOf<typeof ioParams>;

/**
 * Issues with the network, with paths relative to the job. The servers must have been checked before.
 * @param reserved terminals that jobs may not use; null if known only for the built network
 */
export function checkIoJob(job: IoJob, site: Site, kept: Kept | null): readonly ValidationIssue[] {
  const misplaced = checkPlaces(job, site, kept ?? undefined, "client");
  if (misplaced.length > 0) return misplaced;
  const [here, there] = [groundFor(job.mapping, site), groundFor(job.serverMapping, site)];
  if (job.servers === 1 && kept !== null && here !== null && there !== null) {
    const clients = terminalsOf(job, here, kept);
    const [server] = serversOf(job, there);
    if (clients.length === 1 && clients[0] === server) {
      return [
        {
          path: "ranks",
          message: `the only client runs on the only server, terminal ${server}, so nothing would be sent.`,
          remedy: "Add a client or a server.",
        },
      ];
    }
  }
  return checkSize(job.size);
}

/** Issues with the placement of the servers. */
export function checkServers({ servers, serverMapping }: IoJob, site: Site): readonly ValidationIssue[] {
  return checkPlaces({ ranks: servers, mapping: serverMapping }, site, undefined, "server").map((issue) => ({
    ...issue,
    path: issue.path.replace("ranks", "servers").replace("mapping", "serverMapping"),
  }));
}

/** [S] The terminals of the servers. */
export function serversOf({ servers, serverMapping }: IoJob, ground: Ground): Int32Array {
  return terminalsOf({ ranks: servers, mapping: serverMapping }, ground);
}

/** Reserved terminals: dedicated servers. Null if known only for the built network. The servers must have been checked before. */
export function dedicatedTo(jobs: readonly IoJob[], site: Pick<Site, "terminals" | "axes" | "present">): Kept | null {
  const kept = new Set<number>();
  for (const job of jobs) {
    if (job.application === "shared") continue;
    const ground = groundFor(job.serverMapping, site);
    if (ground === null) return null;
    for (const server of serversOf(job, ground)) kept.add(server);
  }
  return kept;
}

/** A smaller load counts as 0, because its product with a probability would lose digits. It is the smallest number with full precision. */
const leastLoad = Number.MIN_VALUE / Number.EPSILON;

/**
 * The traffic of an I/O job: writes of its clients, and reads, which its servers send; null if there are none. And the number of clients
 * that have a server.
 */
export function partsOfIoJob(
  job: IoJob & Partial<Times>,
  { network, packetBytes }: Pick<DemandContext, "network" | "packetBytes">,
  kept: Kept,
): { readonly clients: number; readonly writes: Part | null; readonly reads: Part | null } {
  const clients = terminalsOf(job, network, kept);
  const servers = serversOf(job, network);
  const { part, server, asked, reader } = (job.access === "random" ? randomAccess : fixedAccess)(clients, servers);
  const clientAt = indexOf(clients);
  const serverAt = indexOf(servers);
  const transactions = injectionOf(job, packetBytes);
  const busy = Int32Array.from(servers.keys()).filter((j) => asked[j] > 0);
  // Servers with the same expected number of clients share an injection.
  const amounts = [...new Set(Array.from(busy, (j) => asked[j]))];
  const [written, read] = [job.load * job.writes, job.load * (1 - job.writes)];
  return {
    clients: clients.filter((_, i) => server(i, 0) >= 0).length,
    writes:
      written < leastLoad
        ? null
        : {
            terminals: clients,
            injections: [{ ...transactions, load: written }],
            injectionOf: () => 0,
            destination: (i, draw) => servers[server(i, draw)] ?? clients[i],
            share(i, terminal) {
              const j = serverAt.get(terminal);
              if (terminal === clients[i]) return server(i, 0) < 0 ? 1 : 0;
              return j === undefined ? 0 : part(i, j);
            },
            permutation: job.access === "deterministic",
          },
    reads:
      read < leastLoad || busy.length === 0
        ? null
        : {
            terminals: busy.map((j) => servers[j]),
            injections: amounts.map((amount) => ({ ...transactions, load: read * amount })),
            injectionOf: (b) => amounts.indexOf(asked[busy[b]]),
            destination: (b, draw) => clients[reader(busy[b], draw)],
            share(b, terminal) {
              const i = clientAt.get(terminal);
              return i === undefined ? 0 : part(i, busy[b]) / asked[busy[b]];
            },
            permutation: false,
          },
  };
}

/** The servers that clients use. Clients and servers are given by index. */
interface Access {
  /** Probability that client i uses server j. */
  readonly part: (i: number, j: number) => number;
  /** The server of a client's next transaction, from a fresh 32-bit draw; −1 if the client has none. */
  readonly server: (i: number, draw: number) => number;
  /** [S] Expected number of clients that use each server. */
  readonly asked: Float64Array;
  /**
   * The client that receives a server's next message, from a fresh 32-bit draw, weighted by the probabilities. Only for servers with
   * clients.
   */
  readonly reader: (j: number, draw: number) => number;
}

/** Any server with equal probability, except for one on the client's own terminal. */
function randomAccess(clients: Int32Array, servers: Int32Array): Access {
  const S = servers.length;
  const { own, clientOn } = meetings(clients, servers);
  const apart = Int32Array.from(own.keys()).filter((i) => own[i] < 0);
  const onServers = Int32Array.from(own.keys()).filter((i) => own[i] >= 0);
  const placeOn = indexOf(onServers);
  /** Expected clients of a server: those whose terminal is no server, and those whose terminal is another server. */
  const fromApart = apart.length / S;
  const fromServers = (j: number) => (S === 1 ? 0 : (onServers.length - (clientOn[j] < 0 ? 0 : 1)) / (S - 1));
  return {
    part(i, j) {
      if (own[i] < 0) return 1 / S;
      return own[i] === j ? 0 : 1 / (S - 1);
    },
    server(i, draw) {
      if (own[i] < 0) return below(draw, S);
      if (S === 1) return -1;
      const j = below(draw, S - 1);
      return j >= own[i] ? j + 1 : j;
    },
    asked: Float64Array.from(servers, (_, j) => fromApart + fromServers(j)),
    reader(j, draw) {
      const at = (draw / 4294967296) * (fromApart + fromServers(j));
      if (at < fromApart || fromServers(j) === 0) return apart[Math.min(apart.length - 1, Math.floor(at * S))];
      const skipped = clientOn[j] < 0 ? Infinity : placeOn.get(clientOn[j])!;
      const count = onServers.length - (skipped === Infinity ? 0 : 1);
      const other = Math.min(count - 1, Math.floor((at - fromApart) * (S - 1)));
      return onServers[other >= skipped ? other + 1 : other];
    },
  };
}

/** Client i uses server i modulo the number of servers, or the next one if server i runs on its own terminal. */
function fixedAccess(clients: Int32Array, servers: Int32Array): Access {
  const S = servers.length;
  const { own } = meetings(clients, servers);
  const fixed = Int32Array.from(own, (standing, i) => {
    if (standing !== i % S) return i % S;
    return S === 1 ? -1 : (i + 1) % S;
  });
  const readers: number[][] = Array.from({ length: S }, () => []);
  fixed.forEach((j, i) => j >= 0 && readers[j].push(i));
  return {
    part: (i, j) => (fixed[i] === j ? 1 : 0),
    server: (i) => fixed[i],
    asked: Float64Array.from(readers, ({ length }) => length),
    reader: (j, draw) => readers[j][below(draw, readers[j].length)],
  };
}

/** [C] The server on the terminal of each client, [S] the client on the terminal of each server; −1 for none. */
function meetings(clients: Int32Array, servers: Int32Array) {
  const [clientAt, serverAt] = [indexOf(clients), indexOf(servers)];
  return {
    own: Int32Array.from(clients, (terminal) => serverAt.get(terminal) ?? -1),
    clientOn: Int32Array.from(servers, (terminal) => clientAt.get(terminal) ?? -1),
  };
}

/** The index of each number in a list. */
function indexOf(list: Int32Array): ReadonlyMap<number, number> {
  return new Map(Array.from(list, (each, i) => [each, i]));
}
