/**
 * Imports a file that was read into a document. The imported content replaces a part of the document; everything else stays as far as it
 * fits, and each change is reported. Runs in a worker and in Node.
 */
import { refuse } from "../core/base/errors.ts";
import { type ChosenKind, defaultsOf, type IntegerParam, type Values } from "../core/base/params.ts";
import { isSameValue } from "../core/base/same.ts";
import { emptyMatrix, keptValue, largest, mostNamed, withCells } from "../core/traffic/traffic-matrix.ts";
import { writeMatrix } from "../core/traffic/traffic-matrix-text.ts";
import { sayQuantity } from "../core/base/units.ts";
import { uncapital } from "../core/base/words.ts";
import { cleanName } from "../core/network/drawing/look-text.ts";
import { flowControls, technologies, topologies } from "../core/kinds/all-kinds.ts";
import { fluid } from "../core/flow-control/fluid.ts";
import { ideal } from "../core/hosts/ideal.ts";
import { writeDrawing } from "../core/network/drawing/texts.ts";
import { sayLeftOut } from "../core/network/components.ts";
import type { Network } from "../core/network/network.ts";
import type { Recognised } from "./recognition/contract.ts";
import { consecutive } from "../core/mappings/consecutive.ts";
import { uniform } from "../core/patterns/uniform.ts";
import { matrix } from "../core/patterns/matrix.ts";
import { graphOp, type ProgramGraph } from "../core/programs/graph.ts";
import { writeProgramText } from "../core/programs/graph-text.ts";
import { channelRateOf, cycleSecondsOf } from "../core/scenario/clock.ts";
import { recognise } from "./recognition/index.ts";
import { defaultDocument, type Document } from "../core/scenario/document.ts";
import { channelClocksOf, linkIssues, type LinkRule } from "../core/scenario/links.ts";
import { paramAt, valueAt, withKind, withValue } from "../core/scenario/edits/edit-place.ts";
import { matched } from "../core/scenario/edits/match.ts";
import { factsOf, routingFor, scenarioParams, type Section } from "../core/scenario/scenario.ts";
import { ownLinks } from "../core/technologies/own-links.ts";
import { drawnId } from "../core/topologies/contract.ts";
import { messages } from "../core/workloads/messages.ts";
import { openLoop } from "../core/workloads/open-loop.ts";
import { rates } from "../core/workloads/rates.ts";
import { trace } from "../core/workloads/trace/trace.ts";
import { readValue } from "../links/text.ts";
import type { Reading, ReadNetwork, ReadProgram, ReadTraffic } from "./contract.ts";
import { endsNamed } from "./document/ends.ts";
import { fitted } from "./document/fitting.ts";
import { inFamilyOrder } from "./document/in-family-order.ts";
import { areTooLong, measuredLongEnough, placesFor } from "./document/long-links.ts";
import { isTooLongByCycles } from "./document/long-programs.ts";
import { mostTimed, programOfMessages } from "./document/timed-program.ts";
import { inNaturalOrder } from "./document/natural-order.ts";
import { drawingOfRead } from "./to-drawing.ts";
import type { TerminalRates } from "./to-rules.ts";

/** Result of an import. */
export interface Taken {
  readonly document: Document;
  /** Assumptions, losses and replaced settings, as sentences. */
  readonly said: readonly string[];
  /** The imported network, built; null if the file has no network. */
  readonly network: Network | null;
  /**
   * What the imported network was recognized as, in the numbering of the document; null without a network, or if it belongs to no known
   * family.
   */
  readonly recognised: Recognised | null;
}

/**
 * The document with the content of a file: its network becomes the topology of the first scenario, its traffic the workload. A file with a
 * network alone can run immediately, with the current traffic or uniform traffic if that does not fit, and with a suitable routing.
 * @param document the current document; null if there is none, so that replaced defaults are not reported
 * @throws ScenarioError if the content cannot be used, with a remedy
 */
export async function documentWith(document: Document | null, reading: Reading): Promise<Taken> {
  if (reading.refused !== null) refuse("", reading.refused);
  if (reading.document !== undefined) return { document: readValue(reading.document), said: [], network: null, recognised: null };
  const taking = new Taking(document ?? defaultDocument(), document !== null);
  if (reading.network !== undefined) await taking.network(reading.network);
  if (reading.traffic !== undefined) taking.traffic(reading.traffic);
  if (reading.program !== undefined) taking.program(reading.program);
  return taking.taken();
}

/** Range of link rates that a technology accepts, in bytes per second. */
const { min: slowest, max: fastest } = ownLinks.params.rate;

/** Last cycle in which a message of a list may start. */
const latest = messages.params.list.of.params.time.max;

/** Imports the parts of a file into a document, one after the other. */
class Taking {
  private readonly brought = new Set<Section>();
  private readonly said: string[] = [];
  private isDrawn = false;
  private readonly hasOwnRouting: boolean;

  private document: Document;

  /** @param isReported whether a user made the document, so that replaced settings are reported */
  constructor(
    document: Document,
    private readonly isSaid: boolean,
  ) {
    // A document without a chosen routing has the default routing of its topology.
    this.hasOwnRouting = !isSameValue(document.routing, routingFor(document.topology));
    // The old title no longer describes the document.
    this.document = { ...document, title: "" };
  }

  async taken(): Promise<Taken> {
    if (this.brought.size === 0) refuse("", "the file has neither a network nor traffic.", "Open it beside the network that it is about.");
    const fits = await this.inRealTimeIfLong(await fitted(this.document, this.brought, this.isSaid, this.hasOwnRouting, this.said));
    if (!this.isDrawn) return { document: fits, said: this.said, network: null, recognised: null };
    const { kind, values } = fits.topology;
    const network = topologies.get(kind).build(values);
    const { document, said } = measuredLongEnough(fits, network);
    return { document, said: [...this.said, ...sayLeftOut(network), ...said], network, recognised: recognisedIn(document, network) };
  }

  /** Imports a network as a drawing: topology, length of a cycle, links, and a suitable default traffic. */
  async network(read: ReadNetwork): Promise<void> {
    const { rates, said, ...drawn } = drawingOfRead(inNaturalOrder(read));
    const { drawing, links } = await inFamilyOrder(drawn);
    this.say(...said);
    this.isDrawn = true;
    const before = this.document;
    this.put("topology", { kind: drawnId, values: { ...writeDrawing(drawing) } });
    if (rates !== null) this.setRate(rates);
    else if (links.some(({ length }) => typeof length !== "number")) this.needRate("Lengths in seconds and metres");
    if (links.some(({ length }) => typeof length !== "number" && length.of === "length"))
      this.say("A metre of a link takes 5 ns, about as long as light in fibre.");
    this.putLinks(links);
    this.spreadTraffic();
    if (rates !== null && rates.least < rates.most) this.shareLoad();
    if (before.links.length > 0) this.say("What was said of the links of the network before is left out.");
  }

  /** Imports rates or messages. */
  traffic(read: ReadTraffic): void {
    const terminal = this.terminalsOf(read.names);
    if (read.is === "rates") this.rates(read, terminal);
    else this.messages(read, terminal);
  }

  /** Imports a program as a trace, on as many terminals as it has ranks. */
  program(read: ReadProgram): void {
    this.grow(read.ranks);
    this.putProgram(read);
    const { terminals } = factsOf(this.document.topology);
    if (read.ranks < terminals)
      this.say(
        `Its ranks stand on ${counted(read.ranks, "terminal")} in the middle of ${terminals.toLocaleString("en-US")}: the mapping is chosen, and may be changed.`,
      );
    if (read.host === undefined && this.document.host.kind === ideal.id)
      this.say("It does not say how fast hosts are: terminals are ideal, and a message takes no time of a rank.");
    const computes = read.code.includes(graphOp.compute);
    const cycle = cycleSecondsOf(this.document);
    if (computes && cycle === null) this.say("Links have no rate: a nanosecond of computing takes a cycle.");
    else if (read.code.some((code, o) => code === graphOp.compute && !isWhole((read.amount[o] * 1e-9) / cycle!)))
      this.say(`Computing is rounded to whole cycles, of ${sayCycle(cycle!)}.`);
  }

  private say(...sentences: readonly string[]): void {
    this.said.push(...sentences);
  }

  /** Sets a section to the imported value. */
  private put(section: Section, value: unknown): void {
    this.document = withValue(this.document, [section], value);
    this.brought.add(section);
  }

  private putProgram(graph: ProgramGraph, values = {}): void {
    this.put("workload", { kind: trace.id, values: { ...defaultsOf(trace.params), ...values, program: writeProgramText(graph) } });
  }

  /**
   * [names] Terminals with these names, −1 for names that the network does not have. The network is enlarged if it has too few terminals.
   */
  private terminalsOf(names: readonly string[]): Int32Array {
    const { topology } = this.document;
    const { terminals } = factsOf(topology);
    const own = namesOf(topology);
    const bySwitches = own === undefined ? null : terminalsBySwitches(names, topology);
    if (bySwitches !== null) return bySwitches;
    const found = endsNamed(names, terminals, (terminal) => own?.get(terminal));
    if (this.grow(found.needed)) return this.terminalsOf(names);
    this.say(...found.said);
    return found.terminal;
  }

  /** Replaces the network by a larger one of the same kind if it has fewer terminals than needed. @returns whether it did */
  private grow(needed: number): boolean {
    const { topology } = this.document;
    const { terminals } = factsOf(topology);
    if (needed <= terminals) return false;
    const isKept = this.brought.has("topology");
    const larger = isKept
      ? null
      : matched(
          topology,
          (facts) => facts.terminals,
          needed,
          (facts) => facts.terminals >= needed,
        );
    const [wanted, had] = [needed, terminals].map((count) => count.toLocaleString("en-US"));
    if (larger === null)
      refuse("topology", `the traffic needs ${wanted} terminals; the network has ${had}.`, `Open a network of ${wanted} terminals first.`);
    this.document = withValue(this.document, ["topology"], larger);
    const now = factsOf(larger).terminals.toLocaleString("en-US");
    this.say(`The traffic needs ${wanted} terminals: the network was enlarged from ${had} to ${now}.`);
    return true;
  }

  /** Sets the imported links. Uses fluid flow if links are too long or their rates too different for a packet-by-packet simulation. */
  private putLinks(links: readonly LinkRule[]): void {
    const usual = channelRateOf(this.document);
    const isUsual = ({ rate }: LinkRule) => typeof rate !== "number" && rate.value === usual;
    const rules = links.map((rule) => (isUsual(rule) ? { ...rule, rate: 1 } : rule));
    if (usual !== null && !isInRealTime(this.document)) {
      const isUnlike = linkIssues({ ...this.document, links: rules }).some(({ path }) => path.endsWith(".rate"));
      if (isUnlike) this.flow("Links as unlike as these are not simulated packet by packet.");
      else if (areTooLong(this.document, rules)) this.flow("Links as long as these hold more than any queue.");
    }
    this.put("links", rules);
    this.deepenBuffers();
  }

  /**
   * Enlarges queues or buffers to the bandwidth-delay product of the links, unless the user chose their size; uses fluid flow if the
   * maximum size is too small.
   */
  private deepenBuffers(): void {
    const { kind, values } = this.document.flowControl;
    const params = flowControls.get(kind).params as { readonly queue?: IntegerParam; readonly buffer?: IntegerParam };
    const name = params.queue === undefined ? "buffer" : "queue";
    const { [name]: depth } = params;
    if (depth === undefined || linkIssues(this.document).length > 0) return;
    const wanted = placesFor(this.document);
    const is = values[name] as number;
    if (wanted <= is) return;
    const [noun, what] = name === "queue" ? ["Queues", "packets"] : ["Buffers", "flits"];
    const count = wanted.toLocaleString("en-US");
    const isChosen = this.isSaid && !this.isUsual("flowControl", name);
    if (isChosen || (wanted > depth.max && this.isSaid && kind !== scenarioParams.flowControl.usual))
      this.say(
        `${noun} limit these links: as long as they are, ${count} ${what} keep them full, and ${is.toLocaleString("en-US")} were chosen.`,
      );
    else if (wanted > depth.max)
      this.flow(
        `To keep these links full, ${noun.toLowerCase()} need ${count} ${what}; they have at most ${depth.max.toLocaleString("en-US")}.`,
      );
    else {
      this.document = withValue(this.document, ["flowControl", name], wanted);
      this.say(`${noun} have ${count} ${what}, so that links as long as these can be full.`);
    }
  }

  /**
   * Switches to fluid flow. Unless the user chose the packet size, it becomes that of wide-area networks, because small packets would take
   * hours.
   */
  private flow(why: string): void {
    const isUsual = this.isUsual("flowControl", "packet");
    this.document = withKind(this.document, ["flowControl"], fluid.id);
    if (isUsual) this.document = withValue(this.document, ["flowControl", "packet"], 1500);
    this.say(`${why} Fluid flow is taken${isUsual ? ", with packets of 1,500 B" : ""}.`);
  }

  /** Whether a parameter has its default value, which counts as not chosen by the user. */
  private isUsual(section: "flowControl" | "workload", name: string): boolean {
    const param = paramAt(this.document, [section, name]);
    return param === undefined || isSameValue(valueAt(this.document, [section, name]), param.default);
  }

  /**
   * Sets uniform traffic if no pattern was chosen: the default pattern of a new document leaves terminals idle or works only for certain
   * numbers of terminals.
   */
  private spreadTraffic(): void {
    const { kind, values } = this.document.workload;
    if (kind !== openLoop.id || !this.isUsual("workload", "pattern")) return;
    const pattern = { kind: uniform.id, values: defaultsOf(uniform.params) };
    this.document = withValue(this.document, ["workload"], { kind, values: { ...values, pattern } });
    if (this.isSaid) this.say("Traffic is uniform: no other pattern was chosen.");
  }

  /** Sets load 1 to the rate of each terminal's own channel, for the whole traffic and for each job. */
  private shareLoad(): void {
    const { kind, values } = this.document.workload;
    const ofChannels = (job: Values): Values => ("loadOf" in job ? { ...job, loadOf: "channel" } : job);
    const own = Object.entries(ofChannels(values)).map(([name, value]) => [
      name,
      name === "jobs" || name === "traffic" ? (value as readonly Values[]).map(ofChannels) : value,
    ]);
    this.document = withValue(this.document, ["workload"], { kind, values: Object.fromEntries(own) });
  }

  /** Uses fluid flow if a trace takes more cycles than packet-by-packet engines can count. */
  private async inRealTimeIfLong(document: Document): Promise<Document> {
    if (document.workload.kind !== trace.id || isInRealTime(document) || !(await isTooLongByCycles(document))) return document;
    this.say("The trace takes longer than cycles are counted packet by packet. Fluid flow is taken.");
    return withKind(document, ["flowControl"], fluid.id);
  }

  /** Sets a technology with the given link rate in bytes per second, keeping the overhead of packets. */
  private putRate(rate: number): void {
    const { kind, values } = this.document.technology;
    const overhead = technologies.get(kind).overhead(values);
    this.put("technology", { kind: ownLinks.id, values: { rate: Math.min(Math.max(Math.round(rate), slowest), fastest), overhead } });
  }

  /**
   * Sets the length of a cycle: 4 bytes on the channel of a terminal. If the terminals' rates differ, their mean is used, so that loads are
   * mean loads.
   */
  private setRate({ mean, least, most }: TerminalRates): void {
    const before = channelRateOf(this.document);
    if (before !== mean) this.putRate(mean);
    const rate = sayQuantity(channelRateOf(this.document)!, "rate");
    const times = before === null && this.isSaid ? "; times are in seconds from now on" : "";
    if (least < most)
      this.say(
        `Channels of terminals carry from ${sayQuantity(least, "rate")} to ${sayQuantity(most, "rate")}, ${rate} on average: at load 1, each terminal offers what its own carries${times}.`,
      );
    else if (before !== mean) this.say(`Channels of terminals carry ${rate}, which gives a cycle its length${times}.`);
  }

  /** Assumes a link rate if there is none, because values in seconds need it. */
  private needRate(what: string, rate = ownLinks.params.rate.default): void {
    if (channelRateOf(this.document) !== null) return;
    this.putRate(rate);
    this.say(`${what} need links with a rate: ${sayQuantity(rate, "rate")} is assumed.`);
  }

  /** Imports rates as painted traffic. */
  private rates({ cells, unit }: ReadTraffic & { readonly is: "rates" }, terminal: Int32Array): void {
    const known = cells.filter(([from, to, value]) => terminal[from] >= 0 && terminal[to] >= 0 && from !== to && value > 0);
    if (known.length === 0)
      refuse("workload", "nothing is sent from one terminal of this network to another.", "Open the network that it is about first.");
    const last = terminal.reduce((most, each) => Math.max(most, each), -1);
    if (last >= mostNamed)
      refuse(
        "workload",
        `the traffic names terminal ${last.toLocaleString("en-US")}; the last of a sheet is ${(mostNamed - 1).toLocaleString("en-US")}.`,
        "Take a part of it.",
      );
    if (unit === "share") this.shares(known, terminal);
    else this.ratesIn(unit, known, terminal);
    this.saySilent(terminal, [...sumsAt(0, known, terminal).keys(), ...sumsAt(1, known, terminal).keys()]);
  }

  /** Imports rates that have a unit. */
  private ratesIn(unit: "bytes/s" | "phits/cycle", known: readonly Cell[], terminal: Int32Array): void {
    if (unit === "bytes/s") this.needRate("Rates in bytes a second", roundedUp(busiest(known, terminal)));
    const bytes = unit === "bytes/s" ? unitOfRates(known) : null;
    this.sayRounded("Rates", known, bytes?.bytes ?? 1);
    const painted = paintedAs(known, terminal, bytes?.bytes ?? 1);
    this.put("workload", { kind: rates.id, values: { ...defaultsOf(rates.params), cells: painted, unit: bytes?.id ?? "phits" } });
  }

  /** Imports values without a unit, scaled to the current load: as a pattern if all senders have equal sums, otherwise as rates. */
  private shares(cells: readonly Cell[], terminal: Int32Array): void {
    const { kind, values } = this.document.workload;
    const job = kind === openLoop.id ? values : defaultsOf(openLoop.params);
    const load = job["load"] as number;
    const sums = [...sumsAt(0, cells, terminal).values()];
    const most = Math.max(...sums);
    const sayRate = (phits: number) => {
      const rate = channelRateOf(this.document);
      return `${significant(phits)} phits/cycle${rate === null ? "" : ` (${sayQuantity(Number((phits * rate).toPrecision(4)), "rate")})`}`;
    };
    if (sums.every((sum) => Math.abs(sum - most) <= 1e-9 * most)) {
      const unit = unitOfWeights(cells);
      const pattern = { kind: matrix.id, values: { entries: [], cells: paintedAs(cells, terminal, unit) } };
      const { mapping, ranks, loadOf } = defaultsOf(openLoop.params);
      this.put("workload", { kind: openLoop.id, values: { ...job, pattern, mapping, ranks, loadOf } });
      const scaled = unit === 1 ? "are weights, as they are" : `were multiplied by ${significant(1 / unit)} and are weights now`;
      this.say(
        `The values ${scaled}: those of each sender sum to ${significant(most / unit)}, which is its load of ${load} phits/cycle. A weight of 1 is ${sayRate((load / most) * unit)}.`,
      );
      this.sayRounded("Weights", cells, unit);
    } else {
      const painted = paintedAs(cells, terminal, most / load);
      this.put("workload", { kind: rates.id, values: { ...defaultsOf(rates.params), cells: painted } });
      this.say(
        `The values were multiplied by ${significant(load / most)} and are rates in phits/cycle now: the terminal that sends most, ${significant(most)} in the file, has a load of ${sayRate(load)}, the others have theirs in proportion.`,
      );
      this.sayRounded("Rates", cells, most / load);
    }
  }

  /** Reports rounding and values that become 0 when stored in a unit. */
  private sayRounded(what: string, cells: readonly Cell[], unit: number): void {
    const lost = cells.filter(([, , value]) => keptValue(value / unit) === 0).length;
    if (!areKept(cells, unit)) this.say(`${what} are kept to four digits.`);
    if (lost > 0) this.say(`Left out: ${counted(lost, "value")} so small that ${lost === 1 ? "it rounds" : "they round"} to 0.`);
  }

  /**
   * Reports the terminals without traffic.
   * @param terminal terminals of the names in the file, −1 for names that the network does not have
   * @param active terminals that send or receive, in any order
   */
  private saySilent(terminal: Int32Array, active: readonly number[]): void {
    const { topology } = this.document;
    const { terminals } = factsOf(topology);
    const isActive = new Uint8Array(terminals);
    for (const each of active) isActive[each] = 1;
    const silent = Array.from(isActive.keys()).filter((each) => isActive[each] === 0);
    if (silent.length === 0) return;
    const named = new Set(terminal.filter((each) => each >= 0)).size;
    const [has, names, count] = [terminals, named, silent.length].map((each) => each.toLocaleString("en-US"));
    const nothing = `${count} ${silent.length === 1 ? "sends and receives" : "send and receive"} nothing: ${listedTerminals(silent, namesOf(topology))}.`;
    this.say(
      named < terminals ? `The traffic names ${names} terminals; the network has ${has}. ${nothing}` : `Of ${has} terminals, ${nothing}`,
    );
  }

  /** Imports messages as a list or, if there are too many or they start too late for a list, as a trace. */
  private messages({ list, timeIn }: ReadTraffic & { readonly is: "messages" }, terminal: Int32Array): void {
    const most = messages.params.list.maxLength;
    const known = list.filter(({ source, destination }) => terminal[source] >= 0 && terminal[destination] >= 0);
    const sent = known.filter(({ source, destination }) => terminal[source] !== terminal[destination]);
    if (sent.length < known.length) this.say(`Left out: ${counted(known.length - sent.length, "message")} from a terminal to itself.`);
    this.saySilent(
      terminal,
      sent.flatMap(({ source, destination }) => [terminal[source], terminal[destination]]),
    );
    if (sent.length === 0)
      refuse("workload", "no message is sent from one terminal of this network to another.", "Open the network that it is about first.");
    if (sent.length > mostTimed)
      refuse(
        "workload",
        `there are ${sent.length.toLocaleString("en-US")} messages; ${mostTimed.toLocaleString("en-US")} fit.`,
        "Take the first of them, or some of the terminals.",
      );
    if (timeIn === "seconds") this.needRate("Times in seconds");
    const cycleSeconds = cycleSecondsOf(this.document);
    const perCycle = timeIn === "seconds" ? cycleSeconds! : 1;
    const timed = sent.map(({ source, destination, bytes, time }) => ({
      source: terminal[source],
      destination: terminal[destination],
      // A message without data still sends a packet.
      bytes: Math.max(1, Math.round(bytes)),
      time: Math.round(time / perCycle),
    }));
    if (timeIn === "seconds" && !sent.every(({ time }) => isWhole(time / perCycle)))
      this.say(`Times are rounded to whole cycles, of ${sayCycle(perCycle)}.`);
    const isLate = timed.some(({ time }) => time > latest);
    if (timed.length <= most && !isLate) this.put("workload", { kind: messages.id, values: { list: timed } });
    else {
      this.putProgram(programOfMessages(timed, cycleSeconds), {
        mapping: { kind: consecutive.id, values: defaultsOf(consecutive.params) },
      });
      this.say(
        `A list has up to ${most.toLocaleString("en-US")} messages${isLate ? `, sent in the first ${latest.toLocaleString("en-US")} cycles` : ""}. These ${timed.length.toLocaleString("en-US")} are taken as a trace, in which ranks wait until it is time to send.`,
        ...(cycleSeconds !== null && cycleSeconds < 1e-9 ? ["A trace counts nanoseconds: times are rounded to them."] : []),
      );
    }
  }
}

/**
 * [names] Terminals identified by the names or numbers of their switches, if each switch that is named has a single terminal; otherwise
 * null.
 */
function terminalsBySwitches(names: readonly string[], { kind, values }: ChosenKind): Int32Array | null {
  const { build, nodeOf } = topologies.get(kind);
  const { terminals, firstOut, head, look } = build(values);
  const count = new Map<number, number>();
  const at = Array.from({ length: terminals }, (_, t) => (firstOut[t + 1] - firstOut[t] === 1 ? head[firstOut[t]] : -1));
  for (const node of at) count.set(node, (count.get(node) ?? 0) + 1);
  const terminalAt = new Map(at.flatMap((node, t) => (count.get(node) === 1 && look?.names.has(t) !== true ? [[node, t] as const] : [])));
  const named = new Map([...terminalAt].map(([node, t]) => [cleanName(look?.names.get(node) ?? "").toLowerCase(), t]));
  const found = names.map((name) => {
    const number = /^s?(\d{1,6})$/.exec(name)?.[1];
    const node = number === undefined ? null : (nodeOf?.(values, Number(number), false) ?? null);
    return named.get(cleanName(name).toLowerCase()) ?? (node === null ? undefined : terminalAt.get(node));
  });
  return found.every((terminal) => terminal !== undefined) ? Int32Array.from(found) : null;
}

/** Names that a user gave to nodes of a network. */
const namesOf = ({ kind, values }: ChosenKind) => topologies.get(kind).look?.(values)?.names;

/** Maximum number of names or ranges in a sentence. */
const mostListed = 5;

/** Lists terminals in ascending order for a sentence: by name, or as ranges of numbers. */
function listedTerminals(terminals: readonly number[], names: ReadonlyMap<number, string> | undefined): string {
  const parts: { text: string; last: number; count: number }[] = [];
  let from = -1;
  for (const each of terminals) {
    const name = names?.get(each);
    const before = parts.at(-1);
    if (name === undefined && before !== undefined && from >= 0 && before.last === each - 1)
      parts[parts.length - 1] = { text: `${from} to ${each}`, last: each, count: before.count + 1 };
    else {
      from = name === undefined ? each : -1;
      parts.push({ text: name === undefined ? String(each) : `"${name}"`, last: each, count: 1 });
    }
  }
  const shown = parts.slice(0, mostListed);
  const more = terminals.length - shown.reduce((sum, { count }) => sum + count, 0);
  const noun = parts[0].text.startsWith('"') ? "" : terminals.length === 1 ? "terminal " : "terminals ";
  return `${noun}${shown.map(({ text }) => text).join(", ")}${more > 0 ? ` and ${more.toLocaleString("en-US")} more` : ""}`;
}

const isInRealTime = ({ flowControl }: Document) => flowControls.get(flowControl.kind).engine.time === "real";

/** Recognizes the network of a document, taking slower links into account. */
function recognisedIn(document: Document, network: Network): Recognised | null {
  const clocks = channelClocksOf(document, network);
  return recognise(network, clocks === undefined ? {} : { ratesOf: (channel) => clocks.perCycle[channel] / clocks.perPhit[channel] });
}

type Cell = readonly [from: number, to: number, value: number];

/** Rates in the text format of painted traffic. */
function paintedAs(cells: readonly Cell[], terminal: Int32Array, unit: number): string {
  const [source, destination] = [0, 1].map((end) => cells.map((cell) => terminal[cell[end]]));
  try {
    return writeMatrix(withCells(emptyMatrix, { source, destination, value: cells.map(([, , value]) => value / unit) }));
  } catch (error) {
    if (error instanceof RangeError) refuse("workload", uncapital(error.message), "Take a part of the traffic.");
    throw error;
  }
}

/** The unit of painted rates: gigabits per second if four digits represent them exactly, otherwise megabytes per second. */
function unitOfRates(cells: readonly Cell[]): { readonly id: string; readonly bytes: number; readonly isExact: boolean } {
  const [mega, giga] = [1e6, 1e9 / 8];
  return areKept(cells, giga) ? { id: "Gbps", bytes: giga, isExact: true } : { id: "MBps", bytes: mega, isExact: areKept(cells, mega) };
}

/** The unit of painted weights: 1 if the values fit as they are, otherwise the power of ten that keeps the most digits. */
function unitOfWeights(cells: readonly Cell[]): number {
  const values = cells.map(([, , value]) => value);
  const isWithin = values.every((value) => value <= largest && Math.abs(keptValue(value) - value) <= relativeStep * value);
  return isWithin ? 1 : 10 ** Math.ceil(Math.log10(values.reduce((most, value) => Math.max(most, value)) / largest));
}

/** Half a step of the fourth digit, relative to the value. */
const relativeStep = 5e-4;

/** Whether values in a unit keep all their digits when they are painted. */
const areKept = (cells: readonly Cell[], unit: number) =>
  cells.every(([, , value]) => Math.abs(keptValue(value / unit) * unit - value) <= 1e-9 * value);

/** Total that each terminal sends (end 0) or receives (end 1). */
function sumsAt(end: 0 | 1, cells: readonly Cell[], terminal: Int32Array): ReadonlyMap<number, number> {
  const sums = new Map<number, number>();
  for (const cell of cells) sums.set(terminal[cell[end]], (sums.get(terminal[cell[end]]) ?? 0) + cell[2]);
  return sums;
}

/** The largest total that a terminal sends or receives. */
function busiest(cells: readonly Cell[], terminal: Int32Array): number {
  return Math.max(0, ...sumsAt(0, cells, terminal).values(), ...sumsAt(1, cells, terminal).values());
}

/** Rounds up to a number with one nonzero digit. */
function roundedUp(value: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(value, slowest)));
  return Math.min(Math.ceil(value / power) * power, fastest);
}

/** Formats a number with four significant digits. */
const significant = (value: number) => value.toLocaleString("en-US", { maximumSignificantDigits: 4 });

/** Whether a number of cycles is an integer, up to rounding errors. */
const isWhole = (cycles: number) => Math.abs(cycles - Math.round(cycles)) <= 1e-9 * Math.max(1, cycles);

/** Formats the length of a cycle with four significant digits. */
const sayCycle = (seconds: number) => sayQuantity(Number((seconds * 1e12).toPrecision(4)), "time");

const counted = (count: number, noun: string) => `${count.toLocaleString("en-US")} ${noun}${count === 1 ? "" : "s"}`;
