/** What a word of the glossary is. */
import type { Draw } from "./marks.ts";

export interface Term {
  /** Its name, in small letters; also what its address is made of. */
  readonly title: string;
  /** The other forms in which it is written: plural, symbol, synonym. */
  readonly forms: readonly string[];
  /** Exactly two plain sentences. */
  readonly says: readonly [string, string];
  /** A tiny living picture. */
  readonly draw: Draw;
  /** Where it can be read up: the chapter of a book, or the paper. */
  readonly source: string;
}

const chapters = {
  1: "Introduction",
  2: "A Simple Interconnection Network",
  3: "Topology Basics",
  5: "Torus Networks",
  8: "Routing Basics",
  9: "Oblivious Routing",
  10: "Adaptive Routing",
  12: "Flow Control Basics",
  13: "Buffered Flow Control",
  14: "Deadlock and Livelock",
  18: "Arbitration",
  23: "Performance Analysis",
  24: "Simulation",
} as const;

/** A chapter of the textbook by Dally and Towles. */
export const chapter = (number: keyof typeof chapters) =>
  `Dally & Towles, Principles and Practices of Interconnection Networks, chapter ${number}: ${chapters[number]}`;
