/** A paper as slides: its claim, then its exhibits, each with the finding and its figure or table. */
import "./paper-projected.css";
import { useMemo } from "react";
import { claims } from "../../../../reproductions/claims.ts";
import type { Exhibit, Outcome } from "../../../../reproductions/contract.ts";
import type { Paper } from "../../../../reproductions/papers.ts";
import { exhibitCsv } from "../../../../reproductions/report.ts";
import { verdictSummaryOf } from "../../../../reproductions/verdict.ts";
import { judgedRows, sayScale } from "../../../../reproductions/coverage.ts";
import { paperLink } from "../../../../links/fragment.ts";
import { downloadFile } from "../../../../views/export/export.ts";
import { addressOfFragment } from "../../../sharing/link-address.ts";
import { StepDots } from "../../present/StepDots.tsx";
import { Slide } from "../../present/Slide.tsx";
import { useSpeakerNotes } from "../../present/SpeakerNotes.tsx";
import { paperAddressOf } from "../../address.ts";
import { sayClaimVerdict, sayHoldingStatements, claimVerdictOf, scaleOfClaim } from "../Claim.tsx";
import { hasMainTable, MainTable } from "../exhibit/MainTable.tsx";
import { ExhibitFigures } from "../figures/ExhibitFigures.tsx";
import { splitLead } from "../lead.ts";
import { type OutcomeLookup, useKnownOutcomes } from "../runs/useKnownOutcomes.ts";
import { useOutcome } from "../runs/useOutcome.ts";
import { Typeset } from "../Typeset.tsx";
import { ClaimSlide } from "./ClaimSlide.tsx";
import { FitToSlide } from "./FitToSlide.tsx";
import { type PaperSlide, slideAtAddress, slidesOf } from "./slides.ts";
import { usePage } from "../../../hooks.ts";

/**
 * A paper as slides: its claim, then one slide for each of its exhibits. The page's address names the current slide, so leaving the
 * presentation leads to the page of this exhibit.
 * @param address The id of the paper or of one of its exhibits.
 */
export function PaperSlides({ paper, address }: { readonly paper: Paper; readonly address: string }) {
  const { overlay } = usePage();
  const outcomeOf = useKnownOutcomes();
  const slides = useMemo(() => slidesOf(paper), [paper]);
  const slideIndex = slideAtAddress(slides, address);
  const slide = slides[slideIndex];
  const { exhibit } = slide;
  const outcome = exhibit === null ? null : outcomeOf(exhibit);
  const goTo = (target: number) => {
    // Replace the history entry, so that the browser's back button leaves the slides.
    if (target in slides) location.replace(paperLink(slides[target].address));
  };
  /** Start from the current address, so that two quick presses make two steps. */
  const goBy = (offset: 1 | -1) => goTo(slideAtAddress(slides, paperAddressOf(location) ?? address) + offset);
  const leave = () => {
    goTo(slideIndex);
    overlay.present(false);
  };
  const { speakerButton, speakerNotes } = useSpeakerNotes({
    notes: speakerNotesOf(slide, paper, outcome),
    stepName: `${slideIndex + 1} of ${slides.length}: ${slide.title}`,
    nextHeading: slideIndex + 1 < slides.length ? slideHeading(slides[slideIndex + 1], paper) : null,
  });
  const isLast = slideIndex === slides.length - 1;
  return (
    <>
      <Slide
        slideIndex={slideIndex}
        slideCount={slides.length}
        name={exhibit === null ? paper.name : `${paper.name}, ${exhibit.label}`}
        heading={<Typeset text={slideHeading(slide, paper)} />}
        text={<Typeset text={exhibit === null ? sayClaim(paper, outcomeOf) : sayExhibitVerdict(exhibit, outcome)} />}
        link={addressOfFragment(paperLink(slide.address).slice(1))}
        invitation="Run it again yourself"
        onFile={
          exhibit === null || outcome === null
            ? null
            : () => downloadFile(`${exhibit.id}.csv`, new Blob([exhibitCsv(exhibit, outcome)], { type: "text/csv" }))
        }
        onNext={isLast ? leave : () => goBy(1)}
        onBack={() => goBy(-1)}
        onLeave={leave}
        nextLabel={isLast ? "Done" : "Next"}
        dots={
          <StepDots
            titles={slides.map(({ title }) => title)}
            stepIndex={slideIndex}
            doneSteps={slides.map((_, i) => i).slice(0, slideIndex)}
            onSelect={goTo}
          />
        }
        controls={speakerButton}
      >
        {exhibit === null ? <ClaimSlide paper={paper} outcomeOf={outcomeOf} /> : <ExhibitSlide key={exhibit.id} exhibit={exhibit} />}
      </Slide>
      {speakerNotes}
    </>
  );
}

/** The figure of an exhibit, or its table if it has no figure. */
function ExhibitSlide({ exhibit }: { readonly exhibit: Exhibit }) {
  const { outcome } = useOutcome(exhibit);
  return (
    <FitToSlide>
      {exhibit.figures === undefined && hasMainTable(exhibit) ? (
        <>
          <MainTable exhibit={exhibit} outcome={outcome} readerOutcome={null} linkOf={noLink} />
          <RemainingNumbers exhibit={exhibit} />
        </>
      ) : (
        <ExhibitFigures exhibit={exhibit} outcome={outcome} isFirstOnly />
      )}
    </FitToSlide>
  );
}

/** A slide shows only one table. Say how many of the judged numbers it contains. */
function RemainingNumbers({ exhibit: { rows, series } }: { readonly exhibit: Exhibit }) {
  const printedRows = judgedRows({ rows });
  const shownCount = printedRows.filter((row) => row.series === series[0].id).length;
  if (shownCount === printedRows.length) return null;
  return (
    <p className="exhibit-rest">
      {shownCount} of the {printedRows.length} printed numbers; the page of the exhibit has all of them.
    </p>
  );
}

/** The audience cannot follow links. */
const noLink = () => undefined;

const slideHeading = ({ exhibit }: PaperSlide, { id }: Paper) => (exhibit === null ? `${claims[id].says}.` : exhibit.title);

/** The verdict on the claim, as in `Run again: partly reproduced; 2 of the 3 sentences it rests on hold.` */
function sayClaim(paper: Paper, outcomeOf: OutcomeLookup): string {
  const verdict = claimVerdictOf(paper, outcomeOf);
  if (verdict === null) return "";
  const scale = scaleOfClaim(paper);
  const verdictText = sayClaimVerdict(paper, verdict).replace(/^partly/, "partly reproduced");
  return `Run again: ${verdictText}; ${sayHoldingStatements(paper, outcomeOf)}${scale === undefined ? "" : ` (${sayScale(scale)})`}.`;
}

/** The verdict on the numbers and statements of an exhibit; without a verdict, the first sentences about it. */
function sayExhibitVerdict(exhibit: Exhibit, outcome: Outcome | null): string {
  const summary = outcome === null ? null : verdictSummaryOf(exhibit, outcome);
  if (outcome === null || summary === null) return "";
  const verdictText = [summary.sentence, summary.statements].filter((part) => part !== "").join(" ");
  return verdictText === "" ? splitLead(exhibit.lede(outcome))[0] : verdictText;
}

/** Notes for the speaker: the finding of the exhibit and the notes in its margin. */
function speakerNotesOf({ exhibit }: PaperSlide, paper: Paper, outcome: Outcome | null): string {
  if (exhibit === null) return paper.question;
  const marginNotes = exhibit.notes.map(({ title, text }) => `${title}: ${text}`);
  return [...(outcome === null ? [] : [exhibit.lede(outcome)]), ...marginNotes].join("\n");
}
