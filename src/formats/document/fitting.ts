/** What in a document does not go with what a file has brought gives way to the nearest that does, and that is said. */
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
 * The document as it runs, or as it is drawn on where its network lacks terminals.
 * @param brought what the file has said, and nothing may take the place of
 * @param isSaid whether somebody has said the rest; what nobody has said gives way without a word, but for the flow control
 * @param hasOwnRouting whether the routing of the document was chosen; one that came with the network before is not named as what is at fault
 * @throws ScenarioError where that alone cannot run
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
    // Where one thing after the other was tried, each has its reason.
    if (isBack) throw new ScenarioError(faults.filter(({ path }) => path === fault.path));
    if (next === null) throw new ScenarioError([fault]);
    faults.push(fault);
    if (!hasOwnRouting && next.document.routing !== now.routing) {
      if (isSaid) said.push(`${capital(routings.get(next.document.routing.kind).title)} routing is chosen for this network.`);
    } else if (isSaid || next.document.flowControl !== now.flowControl) said.push(`${capital(fault.message)} ${next.instead}`);
    now = next.document;
  }
}

/** Whether a network is kept as it is, though it lacks terminals: whoever draws on goes on from there. */
function isUnfinished(document: Document): boolean {
  if (checkDocument(document).length > 0) return false;
  const facts = factsOf(document.topology);
  return facts.isDraft === true && takingPart(facts) < 2;
}

/** What keeps the first scenario from running that only its built network shows. */
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
  /** A sentence that goes on from the fault. */
  readonly instead: string;
}

/** The document without what is at fault; null where that was brought, or stands there because nothing else fits. */
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

/** The first flow control for which a section is as it has to be: messages that are too long for packets flow. */
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

/** The nearest that fits in the place of what is at fault: a kind, or a number. Lists are not mended entry by entry. */
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

/** What a section has in a new document, but uniform traffic, which fits every network; null where it has that already. */
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
