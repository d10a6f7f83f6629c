/**
 * The text with the nodes and links of a drawing, gap-coded. It contains the numbers of switches and terminals and then the links in order,
 * each starting with the number 4 × value + kind:
 *
 * - 0: link between switches a and b. The value is the step from the previous a; b − a − 1 follows.
 * - 1: links of consecutive new terminals to a switch. The value is the step from the previous switch with terminals; the count − 1
 * follows.
 * - 2: link of any terminal to a switch. The value is the step as in 1; the terminal follows as a step from the next expected terminal.
 * - 3: an even value v > 0 skips v / 2 terminals that have no link of kind 1. An odd value v announces (v − 1) / 2 pairs of switches, each
 * written as a × S + b with as few letters as the largest pair needs, which is shorter for links without a pattern. The value 0 is a link
 * between terminals a and b, written like a link between switches.
 */
import { type Drawing, type DrawnLink, isTerminalEnd, drawingLimits, terminalEnd, terminalOfEnd } from "./drawing.ts";
import { SymbolReader, SymbolWriter, UnreadableText } from "../../base/symbols.ts";

type DrawingGraph = Pick<Drawing, "links"> & { readonly switches: number; readonly terminals: number };

const kindCount = 4;
const zigzag = (step: number) => (step < 0 ? -2 * step - 1 : 2 * step);
const unzigzag = (value: number) => (value % 2 === 0 ? value / 2 : -(value + 1) / 2);

/** The switch and terminal of a terminal link; null for other links. */
function terminalLinkOf({ a, b }: DrawnLink): { readonly s: number; readonly t: number } | null {
  if (isTerminalEnd(a) === isTerminalEnd(b)) return null;
  return isTerminalEnd(a) ? { s: b, t: terminalOfEnd(a) } : { s: a, t: terminalOfEnd(b) };
}

const isSwitchLink = ({ a, b }: DrawnLink) => !isTerminalEnd(a) && !isTerminalEnd(b);

/**
 * Writes the nodes and links of a drawing as a short text: the numbers of switches and terminals, then the links in order, as differences
 * to the links before. An entry (a link or a sequence of similar links) starts with the number 4 × value + kind; the head of this file
 * lists the kinds 0 to 3.
 */
export function writeDrawingText({ switches, terminals, links }: Drawing): string {
  const writer = new SymbolWriter().number(switches.length).number(terminals.length);
  let [lastA, lastSwitch, nextTerminal, lastTerminal] = [0, 0, 0, 0];
  for (let i = 0; i < links.length;) {
    const terminalLink = terminalLinkOf(links[i]);
    // A link between two terminals (kind 3, value 0).
    if (terminalLink === null && !isSwitchLink(links[i])) {
      const [a, b] = [terminalOfEnd(links[i].a), terminalOfEnd(links[i].b)];
      writer
        .number(3)
        .signed(a - lastTerminal)
        .number(b - a - 1);
      lastTerminal = a;
      i++;
      continue;
    }
    // All links between switches up to the next link of a terminal (kind 0, or kind 3 with an odd value).
    if (terminalLink === null) {
      let endOfSwitchLinks = i + 1;
      while (endOfSwitchLinks < links.length && isSwitchLink(links[endOfSwitchLinks])) endOfSwitchLinks++;
      lastA = writeSwitchLinks(writer, links.slice(i, endOfSwitchLinks), lastA, switches.length);
      i = endOfSwitchLinks;
      continue;
    }
    const { s, t } = terminalLink;
    const codedSwitch = zigzag(s - lastSwitch) * kindCount;
    lastSwitch = s;
    // A gap in the terminal numbers, left by removed terminals, is skipped (kind 3, even value).
    if (t > nextTerminal && t - nextTerminal < 64) {
      writer.number(2 * (t - nextTerminal) * kindCount + 3);
      nextTerminal = t;
    }
    // Any other terminal than the next one, such as a terminal with several links (kind 2).
    if (t !== nextTerminal) {
      writer.number(codedSwitch + 2).signed(t - nextTerminal);
      i++;
      continue;
    }
    // Consecutive terminals of the same switch (kind 1).
    let count = 1;
    while (i + count < links.length) {
      const following = terminalLinkOf(links[i + count]);
      if (following === null || following.s !== s || following.t !== t + count) break;
      count++;
    }
    writer.number(codedSwitch + 1).number(count - 1);
    nextTerminal += count;
    i += count;
  }
  return writer.text;
}

/**
 * Writes links between switches a < b in the shorter of two ways: each link as the step from the previous a and the difference b − a − 1
 * (kind 0), or as the single number a × S + b (kind 3). Returns the a of the last link.
 * @param switches S, the number of switches.
 * @param lastA The a of the link before.
 */
function writeSwitchLinks(writer: SymbolWriter, links: readonly DrawnLink[], lastA: number, switches: number): number {
  const bySteps = new SymbolWriter();
  const distinctSteps = new Set<string>();
  let previousA = lastA;
  for (const { a, b } of links) {
    bySteps.number(zigzag(a - previousA) * kindCount).number(b - a - 1);
    distinctSteps.add(`${a - previousA} ${b - a}`);
    previousA = a;
  }
  const width = pairWidth(switches);
  const byPairs = new SymbolWriter().number((2 * links.length + 1) * kindCount + 3);
  // Repeated steps compress well when the link is packed, so they are preferred to pairs.
  const isShorter = byPairs.text.length + links.length * width < bySteps.text.length;
  if (links.length < minPairs || !isShorter || 2 * distinctSteps.size <= links.length) {
    writer.append(bySteps);
    return previousA;
  }
  for (const { a, b } of links) byPairs.fixed(a * switches + b, width);
  writer.append(byPairs);
  return previousA;
}

/** Shorter lists are always written as steps, because pairs save little. */
const minPairs = 32;

/** Number of letters for any pair of switches. */
function pairWidth(switches: number): number {
  let width = 1;
  while (64 ** width < switches * switches) width++;
  return width;
}

/**
 * Reads a text of {@link writeDrawingText}: the numbers of switches and terminals, and the links. An entry starts with the number
 * 4 × value + kind; the head of this file lists the kinds 0 to 3. The value is called `payload` here.
 * @throws UnreadableText with the reason if the text is damaged
 */
export function readDrawingText(text: string): DrawingGraph {
  const reader = new SymbolReader(text);
  const switches = checkLimit(reader.number(), drawingLimits.switches, "switches");
  const terminals = checkLimit(reader.number(), drawingLimits.terminals, "terminals");
  const links: DrawnLink[] = [];
  const addLink = (a: number, b: number) => {
    checkLimit(links.push({ a, b }), drawingLimits.links, "links");
  };
  const checkIndex = (n: number, count: number, noun: string) => {
    if (!(n >= 0 && n < count)) throw new UnreadableText(`joins ${noun} ${n} with its link ${links.length}; there are ${count}`);
    return n;
  };
  let [lastA, lastSwitch, nextTerminal, lastTerminal] = [0, 0, 0, 0];
  while (!reader.isAtEnd) {
    const value = reader.number();
    const [kind, payload] = [value % kindCount, Math.floor(value / kindCount)];
    // Kind 0: a link between switches. Kind 3: a link between terminals (payload 0), skipped terminals (even), or pairs of switches (odd).
    // Kinds 1 and 2: links of terminals to a switch.
    if (kind === 0) {
      lastA = checkIndex(lastA + unzigzag(payload), switches, "switch");
      addLink(lastA, checkIndex(lastA + reader.number() + 1, switches, "switch"));
    } else if (kind === 3 && payload === 0) {
      lastTerminal = checkIndex(lastTerminal + reader.signed(), terminals, "terminal");
      addLink(terminalEnd(lastTerminal), terminalEnd(checkIndex(lastTerminal + reader.number() + 1, terminals, "terminal")));
    } else if (kind === 3 && payload % 2 === 0) {
      nextTerminal += payload / 2;
    } else if (kind === 3) {
      const width = pairWidth(switches);
      for (let remaining = (payload - 1) / 2; remaining > 0; remaining--) {
        const pair = reader.fixed(width);
        lastA = Math.floor(pair / switches);
        const b = pair % switches;
        if (lastA >= b)
          throw new UnreadableText(`joins switches ${lastA} and ${b} with its link ${links.length}; expected the lower one first`);
        addLink(lastA, checkIndex(b, switches, "switch"));
      }
    } else {
      lastSwitch = checkIndex(lastSwitch + unzigzag(payload), switches, "switch");
      if (kind === 2) addLink(terminalEnd(checkIndex(nextTerminal + reader.signed(), terminals, "terminal")), lastSwitch);
      else
        for (let remaining = reader.number() + 1; remaining > 0; remaining--)
          addLink(terminalEnd(checkIndex(nextTerminal++, terminals, "terminal")), lastSwitch);
    }
  }
  return { switches, terminals, links };
}

function checkLimit(count: number, limit: number, noun: string): number {
  if (count > limit) throw new UnreadableText(`has ${count} ${noun}; at most ${limit} can be drawn`);
  return count;
}
