/** All readers of external text, one entry each: example inputs, the result of reading, and how that result is written again. */
import { checkSitePath } from "../../src/app/opening/same-site.ts";
import { parseSweepValues } from "../../src/app/document/sweep-values.ts";
import { parseLoadUnit, writeLoadUnit } from "../../src/core/base/load-unit.ts";
import { hashText } from "../../src/core/base/hash.ts";
import { canonicalText } from "../../src/core/scenario/canonical.ts";
import { type Document, writeDocument } from "../../src/core/scenario/document.ts";
import { parseDocument } from "../../src/core/scenario/read-document.ts";
import { scenarioParams } from "../../src/core/scenario/scenario.ts";
import { readDocumentText } from "../../src/links/text.ts";
import { maxLinkLength, readDocumentLink, writeDocumentLink } from "../../src/links/index.ts";
import { readLock, writeLock } from "../../src/links/lock.ts";
import { packedTag, writePacked } from "../../src/links/packed.ts";
import { readPageLink, writeView } from "../../src/links/view-state.ts";
import links from "../scenarios/links.txt?raw";

/** The result of reading a text. */
export interface ReadResult {
  /** Equal for texts with the same meaning. */
  readonly meaning: string;
  /** Writes the result, reads it again and returns the meaning. Absent if no writer exists for such texts. */
  rereadMeaning?(): string | Promise<string>;
}

/** A reader of external text with its test inputs. */
export interface Reader {
  readonly name: string;
  /** Texts that the reader accepts. */
  readonly examples: readonly string[];
  /** Prefixes of long texts, so that they reach all parts of the reader. */
  readonly prefixes: readonly string[];
  /** Maximum length of timed texts, in characters. */
  readonly maxLength: number;
  /** Whether every test run tries random texts. Small readers need fewer. */
  readonly isLarge: boolean;
  /** @throws ScenarioError if the text is rejected. */
  read(text: string): ReadResult | Promise<ReadResult>;
}

const canonicalLinks = links
  .split("\n")
  .filter((line) => line !== "" && !line.startsWith("//"))
  .map((line) => line.split("\t"));
const fragments = canonicalLinks.map(([link]) => readPageLink(link).scenario);
const readableLinks = fragments.filter((link) => !link.startsWith(packedTag));
const documents = canonicalLinks.map(([, canonical]) => canonical);

const meaningOf = (document: Document) => canonicalText(writeDocument(document));
const resultWithWriter = (document: Document, write: (document: Document) => Promise<string>): ReadResult => ({
  meaning: meaningOf(document),
  rereadMeaning: async () => meaningOf(await readDocumentLink(await write(document))),
});

/** A packed link of any text, with a valid checksum. */
async function packText(text: string): Promise<string> {
  const stream = new Blob([text]).stream().pipeThrough(new CompressionStream("deflate-raw"));
  const bytes = Buffer.from(await new Response(stream).arrayBuffer()).toString("base64url");
  return `${packedTag}${bytes}.${hashText(bytes, 0).toString(36)}`;
}

/** A document with a second network, so that many paths of parameters exist. */
const comparedDocument = parseDocument({ beside: [{ topology: "torus", "workload.pattern": "uniform" }] });

export const readers: readonly Reader[] = [
  {
    name: "readable links",
    examples: readableLinks,
    prefixes: [
      "",
      "v=",
      "load=",
      "title=",
      "topology=torus:sizes",
      "topology=torus:",
      "routing=",
      "b.",
      "b.load=",
      "seed=",
      "https:",
      "z1=",
    ],
    maxLength: maxLinkLength,
    isLarge: true,
    read: async (text) => resultWithWriter(await readDocumentLink(text), writeDocumentLink),
  },
  {
    name: "sweeps in links",
    examples: fragments.flatMap((link) => /&sweep=([^&]*)/.exec(link)?.[1] ?? []),
    prefixes: ["", "load:", "load:.1..", "load:.1..1..", "load:1*", "topology.", "workload.pattern:"],
    maxLength: maxLinkLength - 100,
    isLarge: true,
    read: async (text) => resultWithWriter(await readDocumentLink(`topology=torus&traffic=uniform&sweep=${text}`), writeDocumentLink),
  },
  {
    name: "packed links",
    examples: fragments.filter((link) => link.startsWith(packedTag)),
    prefixes: [packedTag, `${packedTag}.`],
    maxLength: maxLinkLength,
    isLarge: true,
    read: async (text) => resultWithWriter(await readDocumentLink(text), writeDocumentLink),
  },
  {
    name: "packed texts",
    examples: documents,
    prefixes: [],
    maxLength: maxLinkLength,
    isLarge: true,
    read: async (text) => resultWithWriter(await readDocumentLink(await packText(text)), writePacked),
  },
  {
    name: "documents",
    examples: documents,
    prefixes: [
      "",
      '"',
      "[",
      '{"title":"',
      '{"seed":',
      '{"topology":{"kind":"torus","sizes":[',
      '{"beside":[{"',
      '{"sweep":[{"path":"',
      '{"',
    ],
    maxLength: 2 ** 17,
    isLarge: true,
    read(text) {
      const document = readDocumentText(text);
      return { meaning: meaningOf(document), rereadMeaning: () => meaningOf(readDocumentText(JSON.stringify(writeDocument(document)))) };
    },
  },
  {
    name: "the page's parts of links",
    examples: canonicalLinks.flatMap(([link]) => /&(view=.*)/.exec(link)?.[1] ?? []),
    prefixes: [
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
    maxLength: 2 ** 17,
    isLarge: true,
    read(text) {
      const { view } = readPageLink(text);
      const meaning = JSON.stringify(view);
      return view === null ? { meaning } : { meaning, rereadMeaning: () => JSON.stringify(readPageLink(writeView(view)).view) };
    },
  },
  {
    name: "locks",
    examples: ["all", "all-but,load", "topology,traffic", "workload.load,kUp,seed", "all-but,beside,cost", "beside.0.topology"],
    prefixes: ["", "all-but,", "topology", "workload."],
    maxLength: maxLinkLength,
    isLarge: true,
    read(text) {
      const lock = readLock(text, comparedDocument);
      return { meaning: JSON.stringify(lock), rereadMeaning: () => JSON.stringify(readLock(writeLock(lock), comparedDocument)) };
    },
  },
  {
    name: "units of loads",
    examples: ["phits", "share", "400MB/s", "1.5 GB/s"],
    prefixes: ["", "1"],
    maxLength: maxLinkLength,
    isLarge: false,
    read(text) {
      const unit = parseLoadUnit(text);
      const meaning = JSON.stringify(unit);
      return typeof unit === "string" ? { meaning } : { meaning, rereadMeaning: () => JSON.stringify(parseLoadUnit(writeLoadUnit(unit))) };
    },
  },
  {
    name: "values typed for a sweep",
    examples: ["0.1 to 1 by 0.1", "2..8", "1, 2, 4", "64 B; 128 B"],
    prefixes: ["", "1", "1 to 2", "1..2 by "],
    maxLength: maxLinkLength,
    isLarge: false,
    read: (text) => ({ meaning: JSON.stringify(parseSweepValues(scenarioParams.run.params.window, text)) }),
  },
  {
    name: "paths beside the page",
    examples: ["scenarios/hot-spot.json", "week3.json"],
    prefixes: ["", "a", "a/"],
    maxLength: maxLinkLength,
    isLarge: false,
    read: (text) => {
      checkSitePath(text);
      return { meaning: new URL(text, "https://a.edu/net/").href };
    },
  },
];
