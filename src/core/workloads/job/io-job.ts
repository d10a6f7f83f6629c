/**
 * An I/O job: clients, and the servers from which they read and to which they write. The `io` workload has one, the `jobs` workload
 * several.
 */
import type { ValidationIssue } from "../../base/errors.ts";
import { choice, integer, kindChoice, number, type Params, type ValuesOf } from "../../base/params.ts";
import { uniformBelow } from "../../base/random.ts";
import type { MappingNetwork, NetworkOutline } from "../../mappings/contract.ts";
import { mappings } from "../../mappings/registry.ts";
import type { DemandContext } from "../../plan/demand.ts";
import {
  checkPlacement,
  checkMessageSize,
  groundOfMapping,
  injectionOfJob,
  jobParams,
  type ReservedTerminals,
  injectionProcesses,
  terminalsOfJob,
} from "./job.ts";
import type { JobTimes } from "./several-jobs.ts";
import type { TrafficPart } from "./traffic-part.ts";

/** The parameters of an I/O job. `ranks` and `mapping` are those of its clients. (Petrini et al., QsNET, §4.6) */
export const ioParams = {
  load: number({
    ...jobParams.load,
    help: "Phits per cycle that each client writes and reads in total, in whole packets; 1 is the capacity of a channel.",
    default: 0.3,
  }),
  writes: number({
    title: "Share of writes",
    help: "Fraction of transactions that are writes, from 0 for reads only to 1. A write is a message to a server; a read is a message from it. Read requests are not simulated.",
    min: 0,
    max: 1,
    step: 0.05,
    default: 1,
  }),
  process: choice({
    title: "Inter-arrival times",
    help: "When a client starts transactions. The mean interval is the phits of a mean message divided by the load; reads of several clients merge at a server into one process of this kind.",
    choices: [injectionProcesses.exponential, injectionProcesses.uniform],
    default: "exponential",
  }),
  size: kindChoice(jobParams.size.registry, {
    title: "Message size",
    help: "Bytes of one write or read; the message is divided into whole packets, which are created together.",
    default: "single",
  }),
  access: choice({
    title: "Access",
    help: "Which server a client uses. A client on the terminal of a server uses only the other servers, because local data does not cross the network.",
    choices: [
      { id: "random", title: "random", help: "A random server for every transaction, with equal probability." },
      {
        id: "deterministic",
        title: "deterministic",
        help: "Always the same server: client i uses server i modulo the number of servers, or the next one if it runs on the terminal of that server.",
      },
    ],
    default: "random",
  }),
  application: choice({
    title: "Application mapping",
    help: "Whether other jobs run on the terminals of servers.",
    choices: [
      {
        id: "shared",
        title: "shared",
        help: "Clients and ranks of other jobs may run on the terminals of servers.",
      },
      { id: "dedicated", title: "dedicated", help: "Servers have their own terminals: the mappings of all jobs skip them." },
    ],
    default: "shared",
  }),
  ranks: integer({
    ...jobParams.ranks,
    title: "Clients",
    word: "# clients|# client",
    zero: "all clients",
    help: "Number of terminals that read and write. 0: as many as the mapping allows.",
    unit: "clients",
  }),
  mapping: kindChoice(mappings, { title: "Mapping of the clients", help: "Which terminal each client runs on.", default: "consecutive" }),
  servers: integer({
    title: "Servers",
    word: "# servers|# server",
    help: "Number of terminals that store data for the clients.",
    unit: "servers",
    min: 1,
    max: 65536,
    default: 2,
  }),
  serverMapping: kindChoice(mappings, {
    title: "Mapping of the servers",
    word: "servers #",
    help: "Which terminal each server runs on: consecutive servers are clustered, strided ones distributed.",
    default: "strided",
  }),
} satisfies Params;

/** The parameter values of an I/O job. */
export type IoJob = ValuesOf<typeof ioParams>;

/**
 * Issues with an I/O job (clients that write to and read from servers) on a network, with paths relative to the job: a placement that does
 * not fit, the only client on the only server, or an invalid message size. The servers must have been checked before.
 * @param site the network as far as it is known before it is built
 * @param reserved terminals that jobs may not use, because they are dedicated servers; null if known only for the built network
 */
export function checkIoJob(job: IoJob, site: NetworkOutline, reserved: ReservedTerminals | null): readonly ValidationIssue[] {
  const placementIssues = checkPlacement(job, site, reserved ?? undefined, "client");
  if (placementIssues.length > 0) return placementIssues;
  const [clientGround, serverGround] = [groundOfMapping(job.mapping, site), groundOfMapping(job.serverMapping, site)];
  if (job.servers === 1 && reserved !== null && clientGround !== null && serverGround !== null) {
    const clients = terminalsOfJob(job, clientGround, reserved);
    const [server] = serverTerminals(job, serverGround);
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
  return checkMessageSize(job.size);
}

/** Issues with the placement of the servers. */
export function checkServers({ servers, serverMapping }: IoJob, site: NetworkOutline): readonly ValidationIssue[] {
  return checkPlacement({ ranks: servers, mapping: serverMapping }, site, undefined, "server").map((issue) => ({
    ...issue,
    path: issue.path.replace("ranks", "servers").replace("mapping", "serverMapping"),
  }));
}

/** [S] The terminals of the servers. */
export function serverTerminals({ servers, serverMapping }: IoJob, ground: MappingNetwork): Int32Array {
  return terminalsOfJob({ ranks: servers, mapping: serverMapping }, ground);
}

/** Reserved terminals: dedicated servers. Null if known only for the built network. The servers must have been checked before. */
export function dedicatedServers(
  jobs: readonly IoJob[],
  site: Pick<NetworkOutline, "terminals" | "axes" | "present">,
): ReservedTerminals | null {
  const reserved = new Set<number>();
  for (const job of jobs) {
    if (job.application === "shared") continue;
    const ground = groundOfMapping(job.serverMapping, site);
    if (ground === null) return null;
    for (const server of serverTerminals(job, ground)) reserved.add(server);
  }
  return reserved;
}

/** A smaller load counts as 0, because its product with a probability would lose digits. It is the smallest number with full precision. */
const minLoad = Number.MIN_VALUE / Number.EPSILON;

/**
 * The traffic of an I/O job: writes, which its clients send, and reads, which its servers send, each null if there are none; and `clients`,
 * the number of clients that have a server. Below, i is the index of a client, j the index of a server, and `usedIndex` an index into the
 * servers that have clients. A drawn server is −1 if the client has none.
 */
export function trafficOfIoJob(
  job: IoJob & Partial<JobTimes>,
  { network, packetBytes }: Pick<DemandContext, "network" | "packetBytes">,
  reserved: ReservedTerminals,
): { readonly clients: number; readonly writes: TrafficPart | null; readonly reads: TrafficPart | null } {
  const clients = terminalsOfJob(job, network, reserved);
  const servers = serverTerminals(job, network);
  const { probability, drawServer, expectedClients, drawReader } = (job.access === "random" ? randomAccess : fixedAccess)(clients, servers);
  // Indices of terminals among the clients and the servers, and the servers with a client.
  const clientIndex = indexByValue(clients);
  const serverIndex = indexByValue(servers);
  const injection = injectionOfJob(job, packetBytes);
  const usedServers = Int32Array.from(servers.keys()).filter((j) => expectedClients[j] > 0);
  // Servers with the same expected number of clients share an injection.
  const distinctClientCounts = [...new Set(Array.from(usedServers, (j) => expectedClients[j]))];
  const [writeLoad, readLoad] = [job.load * job.writes, job.load * (1 - job.writes)];
  return {
    clients: clients.filter((_, i) => drawServer(i, 0) >= 0).length,
    writes:
      writeLoad < minLoad
        ? null
        : {
            terminals: clients,
            injections: [{ ...injection, load: writeLoad }],
            injectionOf: () => 0,
            destination: (i, draw) => servers[drawServer(i, draw)] ?? clients[i],
            share(i, terminal) {
              const j = serverIndex.get(terminal);
              if (terminal === clients[i]) return drawServer(i, 0) < 0 ? 1 : 0;
              return j === undefined ? 0 : probability(i, j);
            },
            isPermutation: job.access === "deterministic",
          },
    reads:
      readLoad < minLoad || usedServers.length === 0
        ? null
        : {
            terminals: usedServers.map((j) => servers[j]),
            injections: distinctClientCounts.map((clientCount) => ({ ...injection, load: readLoad * clientCount })),
            injectionOf: (usedIndex) => distinctClientCounts.indexOf(expectedClients[usedServers[usedIndex]]),
            destination: (usedIndex, draw) => clients[drawReader(usedServers[usedIndex], draw)],
            share(usedIndex, terminal) {
              const i = clientIndex.get(terminal);
              return i === undefined ? 0 : probability(i, usedServers[usedIndex]) / expectedClients[usedServers[usedIndex]];
            },
            isPermutation: false,
          },
  };
}

/** The servers that clients use. Clients and servers are given by index. */
interface ServerAccess {
  /** Probability that client i uses server j. */
  readonly probability: (i: number, j: number) => number;
  /** The server of a client's next transaction, from a fresh 32-bit draw; −1 if the client has none. */
  readonly drawServer: (i: number, draw: number) => number;
  /** [S] Expected number of clients that use each server. */
  readonly expectedClients: Float64Array;
  /**
   * The client that receives a server's next message, from a fresh 32-bit draw, weighted by the probabilities. Only for servers with
   * clients.
   */
  readonly drawReader: (j: number, draw: number) => number;
}

/**
 * Clients that use any server with equal probability, except for one on the client's own terminal. A client on the terminal of server j
 * therefore has only the other servers. A reader (the client that receives a server's message) is drawn in proportion to these
 * probabilities: first the remote clients, whose terminals are no servers, then the colocated clients.
 * @param clients, servers terminals of the clients and of the S servers
 */
function randomAccess(clients: Int32Array, servers: Int32Array): ServerAccess {
  const serverCount = servers.length;
  const { ownServer, clientOn } = colocation(clients, servers);
  const remoteClients = Int32Array.from(ownServer.keys()).filter((i) => ownServer[i] < 0);
  const colocatedClients = Int32Array.from(ownServer.keys()).filter((i) => ownServer[i] >= 0);
  const colocatedIndex = indexByValue(colocatedClients);
  /** Expected clients of a server: those whose terminal is no server, and those whose terminal is another server. */
  const expectedRemote = remoteClients.length / serverCount;
  const expectedColocated = (j: number) =>
    serverCount === 1 ? 0 : (colocatedClients.length - (clientOn[j] < 0 ? 0 : 1)) / (serverCount - 1);
  return {
    probability(i, j) {
      if (ownServer[i] < 0) return 1 / serverCount;
      return ownServer[i] === j ? 0 : 1 / (serverCount - 1);
    },
    drawServer(i, draw) {
      if (ownServer[i] < 0) return uniformBelow(draw, serverCount);
      if (serverCount === 1) return -1;
      const j = uniformBelow(draw, serverCount - 1);
      return j >= ownServer[i] ? j + 1 : j;
    },
    expectedClients: Float64Array.from(servers, (_, j) => expectedRemote + expectedColocated(j)),
    drawReader(j, draw) {
      // The draw selects a point in a row of weights: 1 / S of each remote client, then 1 / (S − 1) of each colocated one not on server j.
      const drawnWeight = (draw / 4294967296) * (expectedRemote + expectedColocated(j));
      if (drawnWeight < expectedRemote || expectedColocated(j) === 0)
        return remoteClients[Math.min(remoteClients.length - 1, Math.floor(drawnWeight * serverCount))];
      const skippedIndex = clientOn[j] < 0 ? Infinity : colocatedIndex.get(clientOn[j])!;
      const count = colocatedClients.length - (skippedIndex === Infinity ? 0 : 1);
      const index = Math.min(count - 1, Math.floor((drawnWeight - expectedRemote) * (serverCount - 1)));
      return colocatedClients[index >= skippedIndex ? index + 1 : index];
    },
  };
}

/** Client i uses server i modulo the number of servers, or the next one if server i runs on its own terminal. */
function fixedAccess(clients: Int32Array, servers: Int32Array): ServerAccess {
  const S = servers.length;
  const { ownServer } = colocation(clients, servers);
  const serverOf = Int32Array.from(ownServer, (ownServerOfClient, i) => {
    if (ownServerOfClient !== i % S) return i % S;
    return S === 1 ? -1 : (i + 1) % S;
  });
  const readers: number[][] = Array.from({ length: S }, () => []);
  serverOf.forEach((j, i) => j >= 0 && readers[j].push(i));
  return {
    probability: (i, j) => (serverOf[i] === j ? 1 : 0),
    drawServer: (i) => serverOf[i],
    expectedClients: Float64Array.from(readers, ({ length }) => length),
    drawReader: (j, draw) => readers[j][uniformBelow(draw, readers[j].length)],
  };
}

/** [C] The server on the terminal of each client, [S] the client on the terminal of each server; −1 for none. */
function colocation(clients: Int32Array, servers: Int32Array) {
  const [clientIndex, serverIndex] = [indexByValue(clients), indexByValue(servers)];
  return {
    ownServer: Int32Array.from(clients, (terminal) => serverIndex.get(terminal) ?? -1),
    clientOn: Int32Array.from(servers, (terminal) => clientIndex.get(terminal) ?? -1),
  };
}

/** The index of each number in a list. */
function indexByValue(list: Int32Array): ReadonlyMap<number, number> {
  return new Map(Array.from(list, (value, i) => [value, i]));
}
