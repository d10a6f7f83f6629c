/**
 * Repairs a document after an import: settings that contradict the imported content are replaced by the nearest valid ones, and each
 * replacement is reported.
 */
import { compile, fetchCompiler } from "../../core/run/compile.ts";
import { describeIssue, ScenarioError, type ValidationIssue } from "../../core/base/errors.ts";
import { type ChosenKind, type KindParam, readKind, writeParam } from "../../core/base/params.ts";
import { capitalize } from "../../core/base/words.ts";
import { isSameValue } from "../../core/base/equality.ts";
import { checkDocument, type Document, letterOf } from "../../core/scenario/document.ts";
import { withNearestValue, documentParamAt, withKind, withDocumentValue } from "../../core/scenario/edits/edit-document-value.ts";
import { parsePath } from "../../core/scenario/param-path.ts";
import { topologyFacts, type Scenario, scenarioParams, type Section, activeTerminals } from "../../core/scenario/scenario.ts";
import { routings } from "../../core/routings/registry.ts";
import { allFlowControls } from "../../core/kinds/all-kinds.ts";
import { workloads } from "../../core/workloads/registry.ts";

/**
 * Replaces invalid settings of a document after an import, one after the other, until the document can run. A document whose drawn network
 * still lacks terminals is returned as it is.
 * @param importedSections sections that the file has set, which are never replaced
 * @param isReported whether replacements are reported. If not, only a change of the flow control is reported.
 * @param isRoutingChosen whether a user chose the routing. If not, the routing belonged to the previous network and is not reported as a
 * fault.
 * @param sentences receives the sentences that report the replacements
 * @throws ScenarioError if the imported content itself cannot run
 */
export async function repairDocument(
  document: Document,
  importedSections: ReadonlySet<Section>,
  isReported: boolean,
  isRoutingChosen: boolean,
  sentences: string[],
): Promise<Document> {
  let current = document;
  const faults: ValidationIssue[] = [];
  for (;;) {
    const fault = checkDocument(current)[0] ?? (await compileFault(current));
    if (fault === undefined) return current;
    if (isUnfinishedDrawing(current)) {
      sentences.push(describeIssue({ ...fault, path: "", message: capitalize(fault.message) }));
      return current;
    }
    const replacement = withoutFault(current, fault, importedSections);
    const isRepeated = faults.some(({ path, message }) => path === fault.path && message === fault.message);
    // If several replacements were tried one after the other, report the reason of each.
    if (isRepeated) throw new ScenarioError(faults.filter(({ path }) => path === fault.path));
    if (replacement === null) throw new ScenarioError([fault]);
    faults.push(fault);
    if (!isRoutingChosen && replacement.document.routing !== current.routing) {
      if (isReported)
        sentences.push(`${capitalize(routings.get(replacement.document.routing.kind).title)} routing is chosen for this network.`);
    } else if (isReported || replacement.document.flowControl !== current.flowControl)
      sentences.push(`${capitalize(fault.message)} ${replacement.sentence}`);
    current = replacement.document;
  }
}

/** Whether the drawing has fewer than two terminals. It is kept, because a user may still be drawing it. */
function isUnfinishedDrawing(document: Document): boolean {
  if (checkDocument(document).length > 0) return false;
  const facts = topologyFacts(document.topology);
  return facts.isDraft === true && activeTerminals(facts) < 2;
}

/** The fault that prevents the first scenario from running and that shows only when its network is built. */
async function compileFault(document: Document): Promise<ValidationIssue | undefined> {
  await fetchCompiler(document);
  try {
    compile(document);
    return undefined;
  } catch (error) {
    if (error instanceof ScenarioError) return error.issues[0];
    throw error;
  }
}

interface Replacement {
  readonly document: Document;
  /** A sentence that continues the description of the fault. */
  readonly sentence: string;
}

/** The document without the invalid setting; null if that setting was imported, or if nothing else fits in its place. */
function withoutFault(document: Document, fault: ValidationIssue, importedSections: ReadonlySet<Section>): Replacement | null {
  const path = parsePath(fault.path);
  const [section, index] = path;
  if (section === "sweep" || section === "seeds")
    return { document: { ...document, sweep: [], seeds: 1 }, sentence: "The sweep is removed." };
  if (section === "baseline")
    return { document: { ...document, baseline: 0 }, sentence: "The other networks are compared with the first." };
  if (section === "beside") return withoutVariant(document, Number(index));
  if (importedSections.has(section as Section)) return withFittingFlowControl(document, section);
  return withNearestFit(document, fault) ?? withDefault(document, section as Section);
}

function withoutVariant(document: Document, index: number): Replacement {
  const variants = document.beside.filter((_, i) => i !== index);
  return { document: { ...document, beside: variants, baseline: 0 }, sentence: `Network ${letterOf(index + 1)} is removed.` };
}

/**
 * The document with the first flow control that accepts the imported section. For example, messages that are too long for packets need
 * fluid flow.
 */
function withFittingFlowControl(document: Document, section: string): Replacement | null {
  const isAtFault = (checked: Document) => checkDocument(checked).some(({ path }) => parsePath(path)[0] === section);
  if (!isAtFault(document)) return null;
  const path = ["flowControl"];
  for (const { id } of allFlowControls.kinds) {
    const candidate = withKind(document, path, id);
    if (!isAtFault(candidate))
      return { document: candidate, sentence: replacementSentence(documentParamAt(document, path) as KindParam, id, "is used") };
  }
  return null;
}

/** The document with the nearest valid kind or number in place of the invalid one. Entries of lists are not repaired. */
function withNearestFit(document: Document, fault: ValidationIssue): Replacement | null {
  const path = parsePath(fault.path);
  const param = documentParamAt(document, path);
  const repaired = path.some((key) => /^\d+$/.test(key)) ? undefined : withNearestValue(document, fault);
  if (repaired === undefined || param === undefined) return null;
  if (param.type === "kind") return { document: repaired, sentence: replacementSentence(param, String(fault.nearest)) };
  const value = writeParam(param, fault.nearest);
  return { document: repaired, sentence: `${param.title} is ${typeof value === "object" ? "changed" : `set to ${String(value)}`}.` };
}

const replacementSentence = ({ registry }: KindParam, id: string, predicate = "is used instead") =>
  `${capitalize(registry.get(id).title)} ${predicate}.`;

/**
 * The document with the default of a section, and uniform traffic as the default workload because it fits every network; null if the
 * section has this value already.
 */
function withDefault(document: Document, section: Section): Replacement | null {
  const param = scenarioParams[section];
  const value = section === "workload" ? uniformTraffic() : param.default;
  if (isSameValue((document as Scenario)[section], value)) return null;
  const changed = withDocumentValue(document, [section], value);
  const sentence =
    section === "workload"
      ? "Uniform traffic is used instead."
      : param.type === "kind"
        ? replacementSentence(param as KindParam, param.default.kind)
        : `${param.title} ${section === "links" ? "are" : "is"} reset to the default.`;
  return { document: changed, sentence };
}

function uniformTraffic(): ChosenKind {
  return readKind(workloads, { kind: "open-loop", pattern: { kind: "uniform" } }, "workload", []);
}
