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
 * between terminals a and b, written like one between switches.
 */
import { type Drawing, type DrawnLink, isTerminal, most, terminalEnd, terminalOf } from "./drawing.ts";
import { SymbolReader, SymbolWriter, Unreadable } from "../../base/symbols.ts";

type Plan = Pick<Drawing, "links"> & { readonly switches: number; readonly terminals: number };

const kinds = 4;
const folded = (step: number) => (step < 0 ? -2 * step - 1 : 2 * step);
const unfolded = (value: number) => (value % 2 === 0 ? value / 2 : -(value + 1) / 2);

/** The switch and terminal of a terminal link; null for other links. */
function hung({ a, b }: DrawnLink): { readonly s: number; readonly t: number } | null {
  if (isTerminal(a) === isTerminal(b)) return null;
  return isTerminal(a) ? { s: b, t: terminalOf(a) } : { s: a, t: terminalOf(b) };
}

const joinsSwitches = ({ a, b }: DrawnLink) => !isTerminal(a) && !isTerminal(b);

/** Writes the numbers of nodes and all links. Consecutive links of the same kind are coded together. */
export function writePlan({ switches, terminals, links }: Drawing): string {
  const write = new SymbolWriter().number(switches.length).number(terminals.length);
  let [lastA, lastHome, next, lastTerminal] = [0, 0, 0, 0];
  for (let i = 0; i < links.length;) {
    const own = hung(links[i]);
    if (own === null && !joinsSwitches(links[i])) {
      const [a, b] = [terminalOf(links[i].a), terminalOf(links[i].b)];
      write
        .number(3)
        .signed(a - lastTerminal)
        .number(b - a - 1);
      lastTerminal = a;
      i++;
      continue;
    }
    if (own === null) {
      let end = i + 1;
      while (end < links.length && joinsSwitches(links[end])) end++;
      lastA = writePairs(write, links.slice(i, end), lastA, switches.length);
      i = end;
      continue;
    }
    const { s, t } = own;
    const home = folded(s - lastHome) * kinds;
    lastHome = s;
    // A gap in the terminal numbers is left by removed terminals. A terminal with several links occurs again and is written with kind 2.
    if (t > next && t - next < 64) {
      write.number(2 * (t - next) * kinds + 3);
      next = t;
    }
    if (t !== next) {
      write.number(home + 2).signed(t - next);
      i++;
      continue;
    }
    let count = 1;
    while (i + count < links.length) {
      const following = hung(links[i + count]);
      if (following === null || following.s !== s || following.t !== t + count) break;
      count++;
    }
    write.number(home + 1).number(count - 1);
    next += count;
    i += count;
  }
  return write.text;
}

/** Writes links between switches as steps or as pairs, whichever is shorter. Returns the a of the last link. */
function writePairs(write: SymbolWriter, links: readonly DrawnLink[], lastA: number, switches: number): number {
  const bySteps = new SymbolWriter();
  const steps = new Set<string>();
  let from = lastA;
  for (const { a, b } of links) {
    bySteps.number(folded(a - from) * kinds).number(b - a - 1);
    steps.add(`${a - from} ${b - a}`);
    from = a;
  }
  const width = pairWidth(switches);
  const byPairs = new SymbolWriter().number((2 * links.length + 1) * kinds + 3);
  // Repeated steps compress well when the link is packed, so they are preferred to pairs.
  const isShorter = byPairs.text.length + links.length * width < bySteps.text.length;
  if (links.length < fewPairs || !isShorter || 2 * steps.size <= links.length) {
    write.append(bySteps);
    return from;
  }
  for (const { a, b } of links) byPairs.fixed(a * switches + b, width);
  write.append(byPairs);
  return from;
}

/** Shorter lists are always written as steps, because pairs save little. */
const fewPairs = 32;

/** Number of letters for any pair of switches. */
function pairWidth(switches: number): number {
  let width = 1;
  while (64 ** width < switches * switches) width++;
  return width;
}

/**
 * Reads a text of {@link writeDrawingText}.
 * @throws UnreadableText
 */
export function readPlan(text: string): Plan {
  const read = new SymbolReader(text);
  const switches = within(read.number(), most.switches, "switches");
  const terminals = within(read.number(), most.terminals, "terminals");
  const links: DrawnLink[] = [];
  const join = (a: number, b: number) => {
    within(links.push({ a, b }), most.links, "links");
  };
  const known = (n: number, count: number, what: string) => {
    if (!(n >= 0 && n < count)) throw new Unreadable(`joins ${what} ${n} with its link ${links.length}; there are ${count}`);
    return n;
  };
  let [lastA, lastHome, next, lastTerminal] = [0, 0, 0, 0];
  while (!read.isAtEnd) {
    const value = read.number();
    const [kind, first] = [value % kinds, Math.floor(value / kinds)];
    if (kind === 0) {
      lastA = known(lastA + unfolded(first), switches, "switch");
      join(lastA, known(lastA + read.number() + 1, switches, "switch"));
    } else if (kind === 3 && first === 0) {
      lastTerminal = known(lastTerminal + read.signed(), terminals, "terminal");
      join(terminalEnd(lastTerminal), terminalEnd(known(lastTerminal + read.number() + 1, terminals, "terminal")));
    } else if (kind === 3 && first % 2 === 0) {
      next += first / 2;
    } else if (kind === 3) {
      const width = pairWidth(switches);
      for (let left = (first - 1) / 2; left > 0; left--) {
        const pair = read.fixed(width);
        lastA = Math.floor(pair / switches);
        const b = pair % switches;
        if (lastA >= b)
          throw new Unreadable(`joins switches ${lastA} and ${b} with its link ${links.length}; expected the lower one first`);
        join(lastA, known(b, switches, "switch"));
      }
    } else {
      lastHome = known(lastHome + unfolded(first), switches, "switch");
      if (kind === 2) join(terminalEnd(known(next + read.signed(), terminals, "terminal")), lastHome);
      else for (let left = read.number() + 1; left > 0; left--) join(terminalEnd(known(next++, terminals, "terminal")), lastHome);
    }
  }
  return { switches, terminals, links };
}

function within(count: number, atMost: number, what: string): number {
  if (count > atMost) throw new Unreadable(`has ${count} ${what}; at most ${atMost} can be drawn`);
  return count;
}
