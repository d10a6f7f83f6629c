/**
 * Repairs a document after an import: settings that contradict the imported content are replaced by the nearest valid ones, and each
 * replacement is reported.
 */
import { compile, fetchCompiler } from "../../core/run/compile.ts";
import { describeIssue, ScenarioError, type ValidationIssue } from "../../core/base/errors.ts";
import { type ChosenKind, type KindParam, readKind, writeParam } from "../../core/base/params.ts";
import { capital } from "../../core/base/words.ts";
import { isSameValue } from "../../core/base/same.ts";
import { checkDocument, type Document, letterOf } from "../../core/scenario/document.ts";
import { mended, paramAt, withKind, withValue } from "../../core/scenario/edits/edit-place.ts";
import { pathOf } from "../../core/scenario/place.ts";
import { factsOf, type Scenario, scenarioParams, type Section, takingPart } from "../../core/scenario/scenario.ts";
import { routings } from "../../core/routings/shelf.ts";
import { flowControls } from "../../core/kinds/all-kinds.ts";
import { workloads } from "../../core/workloads/shelf.ts";

/**
 * Replaces invalid settings until the document can run. A drawing that still lacks terminals is returned as it is.
 * @param importedSections sections that the file has set, which are never replaced
 * @param isReported whether replacements are reported. If not, only a change of the flow control is reported.
 * @param isRoutingChosen whether a user chose the routing. If not, the routing belonged to the previous network and is not reported as a
 * fault.
 * @param sentences receives the sentences that report the replacements
 * @throws ScenarioError if the imported content itself cannot run
 */
export async function fitted(
  document: Document,
  brought: ReadonlySet<Section>,
  isSaid: boolean,
  hasOwnRouting: boolean,
  said: string[],
): Promise<Document> {
  let now = document;
  const faults: ValidationIssue[] = [];
  for (;;) {
    const fault = checkDocument(now)[0] ?? (await faultOfPlan(now));
    if (fault === undefined) return now;
    if (isUnfinished(now)) {
      said.push(describeIssue({ ...fault, path: "", message: capital(fault.message) }));
      return now;
    }
    const next = without(now, fault, brought);
    const isBack = faults.some(({ path, message }) => path === fault.path && message === fault.message);
    // If several replacements were tried in turn, report the reason of each.
    if (isBack) throw new ScenarioError(faults.filter(({ path }) => path === fault.path));
    if (next === null) throw new ScenarioError([fault]);
    faults.push(fault);
    if (!hasOwnRouting && next.document.routing !== now.routing) {
      if (isSaid) said.push(`${capital(routings.get(next.document.routing.kind).title)} routing is chosen for this network.`);
    } else if (isSaid || next.document.flowControl !== now.flowControl) said.push(`${capital(fault.message)} ${next.instead}`);
    now = next.document;
  }
}

/** Whether the drawing has fewer than two terminals. It is kept, because a user may still be drawing it. */
function isUnfinished(document: Document): boolean {
  if (checkDocument(document).length > 0) return false;
  const facts = factsOf(document.topology);
  return facts.isDraft === true && takingPart(facts) < 2;
}

/** The fault that prevents the first scenario from running and that shows only when its network is built. */
async function faultOfPlan(document: Document): Promise<ValidationIssue | undefined> {
  await fetchCompiler(document);
  try {
    compile(document);
    return undefined;
  } catch (error) {
    if (error instanceof ScenarioError) return error.issues[0];
    throw error;
  }
}

interface Instead {
  readonly document: Document;
  /** A sentence that continues the description of the fault. */
  readonly instead: string;
}

/** The document without the invalid setting; null if that setting was imported, or if nothing else fits in its place. */
function without(document: Document, fault: ValidationIssue, brought: ReadonlySet<Section>): Instead | null {
  const path = pathOf(fault.path);
  const [section, which] = path;
  if (section === "sweep" || section === "seeds")
    return { document: { ...document, sweep: [], seeds: 1 }, instead: "The sweep is left out." };
  if (section === "baseline") return { document: { ...document, baseline: 0 }, instead: "The others are compared with the first." };
  if (section === "beside") return withoutBeside(document, Number(which));
  if (brought.has(section as Section)) return otherEngine(document, section);
  return nearestThatFits(document, fault) ?? usual(document, section as Section);
}

function withoutBeside(document: Document, which: number): Instead {
  const beside = document.beside.filter((_, i) => i !== which);
  return { document: { ...document, beside, baseline: 0 }, instead: `Network ${letterOf(which + 1)} is left out.` };
}

/**
 * The document with the first flow control that accepts the imported section. For example, messages that are too long for packets need
 * fluid flow.
 */
function otherEngine(document: Document, section: string): Instead | null {
  const isAtFault = (each: Document) => checkDocument(each).some(({ path }) => pathOf(path)[0] === section);
  if (!isAtFault(document)) return null;
  const path = ["flowControl"];
  for (const { id } of flowControls.kinds) {
    const next = withKind(document, path, id);
    if (!isAtFault(next)) return { document: next, instead: sayInstead(paramAt(document, path) as KindParam, id, "is taken") };
  }
  return null;
}

/** The document with the nearest valid kind or number in place of the invalid one. Entries of lists are not repaired. */
function nearestThatFits(document: Document, fault: ValidationIssue): Instead | null {
  const path = pathOf(fault.path);
  const param = paramAt(document, path);
  const next = path.some((key) => /^\d+$/.test(key)) ? undefined : mended(document, fault);
  if (next === undefined || param === undefined) return null;
  if (param.type === "kind") return { document: next, instead: sayInstead(param, String(fault.nearest)) };
  const is = writeParam(param, fault.nearest);
  return { document: next, instead: `${param.title} is ${typeof is === "object" ? "changed" : String(is)} now.` };
}

const sayInstead = ({ registry }: KindParam, id: string, what = "takes its place") => `${capital(registry.get(id).title)} ${what}.`;

/**
 * The document with the default of a section, and uniform traffic as the default workload because it fits every network; null if the
 * section has this value already.
 */
function usual(document: Document, section: Section): Instead | null {
  const param = scenarioParams[section];
  const value = section === "workload" ? uniformTraffic() : param.default;
  if (isSameValue((document as Scenario)[section], value)) return null;
  const next = withValue(document, [section], value);
  const instead =
    section === "workload"
      ? "Uniform traffic takes its place."
      : param.type === "kind"
        ? sayInstead(param as KindParam, param.default.kind)
        : `${param.title} ${section === "links" ? "are" : "is"} as usual.`;
  return { document: next, instead };
}

function uniformTraffic(): ChosenKind {
  return readKind(workloads, { kind: "open-loop", pattern: { kind: "uniform" } }, "workload", []);
}
