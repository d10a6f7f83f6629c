/** The settings drawer: one section for each part of the scenario, a sentence when closed and a form when open. */
import "./drawer.css";
import { type ReactNode, useEffect, useRef, useState } from "react";
import type { ChosenKind, Param, Params, Values } from "../../../core/base/params.ts";
import { routings } from "../../../core/routings/registry.ts";
import { type Document, documentParams } from "../../../core/scenario/document.ts";
import { scenarioParams, scenarioFactsIfValid } from "../../../core/scenario/scenario.ts";
import { isWithin, parsePath } from "../../../core/scenario/param-path.ts";
import { sayEngines } from "../../../words/engines.ts";
import { LockedFieldset } from "../forms/LockedFieldset.tsx";
import { ParamField } from "../forms/ParamField.tsx";
import { sectionSentence } from "../sentence/section.ts";
import { segmentsAsText } from "../../../words/sentence.ts";
import { Dialog } from "../../ui/Dialog.tsx";
import { TextInput } from "../../ui/fields/TextInput.tsx";
import { editedDocument } from "../../state/document-state.ts";
import { chaoticChange } from "../../../findings/sensitivity.ts";
import { worthwhileSkew } from "../../../findings/skew.ts";
import { countOf, formatMeasure } from "../../../words/numbers.ts";
import { capitalize } from "../../../words/params.ts";
import { networkNamesOf } from "../../../words/networks.ts";
import { sayAxis } from "../../../words/sweep.ts";
import { CostSection, costSummary } from "./CostSection.tsx";
import { VariantsSection } from "./VariantsSection.tsx";
import { searchSettings, containsAllWords } from "./search-settings.ts";
import { DerivedFacts } from "./DerivedFacts.tsx";
import { SweepSection } from "./SweepSection.tsx";
import { TitleField } from "./TitleField.tsx";
import { WorkloadFacts } from "./WorkloadFacts.tsx";
import { Button } from "../../ui/Button.tsx";
import { usePage, useWorkbench } from "../../hooks.ts";

export interface DrawerProps {
  /** The section that is open first; empty for the first section. */
  readonly section: string;
  /** Whether there is no room beside the page. */
  readonly isModal: boolean;
}

/** A side panel, or a sheet that covers the page on a phone. */
export function Drawer({ section, isModal }: DrawerProps) {
  const { store } = usePage();
  const scenario = useWorkbench(editedDocument);
  const pending = useWorkbench((state) => state.document.pending);
  const sections = Object.entries(scenarioParams as Params);
  const [open, setOpen] = useState(section === "" ? sections[0][0] : section);
  const openHeading = useRef<HTMLHeadingElement>(null);
  const [searchText, setSearchText] = useState("");
  const searchWords = searchText
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== "");
  const isSearching = searchWords.length > 0;
  // If the section that closes is above the section that opens, the opened section would move out of view.
  useEffect(() => {
    const { top = 0 } = openHeading.current?.getBoundingClientRect() ?? {};
    if (open !== "" && top < 0) openHeading.current?.scrollIntoView({ block: "start" });
  }, [open]);
  const foundSettings = isSearching ? searchSettings(scenarioParams as Params, scenario, searchWords) : [];
  const documentCards = documentSections(scenario, isModal);
  const foundCards = isSearching
    ? documentCards.filter(({ title, keywords }) => containsAllWords(`${title} ${keywords}`, searchWords))
    : [];
  const count = foundSettings.length + foundCards.length;

  return (
    <Dialog title="All settings" className="drawer" isModal={isModal} onClose={() => store.setState({ view: { drawer: null } })}>
      <p className="settings-search">
        <TextInput
          type="search"
          aria-label="Search all settings"
          placeholder="Search: queue, seed, packet …"
          value={searchText}
          onChange={setSearchText}
        />
        <span className="muted small" role="status">
          {!isSearching ? "" : count === 0 ? "No setting matches." : countOf(count, "setting", "settings")}
        </span>
      </p>
      {isSearching && (
        <div className="settings-found">
          {foundSettings.map(({ path, param, value, enclosingTitles }) => (
            <section key={path.join(".")} aria-label={[...enclosingTitles, param.title].join(", ")}>
              {enclosingTitles.length > 0 && <p className="muted small">{enclosingTitles.join(" › ")}</p>}
              <ParamField param={param} value={value} path={path} />
            </section>
          ))}
          {foundCards.map(({ name, title, body }) => (
            <section key={name} aria-label={title}>
              {name !== "title" && <p className="muted small">{title}</p>}
              {body}
            </section>
          ))}
        </div>
      )}
      <div hidden={isSearching}>
        {documentCards[0].body}
        {/* A section for each part of the scenario, such as topology or routing: its heading, its value in words, and if open its form. */}
        {sections.map(([name, param]) => {
          // A section of the scenario: its title, its values in words, and its form while it is open.
          const value = (scenario as Values)[name];
          const isOpen = open === name;
          const isFaulty = pending?.issues.some((each) => isWithin(parsePath(each.path), [name])) ?? false;
          return (
            <section className="section" key={name} data-faulty={isFaulty || undefined}>
              <h3 ref={isOpen ? openHeading : null}>
                <Button aria-expanded={isOpen} aria-controls={`section-${name}`} onClick={() => setOpen(isOpen ? "" : name)}>
                  <span className="section-title small">{param.title}</span>
                  <span className="section-said">{numberSummary(param, value) ?? segmentsAsText(sectionSentence(scenario, name))}</span>
                </Button>
              </h3>
              <div id={`section-${name}`} hidden={!isOpen}>
                {isOpen && <ParamField param={param} value={value} path={[name]} />}
                {isOpen && name === "topology" && <DerivedFacts />}
                {isOpen && name === "workload" && <WorkloadFacts />}
                {isOpen && name === "routing" && <DeadlockNote chosen={value as ChosenKind} />}
              </div>
            </section>
          );
        })}
        {documentCards.slice(1).map(({ name, title, summary: sentence, body }) => (
          <section className="section" key={name}>
            <h3 ref={open === name ? openHeading : null}>
              <Button aria-expanded={open === name} aria-controls={`section-${name}`} onClick={() => setOpen(open === name ? "" : name)}>
                <span className="section-title small">{title}</span>
                <span className="section-said">{sentence}</span>
              </Button>
            </h3>
            <div id={`section-${name}`} hidden={open !== name}>
              {open === name && body}
            </div>
          </section>
        ))}
        <NumberOrigins />
      </div>
    </Dialog>
  );
}

/** A section of the drawer that is not a parameter of the scenario. */
interface DrawerSection {
  readonly name: string;
  readonly title: string;
  /** Additional search words. */
  readonly keywords: string;
  /** Text of the closed section. */
  readonly summary: string;
  readonly body: ReactNode;
}

/**
 * The sections of the settings drawer for everything in a document outside its scenario: title, price list, compared networks and sweep.
 * Each section has a heading, a one-line summary for its closed state, keywords for the search, and a body with its form. The title comes
 * first and is always open.
 */
function documentSections(document: Document, isModal: boolean): readonly DrawerSection[] {
  return [
    {
      name: "title",
      title: "Title",
      keywords: "name",
      summary: "",
      body: (
        <LockedFieldset path={["title"]}>
          <TitleField />
        </LockedFieldset>
      ),
    },
    {
      name: "cost",
      title: documentParams.cost.title,
      keywords: documentParams.cost.help,
      summary: costSummary(document),
      body: <CostSection isModal={isModal} />,
    },
    {
      name: "beside",
      title: "Compared networks",
      keywords: `compare beside ${documentParams.baseline.title} ${documentParams.baseline.help}`,
      summary: document.beside.length === 0 ? "No other network." : `${capitalize(networkNamesOf(document).slice(1).join("; "))}.`,
      body: (
        <LockedFieldset path={["beside"]}>
          <VariantsSection />
        </LockedFieldset>
      ),
    },
    {
      name: "sweep",
      title: "Sweep",
      keywords: `values range ${documentParams.seeds.title} ${documentParams.seeds.help}`,
      summary:
        document.sweep.length === 0
          ? "No parameter is swept."
          : `${capitalize(document.sweep.map((axis) => sayAxis(document, axis).wording).join(" and "))}.`,
      body: (
        <LockedFieldset path={["sweep"]}>
          <SweepSection />
        </LockedFieldset>
      ),
    },
  ];
}

/** A bare number gets its title in front to become a sentence. */
function numberSummary(param: Param, value: unknown): string | undefined {
  return param.type === "integer" ? `${param.title} ${String(value)}.` : undefined;
}

/** Whether the routing can deadlock, known without a run. */
function DeadlockNote({ chosen }: { readonly chosen: ChosenKind }) {
  const scenario = useWorkbench(editedDocument);
  const facts = scenarioFactsIfValid(scenario);
  const why = facts === null ? null : routings.get(chosen.kind).reasonForDeadlock(chosen.values, facts);
  return why === null ? <p className="derived-note">This routing is deadlock-free here.</p> : <p className="derived-note warning">{why}</p>;
}

/**
 * Explains where the numbers on the page come from: exact (closed form or analysis), predicted (simulated), chosen (an assumption), or
 * fitted. `grains` says what the engines of the document move: packets, flits or fluid.
 */
function NumberOrigins() {
  const grains = useWorkbench((state) => sayEngines(editedDocument(state)));
  return (
    <section className="origins small">
      <h3>Where the numbers come from</h3>
      <dl>
        <dt>Exact</dt>
        <dd>
          Counts, distances, the latency of an empty network, the offered load of a channel, the paths of a pair, a program’s time in
          lockstep, and every number “by analysis”: for an even split over paths, an empty network, or a sample of pairs, where stated.
        </dd>
        <dt>Predicted</dt>
        <dd>
          Every load, latency, waiting time, flow and share of time: simulated by the rules above. {grains} Recorded results were simulated
          in the same way, by the engine that they name; a sweep or comparison is simulated once for each value, network and seed.
        </dd>
        <dt>Chosen</dt>
        <dd>
          Default rules: for packets, after Navaridas et al., EHU-KAT-IK-06-07, §3.1; for prices, §5.1; for technologies, hosts and
          programs, after the sources in their help.
        </dd>
        <dd>
          By Fabricscope: in fluid flow, the requests and replies of a rendezvous use no bandwidth (a rule made with six known times in
          view); the hash function of ECMP; ranks count as out of lockstep if they take over {formatMeasure(100 * worthwhileSkew)}&nbsp;%
          longer than in lockstep, and a time counts as chaotic if one more byte or packet changes it by more than{" "}
          {formatMeasure(100 * chaoticChange)}&nbsp;%.
        </dd>
        <dt>Fitted</dt>
        <dd>
          The simulator itself has no fitted number. Where a document comes from a paper’s page, that page names the fitted numbers and the
          data behind them.
        </dd>
      </dl>
    </section>
  );
}
