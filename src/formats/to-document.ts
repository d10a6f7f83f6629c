/**
 * Imports a file that was read into a document. The imported content replaces a part of the document; everything else stays as far as it
 * fits, and each change is reported. Runs in a worker and in Node.
 */
import { refuse } from "../core/base/errors.ts";
import { type ChosenKind, defaultsOf, type IntegerParam, type Values } from "../core/base/params.ts";
import { isSameValue } from "../core/base/equality.ts";
import { emptyMatrix, roundCellValue, maxCellValue, maxMatrixTerminals, withCells } from "../core/traffic/traffic-matrix.ts";
import { writeMatrix } from "../core/traffic/traffic-matrix-text.ts";
import { quantityForPeople } from "../core/base/units.ts";
import { uncapitalize } from "../core/base/words.ts";
import { cleanName } from "../core/network/drawing/names-and-places.ts";
import { allFlowControls, allTechnologies, allTopologies } from "../core/kinds/all-kinds.ts";
import { fluid } from "../core/flow-control/fluid.ts";
import { ideal } from "../core/hosts/ideal.ts";
import { writeDrawing } from "../core/network/drawing/texts.ts";
import { describeLeftOutTerminals } from "../core/network/components.ts";
import type { Network } from "../core/network/network.ts";
import type { Recognition } from "./recognition/contract.ts";
import { consecutive } from "../core/mappings/consecutive.ts";
import { uniformPattern } from "../core/patterns/uniform.ts";
import { matrixPattern } from "../core/patterns/matrix.ts";
import { graphOp, type ProgramGraph } from "../core/programs/graph.ts";
import { writeProgramText } from "../core/programs/graph-text.ts";
import { channelRateOf, cycleSecondsOf } from "../core/scenario/clock.ts";
import { recognizeNetwork } from "./recognition/index.ts";
import { defaultDocument, type Document } from "../core/scenario/document.ts";
import { channelClocksOf, linkIssues, type LinkRule } from "../core/scenario/links.ts";
import { documentParamAt, documentValueAt, withKind, withDocumentValue } from "../core/scenario/edits/edit-document-value.ts";
import { matchTopology } from "../core/scenario/edits/match-topology.ts";
import { topologyFacts, suitableRouting, scenarioParams, type Section } from "../core/scenario/scenario.ts";
import {
  assumedTechnology,
  assumedTechnologyText,
  lacksTechnologyFor,
  withAssumedTechnology,
} from "../core/scenario/edits/assumed-technology.ts";
import { ownLinks } from "../core/technologies/own-links.ts";
import { drawnTopologyId } from "../core/topologies/contract.ts";
import { messageList } from "../core/workloads/messages.ts";
import { openLoop } from "../core/workloads/open-loop.ts";
import { rates } from "../core/workloads/rates.ts";
import { traceWorkload } from "../core/workloads/trace/trace.ts";
import { readDocumentValue } from "../links/text.ts";
import type { ReadResult, ReadNetwork, ReadProgram, ReadTraffic } from "./contract.ts";
import { terminalsByName } from "./document/terminal-names.ts";
import { repairDocument } from "./document/repair.ts";
import { inFamilyOrder } from "./document/in-family-order.ts";
import { areLinksTooLong, withLongEnoughRun, bufferDepthFor } from "./document/long-links.ts";
import { exceedsCountableCycles } from "./document/long-programs.ts";
import { maxTimedMessages, programOfMessages } from "./document/timed-program.ts";
import { inNaturalOrder } from "./document/natural-order.ts";
import { drawReadNetwork } from "./to-drawing.ts";
import type { TerminalRates } from "./link-rules.ts";

/** Result of an import. */
export interface ImportResult {
  readonly document: Document;
  /** Assumptions, losses and replaced settings, as sentences. */
  readonly notes: readonly string[];
  /** The imported network, built; null if the file has no network. */
  readonly network: Network | null;
  /**
   * What the imported network was recognized as, with the node numbers of the document; null without a network, or if it belongs to no
   * known family.
   */
  readonly recognition: Recognition | null;
}

/**
 * The document with the content of a file: its network becomes the topology of the first scenario, its traffic the workload. A file with
 * only a network can run immediately, with a suitable routing and with the current traffic, or with uniform traffic if the current traffic
 * does not fit.
 * @param document the current document; null if there is none, so that replaced defaults are not reported
 * @throws ScenarioError if the content cannot be used, with a remedy
 */
export async function importIntoDocument(document: Document | null, content: ReadResult): Promise<ImportResult> {
  if (content.refused !== null) refuse("", content.refused);
  if (content.document !== undefined) return { document: readDocumentValue(content.document), notes: [], network: null, recognition: null };
  const documentImport = new DocumentImport(document ?? defaultDocument(), document !== null);
  if (content.network !== undefined) await documentImport.importNetwork(content.network);
  if (content.traffic !== undefined) documentImport.importTraffic(content.traffic);
  if (content.program !== undefined) documentImport.importProgram(content.program);
  return documentImport.finish();
}

/** Range of link rates that a technology accepts, in bytes per second. */
const { min: minLinkRate, max: maxLinkRate } = ownLinks.params.rate;

/** Last cycle in which a message of a list may start. */
const lastListCycle = messageList.params.list.of.params.time.max;

/** Imports the parts of a file into a document, one after the other. */
class DocumentImport {
  private readonly importedSections = new Set<Section>();
  private readonly notes: string[] = [];
  private hasNetwork = false;
  private readonly isRoutingChosen: boolean;

  private document: Document;

  /** @param isReported whether a user made the document, so that replaced settings are reported */
  constructor(
    document: Document,
    private readonly isReported: boolean,
  ) {
    // A document without a chosen routing has the default routing of its topology.
    this.isRoutingChosen = !isSameValue(document.routing, suitableRouting(document.topology));
    // The old title no longer describes the document.
    this.document = { ...document, title: "" };
  }

  async finish(): Promise<ImportResult> {
    if (this.importedSections.size === 0)
      refuse("", "the file has neither a network nor traffic.", "Open the network that it belongs to, then this file.");
    const repaired = await this.withFluidFlowIfLong(
      await repairDocument(this.document, this.importedSections, this.isReported, this.isRoutingChosen, this.notes),
    );
    if (!this.hasNetwork) return { document: repaired, notes: this.notes, network: null, recognition: null };
    const { kind, values } = repaired.topology;
    const network = allTopologies.get(kind).build(values);
    const { document, notes: newNotes } = withLongEnoughRun(repaired, network);
    return {
      document,
      notes: [...this.notes, ...describeLeftOutTerminals(network), ...newNotes],
      network,
      recognition: recognizeDocumentNetwork(document, network),
    };
  }

  /** Imports a network as a drawing: topology, length of a cycle, links, and a suitable default traffic. */
  async importNetwork(content: ReadNetwork): Promise<void> {
    const { rates, notes: newNotes, ...drawnNetwork } = drawReadNetwork(inNaturalOrder(content));
    const { drawing, links } = await inFamilyOrder(drawnNetwork);
    this.report(...newNotes);
    this.hasNetwork = true;
    const previous = this.document;
    this.setSection("topology", { kind: drawnTopologyId, values: { ...writeDrawing(drawing) } });
    if (rates !== null) this.setCycleLength(rates);
    else if (links.some(({ length }) => typeof length !== "number")) this.assumeRate("Lengths in seconds and metres");
    if (links.some(({ length }) => typeof length !== "number" && length.of === "length"))
      this.report("Links have a propagation delay of 5 ns per metre, about that of light in fibre.");
    this.setLinks(links);
    this.setUniformTraffic();
    if (rates !== null && rates.lowest < rates.highest) this.scaleLoadToChannels();
    if (previous.links.length > 0) this.report("The link settings of the previous network are removed.");
  }

  /** Imports rates or messages. */
  importTraffic(content: ReadTraffic): void {
    const terminal = this.terminalsByNames(content.names);
    if (content.is === "rates") this.importRates(content, terminal);
    else this.importMessages(content, terminal);
  }

  /** Imports a program as a trace, on as many terminals as it has ranks. */
  importProgram(content: ReadProgram): void {
    this.enlargeNetwork(content.ranks);
    this.assumeTechnology(content);
    this.setProgram(content);
    const { terminals } = topologyFacts(this.document.topology);
    if (content.ranks < terminals)
      this.report(
        `Its ranks are mapped to ${countOf(content.ranks, "terminal")} in the middle of ${terminals.toLocaleString("en-US")}. The mapping can be changed.`,
      );
    if (content.host === undefined && this.document.host.kind === ideal.id)
      this.report("The file has no host parameters: terminals are ideal, and sending or receiving takes a rank no time.");
    const cycle = cycleSecondsOf(this.document)!;
    if (content.code.some((code, o) => code === graphOp.compute && !isInteger((content.amount[o] * 1e-9) / cycle)))
      this.report(`Compute times are rounded to whole cycles of ${cycleLengthText(cycle)}.`);
  }

  private report(...sentences: readonly string[]): void {
    this.notes.push(...sentences);
  }

  /** Sets a section to the imported value. */
  private setSection(section: Section, value: unknown): void {
    this.document = withDocumentValue(this.document, [section], value);
    this.importedSections.add(section);
  }

  private setProgram(graph: ProgramGraph, values = {}): void {
    this.setSection("workload", {
      kind: traceWorkload.id,
      values: { ...defaultsOf(traceWorkload.params), ...values, program: writeProgramText(graph) },
    });
  }

  /**
   * [names] Terminals with these names, −1 for names that the network does not have. The network is enlarged if it has too few terminals.
   */
  private terminalsByNames(names: readonly string[]): Int32Array {
    const { topology } = this.document;
    const { terminals } = topologyFacts(topology);
    const own = givenNames(topology);
    const terminalsOfSwitches = own === undefined ? null : terminalsBySwitchName(names, topology);
    if (terminalsOfSwitches !== null) return terminalsOfSwitches;
    const namedTerminals = terminalsByName(names, terminals, (terminal) => own?.get(terminal));
    if (this.enlargeNetwork(namedTerminals.needed)) return this.terminalsByNames(names);
    this.report(...namedTerminals.guesses);
    return namedTerminals.terminal;
  }

  /**
   * Replaces the network by a larger one of the same kind if it has fewer terminals than the imported traffic needs. An imported network is
   * never replaced.
   * @returns whether it was replaced
   * @throws ScenarioError if no network of this kind is large enough
   */
  private enlargeNetwork(needed: number): boolean {
    const { topology } = this.document;
    const { terminals } = topologyFacts(topology);
    if (needed <= terminals) return false;
    const isImported = this.importedSections.has("topology");
    const largerNetwork = isImported
      ? null
      : matchTopology(
          topology,
          (facts) => facts.terminals,
          needed,
          (facts) => facts.terminals >= needed,
        );
    const [required, currentText] = [needed, terminals].map((count) => count.toLocaleString("en-US"));
    if (largerNetwork === null)
      refuse(
        "topology",
        `the traffic needs ${required} terminals; the network has ${currentText}.`,
        `Open a network of ${required} terminals first.`,
      );
    this.document = withDocumentValue(this.document, ["topology"], largerNetwork);
    const newText = topologyFacts(largerNetwork).terminals.toLocaleString("en-US");
    this.report(`The traffic needs ${required} terminals: the network was enlarged from ${currentText} to ${newText}.`);
    return true;
  }

  /** Sets the imported links. Uses fluid flow if links are too long or their rates too different for a packet-by-packet simulation. */
  private setLinks(links: readonly LinkRule[]): void {
    const usualRate = channelRateOf(this.document);
    const isDefaultValue = ({ rate }: LinkRule) => typeof rate !== "number" && rate.value === usualRate;
    const rules = links.map((rule) => (isDefaultValue(rule) ? { ...rule, rate: 1 } : rule));
    if (usualRate !== null && !usesFluidFlow(this.document)) {
      const areRatesTooDifferent = linkIssues({ ...this.document, links: rules }).some(({ path }) => path.endsWith(".rate"));
      if (areRatesTooDifferent) this.useFluidFlow("The link rates differ too much to be simulated packet by packet.");
      else if (areLinksTooLong(this.document, rules))
        this.useFluidFlow("The links are so long that more packets are in flight than any queue can hold.");
    }
    this.setSection("links", rules);
    this.enlargeBuffers();
  }

  /**
   * Enlarges the queues or buffers behind channels to the bandwidth-delay product of the links, so that long links can be kept busy, unless
   * the user chose their size; uses fluid flow if the maximum size is too small.
   */
  private enlargeBuffers(): void {
    const { kind, values } = this.document.flowControl;
    const params = allFlowControls.get(kind).params as { readonly queue?: IntegerParam; readonly buffer?: IntegerParam };
    const name = params.queue === undefined ? "buffer" : "queue";
    const { [name]: depth } = params;
    if (depth === undefined || linkIssues(this.document).length > 0) return;
    const requiredDepth = bufferDepthFor(this.document);
    const currentDepth = values[name] as number;
    if (requiredDepth <= currentDepth) return;
    const [noun, subject] = name === "queue" ? ["Queues", "packets"] : ["Buffers", "flits"];
    const count = requiredDepth.toLocaleString("en-US");
    // Settings that the user has chosen are kept, with a note.
    const isDepthChosen = this.isReported && !this.isDefault("flowControl", name);
    if (isDepthChosen || (requiredDepth > depth.max && this.isReported && kind !== scenarioParams.flowControl.defaultKind))
      this.report(
        `${noun} limit the throughput of these long links: ${count} ${subject} per ${name} would keep a link busy, but ${currentDepth.toLocaleString("en-US")} are chosen.`,
      );
    else if (requiredDepth > depth.max)
      this.useFluidFlow(
        `To keep these links busy, ${noun.toLowerCase()} need ${count} ${subject}; the maximum is ${depth.max.toLocaleString("en-US")}.`,
      );
    else {
      this.document = withDocumentValue(this.document, ["flowControl", name], requiredDepth);
      this.report(`${noun} are enlarged to ${count} ${subject} to keep these long links busy.`);
    }
  }

  /**
   * Switches to fluid flow. Unless the user chose the packet size, it becomes that of wide-area networks, because small packets would take
   * hours.
   */
  private useFluidFlow(reason: string): void {
    const isDefaultValue = this.isDefault("flowControl", "packet");
    this.document = withKind(this.document, ["flowControl"], fluid.id);
    if (isDefaultValue) this.document = withDocumentValue(this.document, ["flowControl", "packet"], 1500);
    this.report(`${reason} Fluid flow is used${isDefaultValue ? ", with packets of 1,500 B" : ""}.`);
  }

  /** Whether a parameter has its default value, which counts as not chosen by the user. */
  private isDefault(section: "flowControl" | "workload", name: string): boolean {
    const param = documentParamAt(this.document, [section, name]);
    return param === undefined || isSameValue(documentValueAt(this.document, [section, name]), param.default);
  }

  /**
   * Sets uniform traffic if no pattern was chosen: the default pattern of a new document leaves terminals idle or works only for certain
   * numbers of terminals.
   */
  private setUniformTraffic(): void {
    const { kind, values } = this.document.workload;
    if (kind !== openLoop.id || !this.isDefault("workload", "pattern")) return;
    const pattern = { kind: uniformPattern.id, values: defaultsOf(uniformPattern.params) };
    this.document = withDocumentValue(this.document, ["workload"], { kind, values: { ...values, pattern } });
    if (this.isReported) this.report("Traffic is uniform: no other pattern was chosen.");
  }

  /** Defines load 1 as the rate of each terminal's own channel, for the whole traffic and for each job. */
  private scaleLoadToChannels(): void {
    const { kind, values } = this.document.workload;
    const withChannelLoad = (jobValues: Values): Values => ("loadOf" in jobValues ? { ...jobValues, loadOf: "channel" } : jobValues);
    const own = Object.entries(withChannelLoad(values)).map(([name, value]) => [
      name,
      name === "jobs" || name === "traffic" ? (value as readonly Values[]).map(withChannelLoad) : value,
    ]);
    this.document = withDocumentValue(this.document, ["workload"], { kind, values: Object.fromEntries(own) });
  }

  /** Uses fluid flow if a trace takes more cycles than packet-by-packet engines can count. */
  private async withFluidFlowIfLong(document: Document): Promise<Document> {
    if (document.workload.kind !== traceWorkload.id || usesFluidFlow(document) || !(await exceedsCountableCycles(document)))
      return document;
    this.report("The trace takes more cycles than can be simulated packet by packet. Fluid flow is used.");
    return withKind(document, ["flowControl"], fluid.id);
  }

  /** Sets a technology with the given link rate in bytes per second, keeping the overhead of packets. */
  private setTechnologyRate(rate: number): void {
    const { kind, values } = this.document.technology;
    const overhead = allTechnologies.get(kind).overhead(values);
    this.setSection("technology", {
      kind: ownLinks.id,
      values: { rate: Math.min(Math.max(Math.round(rate), minLinkRate), maxLinkRate), overhead, latency: values["latency"] ?? 0 },
    });
  }

  /**
   * Sets the length of a cycle to the time of 4 bytes on the channel of a terminal. If the terminals' rates differ, their mean is used, so
   * that loads are mean loads.
   */
  private setCycleLength({ mean, lowest, highest: maximum }: TerminalRates): void {
    const previous = channelRateOf(this.document);
    if (previous !== mean) this.setTechnologyRate(mean);
    const rate = quantityForPeople(channelRateOf(this.document)!, "rate");
    const timeNote = previous === null && this.isReported ? "; times are now in seconds" : "";
    if (lowest < maximum)
      this.report(
        `Channels of terminals have rates from ${quantityForPeople(lowest, "rate")} to ${quantityForPeople(maximum, "rate")}, ${rate} on average: at load 1, each terminal offers the full rate of its channel${timeNote}.`,
      );
    else if (previous !== mean) this.report(`Channels of terminals run at ${rate}, which sets the length of a cycle${timeNote}.`);
  }

  /** Assumes a link rate if there is none, because values in seconds need it. */
  private assumeRate(subject: string, rate = ownLinks.params.rate.default): void {
    if (channelRateOf(this.document) !== null) return;
    this.setTechnologyRate(rate);
    this.report(`${subject} need links with a rate: ${quantityForPeople(rate, "rate")} is assumed.`);
  }

  /** Assumes a technology for a program if there is none. If the file has host parameters, they contain the latency. */
  private assumeTechnology({ host }: ReadProgram): void {
    if (!lacksTechnologyFor(this.document, traceWorkload.id)) return;
    const { rate } = assumedTechnology.values;
    if (host !== undefined) return this.assumeRate("Times of a trace", rate as number);
    this.document = withAssumedTechnology(this.document);
    this.importedSections.add("technology");
    this.report(`The file has no rate of links: ${assumedTechnologyText} are assumed.`);
  }

  /** Imports rates as painted traffic, the workload with a rate for each pair of terminals. */
  private importRates({ cells, unit }: ReadTraffic & { readonly is: "rates" }, terminal: Int32Array): void {
    const valid = cells.filter(([from, to, value]) => terminal[from] >= 0 && terminal[to] >= 0 && from !== to && value > 0);
    if (valid.length === 0)
      refuse("workload", "no traffic goes from one terminal of this network to another.", "Open the network of this traffic first.");
    const highestTerminal = terminal.reduce((maximum, each) => Math.max(maximum, each), -1);
    if (highestTerminal >= maxMatrixTerminals)
      refuse(
        "workload",
        `the traffic names terminal ${highestTerminal.toLocaleString("en-US")}; the highest number in a traffic matrix is ${(maxMatrixTerminals - 1).toLocaleString("en-US")}.`,
        "Use only a part of it.",
      );
    if (unit === "share") this.importWeights(valid, terminal);
    else this.setRates(unit, valid, terminal);
    this.reportIdleTerminals(terminal, [...terminalSums(0, valid, terminal).keys(), ...terminalSums(1, valid, terminal).keys()]);
  }

  /** Imports rates that have a unit. */
  private setRates(unit: "bytes/s" | "phits/cycle", valid: readonly TrafficCell[], terminal: Int32Array): void {
    if (unit === "bytes/s") this.assumeRate("Rates in bytes per second", roundUpToOneDigit(largestSum(valid, terminal)));
    const bytes = unit === "bytes/s" ? paintedRateUnit(valid) : null;
    this.reportRounding("Rates", valid, bytes?.bytes ?? 1);
    const cellsText = paintedText(valid, terminal, bytes?.bytes ?? 1);
    this.setSection("workload", { kind: rates.id, values: { ...defaultsOf(rates.params), cells: cellsText, unit: bytes?.id ?? "phits" } });
  }

  /**
   * Imports a traffic matrix without a unit, scaled to the current load: as a traffic pattern if all senders have equal sums, otherwise as
   * rates in phits per cycle.
   * @param terminal terminal of each name of the file, −1 if the network does not have it
   */
  private importWeights(cells: readonly TrafficCell[], terminal: Int32Array): void {
    const { kind, values } = this.document.workload;
    const openLoopValues = kind === openLoop.id ? values : defaultsOf(openLoop.params);
    const load = openLoopValues["load"] as number;
    const senderSums = [...terminalSums(0, cells, terminal).values()];
    const maximum = Math.max(...senderSums);
    const sayRate = (phits: number) => {
      const rate = channelRateOf(this.document);
      return `${fourDigits(phits)} phits/cycle${rate === null ? "" : ` (${quantityForPeople(Number((phits * rate).toPrecision(4)), "rate")})`}`;
    };
    if (senderSums.every((sum) => Math.abs(sum - maximum) <= 1e-9 * maximum)) {
      // The value in the file that becomes a weight of 1.
      const weightUnit = paintedWeightUnit(cells);
      const pattern = { kind: matrixPattern.id, values: { entries: [], cells: paintedText(cells, terminal, weightUnit) } };
      const { mapping, ranks, loadOf } = defaultsOf(openLoop.params);
      this.setSection("workload", { kind: openLoop.id, values: { ...openLoopValues, pattern, mapping, ranks, loadOf } });
      const scalingText =
        weightUnit === 1 ? "are used as weights" : `were multiplied by ${fourDigits(1 / weightUnit)} and are used as weights`;
      this.report(
        `The values ${scalingText}: the weights of each sender sum to ${fourDigits(maximum / weightUnit)}, which corresponds to its load of ${load} phits/cycle. A weight of 1 is ${sayRate((load / maximum) * weightUnit)}.`,
      );
      this.reportRounding("Weights", cells, weightUnit);
    } else {
      const cellsText = paintedText(cells, terminal, maximum / load);
      this.setSection("workload", { kind: rates.id, values: { ...defaultsOf(rates.params), cells: cellsText } });
      this.report(
        `The values were multiplied by ${fourDigits(load / maximum)} to give rates in phits/cycle: the terminal that sends most, ${fourDigits(maximum)} in the file, has a load of ${sayRate(load)}, and the others have loads in proportion.`,
      );
      this.reportRounding("Rates", cells, maximum / load);
    }
  }

  /** Reports rounding and values that become 0 when stored in a unit. */
  private reportRounding(subject: string, cells: readonly TrafficCell[], unit: number): void {
    const zeroCells = cells.filter(([, , value]) => roundCellValue(value / unit) === 0).length;
    if (!areExactlyKept(cells, unit)) this.report(`${subject} are rounded to four digits.`);
    if (zeroCells > 0)
      this.report(`Left out: ${countOf(zeroCells, "value")} too small: ${zeroCells === 1 ? "it rounds" : "they round"} to 0.`);
  }

  /**
   * Reports the terminals without traffic.
   * @param terminal terminals of the names in the file, −1 for names that the network does not have
   * @param active terminals that send or receive, in any order
   */
  private reportIdleTerminals(terminal: Int32Array, active: readonly number[]): void {
    const { topology } = this.document;
    const { terminals } = topologyFacts(topology);
    const isActive = new Uint8Array(terminals);
    for (const each of active) isActive[each] = 1;
    const idleTerminals = Array.from(isActive.keys()).filter((each) => isActive[each] === 0);
    if (idleTerminals.length === 0) return;
    const namedCount = new Set(terminal.filter((each) => each >= 0)).size;
    const [terminalsText, names, count] = [terminals, namedCount, idleTerminals.length].map((each) => each.toLocaleString("en-US"));
    const idleText = `${count} ${idleTerminals.length === 1 ? "sends and receives" : "send and receive"} nothing: ${listTerminals(idleTerminals, givenNames(topology))}.`;
    this.report(
      namedCount < terminals
        ? `The traffic names ${names} terminals; the network has ${terminalsText}. ${idleText}`
        : `Of ${terminalsText} terminals, ${idleText}`,
    );
  }

  /**
   * Imports messages as a list or, if there are too many or they start too late for a list, as a trace (a program graph in which each rank
   * waits until the time of its next message).
   * @param timeIn unit of the times, cycles or seconds
   * @param terminal terminal of each name of the file, −1 if the network does not have it
   */
  private importMessages({ list, timeIn }: ReadTraffic & { readonly is: "messages" }, terminal: Int32Array): void {
    const maximum = messageList.params.list.maxLength;
    const withKnownEnds = list.filter(({ source, destination }) => terminal[source] >= 0 && terminal[destination] >= 0);
    const networkMessages = withKnownEnds.filter(({ source, destination }) => terminal[source] !== terminal[destination]);
    if (networkMessages.length < withKnownEnds.length)
      this.report(`Left out: ${countOf(withKnownEnds.length - networkMessages.length, "message")} from a terminal to itself.`);
    this.reportIdleTerminals(
      terminal,
      networkMessages.flatMap(({ source, destination }) => [terminal[source], terminal[destination]]),
    );
    if (networkMessages.length === 0)
      refuse("workload", "no message is sent from one terminal of this network to another.", "Open the network of this traffic first.");
    if (networkMessages.length > maxTimedMessages)
      refuse(
        "workload",
        `there are ${networkMessages.length.toLocaleString("en-US")} messages; at most ${maxTimedMessages.toLocaleString("en-US")} can be simulated.`,
        "Use only the first messages, or fewer terminals.",
      );
    // Convert names to terminals, and times to cycles.
    if (timeIn === "seconds") this.assumeRate("Times in seconds");
    const cycleSeconds = cycleSecondsOf(this.document);
    const secondsPerCycle = timeIn === "seconds" ? cycleSeconds! : 1;
    const timedMessages = networkMessages.map(({ source, destination, bytes, time }) => ({
      source: terminal[source],
      destination: terminal[destination],
      // A message without data still sends a packet.
      bytes: Math.max(1, Math.round(bytes)),
      time: Math.round(time / secondsPerCycle),
    }));
    if (timeIn === "seconds" && !networkMessages.every(({ time }) => isInteger(time / secondsPerCycle)))
      this.report(`Times are rounded to whole cycles of ${cycleLengthText(secondsPerCycle)}.`);
    // Write a list, or a trace if the list would be too long.
    const startsTooLate = timedMessages.some(({ time }) => time > lastListCycle);
    if (timedMessages.length <= maximum && !startsTooLate)
      this.setSection("workload", { kind: messageList.id, values: { list: timedMessages } });
    else {
      this.setProgram(programOfMessages(timedMessages, cycleSeconds), {
        mapping: { kind: consecutive.id, values: defaultsOf(consecutive.params) },
      });
      this.report(
        `A list has at most ${maximum.toLocaleString("en-US")} messages${startsTooLate ? `, sent in the first ${lastListCycle.toLocaleString("en-US")} cycles` : ""}. These ${timedMessages.length.toLocaleString("en-US")} messages become a trace, in which each rank waits until the time of its next message.`,
        ...(cycleSeconds !== null && cycleSeconds < 1e-9 ? ["Times in a trace are rounded to nanoseconds."] : []),
      );
    }
  }
}

/**
 * [names] Terminals identified by the names or numbers of their switches, if each switch that is named has a single terminal; otherwise
 * null.
 */
function terminalsBySwitchName(names: readonly string[], { kind, values }: ChosenKind): Int32Array | null {
  const { build, nodeByNumber } = allTopologies.get(kind);
  const { terminals, firstOut, head, look } = build(values);
  const terminalsOfSwitch = new Map<number, number>();
  const switchOfTerminal = Array.from({ length: terminals }, (_, t) => (firstOut[t + 1] - firstOut[t] === 1 ? head[firstOut[t]] : -1));
  for (const node of switchOfTerminal) terminalsOfSwitch.set(node, (terminalsOfSwitch.get(node) ?? 0) + 1);
  const terminalAt = new Map(
    switchOfTerminal.flatMap((node, t) => (terminalsOfSwitch.get(node) === 1 && look?.names.has(t) !== true ? [[node, t] as const] : [])),
  );
  const terminalByName = new Map([...terminalAt].map(([node, t]) => [cleanName(look?.names.get(node) ?? "").toLowerCase(), t]));
  const result = names.map((name) => {
    const number = /^s?(\d{1,6})$/.exec(name)?.[1];
    const node = number === undefined ? null : (nodeByNumber?.(values, Number(number), false) ?? null);
    return terminalByName.get(cleanName(name).toLowerCase()) ?? (node === null ? undefined : terminalAt.get(node));
  });
  return result.every((terminal) => terminal !== undefined) ? Int32Array.from(result) : null;
}

/** Names that a user gave to nodes of a network. */
const givenNames = ({ kind, values }: ChosenKind) => allTopologies.get(kind).look?.(values)?.names;

/** Maximum number of names or ranges in a sentence. */
const maxListedRanges = 5;

/**
 * Lists terminals in ascending order for a sentence: by name, or as ranges of numbers, such as `terminals 0 to 3, 7 and 12 more`.
 * @param names names of terminals, if they have any
 */
function listTerminals(terminals: readonly number[], names: ReadonlyMap<number, string> | undefined): string {
  const ranges: { text: string; last: number; count: number }[] = [];
  let rangeStart = -1;
  for (const terminal of terminals) {
    const name = names?.get(terminal);
    const lastRange = ranges.at(-1);
    if (name === undefined && lastRange !== undefined && rangeStart >= 0 && lastRange.last === terminal - 1)
      ranges[ranges.length - 1] = { text: `${rangeStart} to ${terminal}`, last: terminal, count: lastRange.count + 1 };
    else {
      rangeStart = name === undefined ? terminal : -1;
      ranges.push({ text: name === undefined ? String(terminal) : `"${name}"`, last: terminal, count: 1 });
    }
  }
  const shownRanges = ranges.slice(0, maxListedRanges);
  const hiddenCount = terminals.length - shownRanges.reduce((sum, { count }) => sum + count, 0);
  const noun = ranges[0].text.startsWith('"') ? "" : terminals.length === 1 ? "terminal " : "terminals ";
  return `${noun}${shownRanges.map(({ text }) => text).join(", ")}${hiddenCount > 0 ? ` and ${hiddenCount.toLocaleString("en-US")} more` : ""}`;
}

const usesFluidFlow = ({ flowControl }: Document) => allFlowControls.get(flowControl.kind).engine.time === "real";

/** Recognizes the network of a document, taking slower links into account. */
function recognizeDocumentNetwork(document: Document, network: Network): Recognition | null {
  const clocks = channelClocksOf(document, network);
  return recognizeNetwork(
    network,
    clocks === undefined ? {} : { ratesOf: (channel) => clocks.perCycle[channel] / clocks.perPhit[channel] },
  );
}

type TrafficCell = readonly [from: number, to: number, value: number];

/** Rates in the text format of painted traffic. */
function paintedText(cells: readonly TrafficCell[], terminal: Int32Array, unitValue: number): string {
  const [source, destination] = [0, 1].map((side) => cells.map((cell) => terminal[cell[side]]));
  try {
    return writeMatrix(withCells(emptyMatrix, { source, destination, value: cells.map(([, , value]) => value / unitValue) }));
  } catch (error) {
    if (error instanceof RangeError) refuse("workload", uncapitalize(error.message), "Use only a part of the traffic.");
    throw error;
  }
}

/** The unit of painted rates: gigabits per second if four digits represent them exactly, otherwise megabytes per second. */
function paintedRateUnit(cells: readonly TrafficCell[]): { readonly id: string; readonly bytes: number; readonly isExact: boolean } {
  const [mega, giga] = [1e6, 1e9 / 8];
  return areExactlyKept(cells, giga)
    ? { id: "Gbps", bytes: giga, isExact: true }
    : { id: "MBps", bytes: mega, isExact: areExactlyKept(cells, mega) };
}

/** The unit of painted weights: 1 if the values fit as they are, otherwise the power of ten that keeps the most digits. */
function paintedWeightUnit(cells: readonly TrafficCell[]): number {
  const values = cells.map(([, , value]) => value);
  const isWithin = values.every((value) => value <= maxCellValue && Math.abs(roundCellValue(value) - value) <= relativeStep * value);
  return isWithin ? 1 : 10 ** Math.ceil(Math.log10(values.reduce((largestValue, value) => Math.max(largestValue, value)) / maxCellValue));
}

/** Largest relative error of a value that is rounded to four digits. */
const relativeStep = 5e-4;

/** Whether values in a unit keep all their digits when they are painted. */
const areExactlyKept = (cells: readonly TrafficCell[], unit: number) =>
  cells.every(([, , value]) => Math.abs(roundCellValue(value / unit) * unit - value) <= 1e-9 * value);

/** Total that each terminal sends (end 0) or receives (end 1). */
function terminalSums(side: 0 | 1, cells: readonly TrafficCell[], terminal: Int32Array): ReadonlyMap<number, number> {
  const sums = new Map<number, number>();
  for (const cell of cells) sums.set(terminal[cell[side]], (sums.get(terminal[cell[side]]) ?? 0) + cell[2]);
  return sums;
}

/** The largest total that a terminal sends or receives. */
function largestSum(cells: readonly TrafficCell[], terminal: Int32Array): number {
  return Math.max(0, ...terminalSums(0, cells, terminal).values(), ...terminalSums(1, cells, terminal).values());
}

/** Rounds up to a number with one nonzero digit. */
function roundUpToOneDigit(value: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(value, minLinkRate)));
  return Math.min(Math.ceil(value / power) * power, maxLinkRate);
}

/** Formats a number with four significant digits. */
const fourDigits = (value: number) => value.toLocaleString("en-US", { maximumSignificantDigits: 4 });

/** Whether a number of cycles is an integer, up to rounding errors. */
const isInteger = (cycles: number) => Math.abs(cycles - Math.round(cycles)) <= 1e-9 * Math.max(1, cycles);

/** Formats the length of a cycle with four significant digits. */
const cycleLengthText = (seconds: number) => quantityForPeople(Number((seconds * 1e12).toPrecision(4)), "time");

const countOf = (count: number, noun: string) => `${count.toLocaleString("en-US")} ${noun}${count === 1 ? "" : "s"}`;
