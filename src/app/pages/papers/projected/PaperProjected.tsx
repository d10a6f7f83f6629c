/** A paper as slides: its claim, then its exhibits, each with the finding and its figure or table. */
import "./paper-projected.css";
import { useMemo } from "react";
import { claims } from "../../../../reproductions/claims.ts";
import type { Exhibit, Outcome } from "../../../../reproductions/contract.ts";
import type { Paper } from "../../../../reproductions/papers.ts";
import { csvOf } from "../../../../reproductions/report.ts";
import { standingOf } from "../../../../reproductions/verdict.ts";
import { linkTo } from "../../../../links/fragment.ts";
import { save } from "../../../../views/export/export.ts";
import { addressFor } from "../../../sharing/link-address.ts";
import { Dots } from "../../present/Dots.tsx";
import { Projected } from "../../present/Projected.tsx";
import { useSpeakerWords } from "../../present/SpeakerWords.tsx";
import { paperPlace } from "../../address.ts";
import { sayHolding, verdictOf } from "../Claim.tsx";
import { hasLead, MainTable } from "../exhibit/MainTable.tsx";
import { Figures } from "../figures/Figures.tsx";
import { leadOf } from "../lead.ts";
import { type OutcomeOf, useKnown } from "../runs/useKnown.ts";
import { useOutcome } from "../runs/useOutcome.ts";
import { Typeset } from "../Typeset.tsx";
import { ClaimSlide } from "./ClaimSlide.tsx";
import { Fitted } from "./Fitted.tsx";
import { type PaperStep, stepAtPlace, stepsOf } from "./steps.ts";
import { usePage } from "../../../hooks.ts";

/**
 * @param address The id of the paper or of one of its exhibits. The address contains the step, so leaving the presentation leads to the page
 * of the current slide.
 */
export function PaperProjected({ paper, place }: { readonly paper: Paper; readonly place: string }) {
  const { overlay } = usePage();
  const outcomeOf = useKnown();
  const steps = useMemo(() => stepsOf(paper), [paper]);
  const at = stepAtPlace(steps, place);
  const step = steps[at];
  const { exhibit } = step;
  const outcome = exhibit === null ? null : outcomeOf(exhibit);
  const goTo = (to: number) => {
    // Replace the history entry, so that the browser's back button leaves the slides.
    if (to in steps) location.replace(linkTo(steps[to].place));
  };
  /** Start from the current address, so that two quick presses make two steps. */
  const go = (by: 1 | -1) => goTo(stepAtPlace(steps, paperPlace(location) ?? place) + by);
  const leave = () => {
    goTo(at);
    overlay.present(false);
  };
  const { button, beneath } = useSpeakerWords({
    notes: notesOf(step, paper, outcome),
    place: `${at + 1} of ${steps.length}: ${step.title}`,
    next: at + 1 < steps.length ? headingOf(steps[at + 1], paper) : null,
  });
  const isLast = at === steps.length - 1;
  return (
    <>
      <Projected
        at={at}
        count={steps.length}
        name={exhibit === null ? paper.name : `${paper.name}, ${exhibit.label}`}
        heading={<Typeset text={headingOf(step, paper)} />}
        words={<Typeset text={exhibit === null ? sayClaim(paper, outcomeOf) : saidOf(exhibit, outcome)} />}
        link={addressFor(linkTo(step.place).slice(1))}
        invitation="Run it again yourself"
        onFile={
          exhibit === null || outcome === null
            ? null
            : () => save(`${exhibit.id}.csv`, new Blob([csvOf(exhibit, outcome)], { type: "text/csv" }))
        }
        onNext={isLast ? leave : () => go(1)}
        onBack={() => go(-1)}
        onLeave={leave}
        nextWords={isLast ? "Done" : "Next"}
        dots={<Dots titles={steps.map(({ title }) => title)} at={at} done={steps.map((_, i) => i).slice(0, at)} onGo={goTo} />}
        more={button}
      >
        {exhibit === null ? <ClaimSlide paper={paper} outcomeOf={outcomeOf} /> : <ExhibitSlide key={exhibit.id} exhibit={exhibit} />}
      </Projected>
      {beneath}
    </>
  );
}

/** The figure of an exhibit, or its table if it has no figure. */
function ExhibitSlide({ exhibit }: { readonly exhibit: Exhibit }) {
  const { outcome } = useOutcome(exhibit);
  return (
    <Fitted>
      {exhibit.figures === undefined && hasLead(exhibit) ? (
        <>
          <MainTable exhibit={exhibit} outcome={outcome} own={null} linkOf={noLink} />
          <Rest exhibit={exhibit} />
        </>
      ) : (
        <Figures exhibit={exhibit} outcome={outcome} isFirstOnly />
      )}
    </Fitted>
  );
}

/** A slide shows only one table. Say how many of the judged numbers it contains. */
function Rest({ exhibit: { rows, series } }: { readonly exhibit: Exhibit }) {
  const printed = rows.filter(({ published }) => published !== null);
  const shown = printed.filter((row) => row.series === series[0].id).length;
  if (shown === printed.length) return null;
  return (
    <p className="exhibit-rest">
      {shown} of the {printed.length} printed numbers; its page has all of them.
    </p>
  );
}

/** The audience cannot follow links. */
const noLink = () => undefined;

const headingOf = ({ exhibit }: PaperStep, { id }: Paper) => (exhibit === null ? `${claims[id].says}.` : exhibit.title);

/** The verdict on the claim, as in `Run again: partly reproduced; 2 of the 3 sentences it rests on hold.` */
function sayClaim(paper: Paper, outcomeOf: OutcomeOf): string {
  const verdict = verdictOf(paper, outcomeOf);
  if (verdict === null) return "";
  return `Run again: ${verdict === "partly" ? "partly reproduced" : verdict}; ${sayHolding(paper, outcomeOf)}.`;
}

/** The verdict on the numbers and statements of an exhibit; without a verdict, the first sentences about it. */
function saidOf(exhibit: Exhibit, outcome: Outcome | null): string {
  const standing = outcome === null ? null : standingOf(exhibit, outcome);
  if (outcome === null || standing === null) return "";
  const said = [standing.sentence, standing.statements].filter((part) => part !== "").join(" ");
  return said === "" ? leadOf(exhibit.lede(outcome))[0] : said;
}

/** Notes for the speaker: the finding of the exhibit and the notes in its margin. */
function notesOf({ exhibit }: PaperStep, paper: Paper, outcome: Outcome | null): string {
  if (exhibit === null) return paper.question;
  const notes = exhibit.notes.map(({ title, text }) => `${title}: ${text}`);
  return [...(outcome === null ? [] : [exhibit.lede(outcome)]), ...notes].join("\n");
}
