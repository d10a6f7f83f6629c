/** The study page, which replaces the workbench: from a need to the network to buy. */
import "../../workbench/sentence/sentence.css";
import "./study.css";
import { useEffect, useMemo, useSyncExternalStore } from "react";
import { useStore } from "zustand";
import { acrossAxesOf, upAxesOf, viewOf } from "../../../core/study/axes.ts";
import { formatCount, formatRatio } from "../../../words/numbers.ts";
import { edited } from "../../state/document-state.ts";
import { usePage, useWorkbench } from "../../hooks.ts";
import { isSameValue } from "../../../core/base/same.ts";
import { type ChosenKind, defaultsOf } from "../../../core/base/params.ts";
import { kindsOf } from "../../../core/kinds/all-kinds.ts";
import { Told } from "../../glossary/Told.tsx";
import { Sheets } from "../sheets/Sheets.tsx";
import { Button } from "../../ui/Button.tsx";
import { bindKeys } from "../../ui/keys.ts";
import { Toast } from "../../ui/Toast.tsx";
import { ToggleButton, ToggleGroup } from "../../ui/ToggleButton.tsx";
import { answerOf } from "./answer.ts";
import { FamilyMark } from "./FamilyMark.tsx";
import { familiesOf, frontDataOf, sayAbsent, sayShown, shownSentence } from "./front-data.ts";
import { FrontPicture } from "./FrontPicture.tsx";
import { ListWord } from "./ListWord.tsx";
import { NetworkCard } from "./NetworkCard.tsx";
import { PickedCard } from "./PickedCard.tsx";
import { StudyBar } from "./StudyBar.tsx";
import { studyKeys } from "./study-keys.ts";
import { StudyStrip } from "./StudyStrip.tsx";
import { NeedNumber, StudySentence } from "./StudySentence.tsx";
import { StudyTableView } from "./StudyTableView.tsx";
import type { StudyPage } from "./open-study.ts";
import { needParams } from "../../../core/study/need.ts";
import { ask, beginHold, endHold, togglePick } from "./study-store.ts";

/** The page: sentence, answer, plot or table, cards, and the progress of the simulations. */
export function Study({ study: { store: study, runs } }: { readonly study: StudyPage }) {
  const state = useStore(study);
  const known = useSyncExternalStore(runs.subscribe, runs.snapshot);
  const { need, tab, family } = state;
  const answer = useMemo(() => answerOf(known.plan, need), [known.plan, need]);
  const data = useMemo(() => frontDataOf(state, known.plan, answer), [state, known.plan, answer]);
  const shown =
    known.plan.standings.find(({ candidate }) => candidate.id === state.shown) ??
    answer.standing ??
    known.plan.standings[known.plan.front.at(-1) ?? -1] ??
    null;
  const { across, up } = viewOf(need, state);
  const said = useMemo(() => (shown === null ? null : sayShown(shown, data, { across, up })), [shown, data, across, up]);
  const absent = sayAbsent(known.plan, { across, up });
  /** With several kinds of traffic, a mark that is not simulated yet may move below its bound. */
  const sinks = up.id === "throughput" && need.under.length > 1;
  const page = usePage();
  useEffect(() => {
    document.title = "Study · Fabricscope";
  }, []);
  useEffect(() => bindKeys(studyKeys(study, page), () => page.overlay.getState().hasSingleKeys), [study, page]);
  useEffect(() => {
    if (state.said !== "") page.store.setState({ session: { toast: state.said } });
  }, [page, state.said]);
  const families = familiesOf(state.before);
  return (
    <div className="study" data-tab={tab}>
      <StudyBar study={study} />
      <main className="study-main">
        <StudySentence study={study} />
        <p className="study-answer" role="status">
          <strong>
            {answer.before}
            {answer.before !== "" && <NeedNumber study={study} name="carried" format={formatRatio} />}
            {answer.after}
          </strong>{" "}
          {answer.remedy !== null && (
            <Button variant="inline" onClick={() => ask(study, answer.remedy!.change)}>
              {answer.remedy.words}
            </Button>
          )}
          <span className="muted">
            {answer.rest} <Told text={answer.front} />
          </span>
        </p>
        {tab === "picture" ? (
          <figure className="study-picture" aria-label={`Networks by ${across.title} and ${up.title}`}>
            <figcaption>
              <ListWord
                title="Up"
                text={up.title}
                options={upAxesOf(need)}
                chosen={[up.id]}
                onChoose={([id]) => study.setState({ up: id })}
              />
              <span>, {up.unit}</span>
              <span className="study-key">
                {up.needs.length === 0 ? (
                  <span>● counted, not simulated</span>
                ) : (
                  <>
                    <span>
                      {up.isMoreBetter ? "○ at most" : "○ at least"}
                      {sinks ? "; sinks as runs come in" : ""}
                    </span>{" "}
                    <span>● simulated, with its error</span>
                  </>
                )}
              </span>
            </figcaption>
            <FrontPicture
              data={data}
              isHeld={state.isHeld}
              label={`${known.plan.standings.length} networks by ${across.title} and ${up.title}. ${said === null ? "" : shownSentence(said)}`}
              said={state.shown === null ? null : said}
              onPoint={(id) => id !== study.getState().shown && study.setState({ shown: id })}
              onPick={(id) => togglePick(study, id)}
              onHold={(isHeld) => (isHeld ? beginHold(study) : endHold(study))}
              onLimit={(value) =>
                ask(study, { budget: Math.min(needParams.budget.max, Math.max(needParams.budget.min, Math.round(value / 10) * 10)) })
              }
              onAsked={(value) =>
                ask(study, { carried: Number(Math.min(1, Math.max(needParams.carried.min, Math.round(value / 0.02) * 0.02)).toFixed(2)) })
              }
            />
            <figcaption>
              {absent !== "" && <span className="study-absent">{absent}.</span>}
              <ListWord
                title="Across"
                placement="top end"
                within=".study-picture"
                text={across.title}
                options={acrossAxesOf(need)}
                chosen={[across.id]}
                onChoose={([id]) => study.setState({ across: id })}
              />
              <span>
                {across.unit === "" ? "" : `, ${across.unit}`}
                {across.id === "cost" && ", by "}
              </span>
              {across.id === "cost" && <PriceWord study={study} />}
            </figcaption>
          </figure>
        ) : (
          <StudyTableView study={study} state={known} />
        )}
        <aside className="study-side">
          {shown !== null && (
            <NetworkCard
              study={study}
              standing={shown}
              measured={known.measured.get(shown.candidate.id)}
              isRunning={known.running.includes(shown.candidate.id)}
              fault={known.faults.get(shown.candidate.id)}
              onAgain={runs.isLost(shown.candidate.id) ? () => runs.runLost() : null}
            />
          )}
          <PickedCard study={study} plan={known.plan} />
        </aside>
        <div className="study-foot row wrap">
          <ToggleGroup label="Show">
            {(["picture", "table"] as const).map((each) => (
              <ToggleButton
                key={each}
                isPressed={tab === each}
                onClick={({ currentTarget: toggle }) => {
                  study.setState({ tab: each });
                  // The table is taller than the picture; keep the button that was pressed in the viewport.
                  requestAnimationFrame(() => toggle.scrollIntoView({ block: "nearest" }));
                }}
              >
                {each === "picture" ? "Picture" : "Table"}
              </ToggleButton>
            ))}
          </ToggleGroup>
          <ul className="study-families wrap" aria-label="Families">
            {families.map(({ id, title, count }, i) => (
              <li key={id}>
                <ToggleButton isPressed={family === id} onClick={() => study.setState({ family: family === id ? null : id })}>
                  <FamilyMark family={i} isFilled={false} /> {title} {formatCount(count)}
                </ToggleButton>
              </li>
            ))}
          </ul>
        </div>
      </main>
      <StudyStrip runs={runs} state={known} />
      <Sheets />
      <Toast />
    </div>
  );
}

/** Selects the prices: a price list with its defaults, or the prices that are set in the workbench. */
function PriceWord({ study }: { readonly study: StudyPage["store"] }) {
  const cost = useStore(study, ({ need }) => need.cost);
  const { store } = usePage();
  const own = useWorkbench(edited).cost;
  const { registry } = needParams.cost;
  const usual = (kind: string): ChosenKind => ({ kind, values: defaultsOf(registry.get(kind).params) });
  const isUsual = isSameValue(cost, usual(cost.kind));
  const fromWorkbench = {
    id: "workbench",
    title: "prices of the workbench",
    summary: `Those of the document that is open there: ${registry.get(own.kind).prices}, with the numbers that are set there under “Cost”.`,
  };
  return (
    <ListWord
      title="Prices"
      placement="top end"
      within=".study-picture"
      text={isUsual ? registry.get(cost.kind).prices : `${registry.get(cost.kind).prices}, changed`}
      options={[...kindsOf(registry).map(({ id, title, summary }) => ({ id, title, summary })), fromWorkbench]}
      chosen={[isUsual ? cost.kind : isSameValue(cost, own) ? fromWorkbench.id : ""]}
      onChoose={([id]) => ask(study, { cost: id === fromWorkbench.id ? edited(store.getState()).cost : usual(id) })}
    />
  );
}
