/**
 * The technology that is assumed for work whose answer is a time, such as a collective operation. An edit writes it into the document, so
 * that links contain it; documents without a technology keep their meaning.
 */
import { isSameValue } from "../../base/equality.ts";
import type { ChosenKind } from "../../base/params.ts";
import { quantityForPeople } from "../../base/units.ts";
import { workloads } from "../../workloads/registry.ts";
import { channelRateOf } from "../clock.ts";
import { checkDocument, type Document, variantsOf } from "../document.ts";
import { type Scenario, scenarioParams } from "../scenario.ts";
import { withDocumentValue } from "./edit-document-value.ts";

/**
 * Links of 400 Gb/s, as of NDR InfiniBand and of 400-Gigabit Ethernet, and 2 µs for a message besides its transmission. *Chosen*: the
 * common links of machines for training and computing in 2024, and a round number of the size of the latency that MPI measures on them.
 */
const assumed = { rate: 50e9, latency: 2 } as const;

/** The technology with these links, of no overhead per packet. */
export const assumedTechnology: ChosenKind = { kind: "own-links", values: { rate: assumed.rate, overhead: 0, latency: assumed.latency } };

/** What is assumed, in words. */
export const assumedTechnologyText = `links of 400 Gb/s (${quantityForPeople(assumed.rate, "rate")}) and ${assumed.latency} µs of latency per message`;

const technologyPath = ["technology"];

const isTimed = ({ workload }: Scenario) => workloads.get(workload.kind).isTimed === true;

/** Whether a kind of workload can only be answered well in seconds, and the document has no technology that gives them. */
export function lacksTechnologyFor(document: Document, workload: string): boolean {
  return workloads.find(workload)?.isTimed === true && variantsOf(document).every((each) => channelRateOf(each) === null);
}

/** The document with the assumed technology. */
export function withAssumedTechnology(document: Document): Document {
  return withDocumentValue(document, technologyPath, assumedTechnology);
}

/**
 * The document without the assumed technology if no network carries work that needs it. A technology with other values is the
 * reader's choice and stays, as does one without which the document is invalid, for instance because links have lengths in meters.
 */
export function withoutUnusedTechnology(document: Document): Document {
  if (!isSameValue(document.technology, assumedTechnology) || variantsOf(document).some(isTimed)) return document;
  const without = withDocumentValue(document, technologyPath, scenarioParams.technology.default);
  return checkDocument(without).length === 0 ? without : document;
}
