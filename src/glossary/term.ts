/** The type of a glossary term. */
import type { AnimatedPicture } from "./marks.ts";

export interface Term {
  /** The term in lower case. Its address on the page is derived from it. */
  readonly title: string;
  /** Other forms of the term in texts: plural, symbol, synonym. */
  readonly forms: readonly string[];
  /** Exactly two plain sentences. */
  readonly says: readonly [string, string];
  /** A small animated picture. */
  readonly draw: AnimatedPicture;
  /** The reference: a chapter of a book, or a paper. */
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

/** A reference to a chapter of the textbook by Dally and Towles. */
export const chapter = (number: keyof typeof chapters) =>
  `Dally & Towles, Principles and Practices of Interconnection Networks, chapter ${number}: ${chapters[number]}`;
