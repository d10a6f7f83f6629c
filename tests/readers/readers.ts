/** All readers of external text, one entry each: example inputs, the result of reading, and how that result is written again. */
import { checkPath } from "../../src/app/opening/same-site.ts";
import { valuesOf } from "../../src/app/document/sweep-values.ts";
import { parseLoadUnit, writeLoadUnit } from "../../src/core/base/load-unit.ts";
import { hashText } from "../../src/core/base/hash.ts";
import { canonicalText } from "../../src/core/scenario/canonical.ts";
import { type Document, writeDocument } from "../../src/core/scenario/document.ts";
import { readDocument } from "../../src/core/scenario/read-document.ts";
import { scenarioParams } from "../../src/core/scenario/scenario.ts";
import { readText } from "../../src/links/text.ts";
import { longestLink, readLink, writeLink } from "../../src/links/index.ts";
import { readLock, writeLock } from "../../src/links/lock.ts";
import { packedTag, writePacked } from "../../src/links/packed.ts";
import { readPageLink, writeView } from "../../src/links/view-state.ts";
import links from "../scenarios/links.txt?raw";

/** The result of reading a text. */
export interface Read {
  /** Equal for texts with the same meaning. */
  readonly meaning: string;
  /** Writes the result, reads it again and returns the meaning. Absent if no writer exists for such texts. */
  again?(): string | Promise<string>;
}

/** A reader of external text with its test inputs. */
export interface Reader {
  readonly name: string;
  /** Texts that the reader accepts. */
  readonly examples: readonly string[];
  /** Prefixes of long texts, so that they reach all parts of the reader. */
  readonly heads: readonly string[];
  /** Maximum length of timed texts, in characters. */
  readonly longest: number;
  /** Whether every test run tries random texts. Small readers need fewer. */
  readonly isLarge: boolean;
  /** @throws ScenarioError if the text is rejected. */
  read(text: string): Read | Promise<Read>;
}

const museum = links
  .split("\n")
  .filter((line) => line !== "" && !line.startsWith("//"))
  .map((line) => line.split("\t"));
const fragments = museum.map(([link]) => readPageLink(link).scenario);
const readable = fragments.filter((link) => !link.startsWith(packedTag));
const documents = museum.map(([, canonical]) => canonical);

const meaningOf = (document: Document) => canonicalText(writeDocument(document));
const through = (document: Document, write: (document: Document) => Promise<string>): Read => ({
  meaning: meaningOf(document),
  again: async () => meaningOf(await readLink(await write(document))),
});

/** A packed link of any text, with a valid checksum. */
async function packed(text: string): Promise<string> {
  const stream = new Blob([text]).stream().pipeThrough(new CompressionStream("deflate-raw"));
  const bytes = Buffer.from(await new Response(stream).arrayBuffer()).toString("base64url");
  return `${packedTag}${bytes}.${hashText(bytes, 0).toString(36)}`;
}

/** A document with a second network, so that many paths of parameters exist. */
const compared = readDocument({ beside: [{ topology: "torus", "workload.pattern": "uniform" }] });

export const readers: readonly Reader[] = [
  {
    name: "readable links",
    examples: readable,
    heads: ["", "v=", "load=", "title=", "topology=torus:sizes", "topology=torus:", "routing=", "b.", "b.load=", "seed=", "https:", "z1="],
    longest: longestLink,
    isLarge: true,
    read: async (text) => through(await readLink(text), writeLink),
  },
  {
    name: "sweeps in links",
    examples: fragments.flatMap((link) => /&sweep=([^&]*)/.exec(link)?.[1] ?? []),
    heads: ["", "load:", "load:.1..", "load:.1..1..", "load:1*", "topology.", "workload.pattern:"],
    longest: longestLink - 100,
    isLarge: true,
    read: async (text) => through(await readLink(`topology=torus&traffic=uniform&sweep=${text}`), writeLink),
  },
  {
    name: "packed links",
    examples: fragments.filter((link) => link.startsWith(packedTag)),
    heads: [packedTag, `${packedTag}.`],
    longest: longestLink,
    isLarge: true,
    read: async (text) => through(await readLink(text), writeLink),
  },
  {
    name: "packed texts",
    examples: documents,
    heads: [],
    longest: longestLink,
    isLarge: true,
    read: async (text) => through(await readLink(await packed(text)), writePacked),
  },
  {
    name: "documents",
    examples: documents,
    heads: ["", '"', "[", '{"title":"', '{"seed":', '{"topology":{"kind":"torus","sizes":[', '{"beside":[{"', '{"sweep":[{"path":"', '{"'],
    longest: 2 ** 17,
    isLarge: true,
    read(text) {
      const document = readText(text);
      return { meaning: meaningOf(document), again: () => meaningOf(readText(JSON.stringify(writeDocument(document)))) };
    },
  },
  {
    name: "the page's parts of links",
    examples: museum.flatMap(([link]) => /&(view=.*)/.exec(link)?.[1] ?? []),
    heads: [
      "",
      "view=",
      "view=channel,choice~a.",
      "view=choice~a.b.c,",
      "view=pick~c",
      "view=time~1-",
      "view=unit~",
      "embed=1&lock=",
      "src=",
    ],
    longest: 2 ** 17,
    isLarge: true,
    read(text) {
      const { view } = readPageLink(text);
      const meaning = JSON.stringify(view);
      return view === null ? { meaning } : { meaning, again: () => JSON.stringify(readPageLink(writeView(view)).view) };
    },
  },
  {
    name: "locks",
    examples: ["all", "all-but,load", "topology,traffic", "workload.load,kUp,seed", "all-but,beside,cost", "beside.0.topology"],
    heads: ["", "all-but,", "topology", "workload."],
    longest: longestLink,
    isLarge: true,
    read(text) {
      const lock = readLock(text, compared);
      return { meaning: JSON.stringify(lock), again: () => JSON.stringify(readLock(writeLock(lock), compared)) };
    },
  },
  {
    name: "units of loads",
    examples: ["phits", "share", "400MB/s", "1.5 GB/s"],
    heads: ["", "1"],
    longest: longestLink,
    isLarge: false,
    read(text) {
      const unit = parseLoadUnit(text);
      const meaning = JSON.stringify(unit);
      return typeof unit === "string" ? { meaning } : { meaning, again: () => JSON.stringify(parseLoadUnit(writeLoadUnit(unit))) };
    },
  },
  {
    name: "values typed for a sweep",
    examples: ["0.1 to 1 by 0.1", "2..8", "1, 2, 4", "64 B; 128 B"],
    heads: ["", "1", "1 to 2", "1..2 by "],
    longest: longestLink,
    isLarge: false,
    read: (text) => ({ meaning: JSON.stringify(valuesOf(scenarioParams.run.params.window, text)) }),
  },
  {
    name: "paths beside the page",
    examples: ["scenarios/hot-spot.json", "week3.json"],
    heads: ["", "a", "a/"],
    longest: longestLink,
    isLarge: false,
    read: (text) => {
      checkPath(text);
      return { meaning: new URL(text, "https://a.edu/net/").href };
    },
  },
];
