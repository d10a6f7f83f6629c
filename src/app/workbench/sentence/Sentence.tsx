/** The scenario as a sentence whose underlined words are controls. */
import "./sentence.css";
import { useMemo } from "react";
import { isWithin, type Path, pathOf } from "../../../core/scenario/place.ts";
import { beginGesture, endGesture } from "../../document/history.ts";
import { edit, misread } from "../../document/edits.ts";
import { edited } from "../../state/document-state.ts";
import type { ChosenKind, Param } from "../../../core/base/params.ts";
import { valueAt } from "../../../core/scenario/edits/edit-place.ts";
import { steppedAt, typed } from "../../document/step.ts";
import { ChoiceWord } from "./ChoiceWord.tsx";
import { grouped } from "./groups.ts";
import { LoadRuler } from "./LoadRuler.tsx";
import { NumberWord } from "./NumberWord.tsx";
import { type Segment, documentSentence } from "../../../words/sentence.ts";
import { Defined, type Meaning } from "../../glossary/Told.tsx";
import { lazy } from "../../ui/lazy.ts";
import { Button } from "../../ui/Button.tsx";
import { useIsLocked, usePage, useWorkbench } from "../../hooks.ts";

const { Component: FaultLine } = lazy(() => import("./FaultLine.tsx").then((file) => file.FaultLine));

/** Id of the error message. */
const faultId = "sentence-fault";

export interface SentenceProps {
  /** Path of the parameter with the ruler, and the delivered load at its value, phits/cycle. */
  readonly ruled: { readonly path: string; readonly delivered: number | null } | null;
  /** Whether it is the heading of the page; in a lesson it is below the network. */
  readonly heads?: boolean;
}

/** A segment of the sentence that can be edited. */
type Control = Exclude<Segment, { type: "text" } | { type: "letter" }>;

/** The sentence of the scenario, with its error message. */
export function Sentence({ ruled, heads = true }: SentenceProps) {
  const Heading = heads ? "h1" : "p";
  const scenario = useWorkbench(edited);
  const isFaulty = useWorkbench((state) => state.document.pending !== null);
  const groups = useMemo(() => grouped(documentSentence(scenario)), [scenario]);
  return (
    <div className="say">
      <Heading className="sentence" tabIndex={-1}>
        {groups.map(({ before, segment, after }, i) =>
          segment.type === "text" ? (
            segment.text
          ) : segment.type === "letter" ? (
            <span className="letter" data-ring={segment.letter !== "A" || undefined} key={`${i} ${segment.letter}`}>
              {segment.letter}
            </span>
          ) : (
            <span className="kept" key={`${i} ${segment.path.join(".")}`}>
              {before}
              <Word segment={segment} ruled={ruled} />
              {after}
            </span>
          ),
        )}
      </Heading>
      {isFaulty ? <FaultLine id={faultId} /> : <p className="fault" id={faultId} role="alert" hidden />}
    </div>
  );
}

/** Segments of a sentence elsewhere on the page, including controls. */
export function Words({ segments }: { readonly segments: readonly Segment[] }) {
  return segments.map((segment, i) =>
    segment.type === "text" || segment.type === "letter" ? (
      segment.text
    ) : (
      <Word key={`${i} ${segment.path.join(".")}`} segment={segment} ruled={null} />
    ),
  );
}

/** The control of one segment: a number, a choice, or a button that opens a form. A locked segment is only explained. */
function Word({ segment, ruled }: { readonly segment: Control; readonly ruled: SentenceProps["ruled"] }) {
  const { store } = usePage();
  const pending = useWorkbench((state) => state.document.pending);
  const path = segment.path.join(".");
  const isHeld = useIsLocked(segment.path);
  const isFaulty = pending?.issues.some((issue) => covers(segment, pathOf(issue.path))) ?? false;
  const describedBy = isFaulty ? faultId : undefined;
  if (isHeld) return <HeldWord segment={segment} />;
  switch (segment.type) {
    case "number": {
      const { param } = segment;
      const takeTyped = (text: string) => {
        const read = typed(param, text, path);
        if ("value" in read) edit(store, segment.path, read.value);
        else misread(store, segment.path, text, read.issue);
      };
      // The same structure with and without a lead: the text may change when a number becomes 0, and the input must keep the focus.
      return (
        <>
          {segment.lead}
          <NumberWord
            segment={segment}
            misread={pending?.typed?.path === path ? pending.typed.text : undefined}
            isFaulty={isFaulty}
            describedBy={describedBy}
            onBegin={() => beginGesture(store, segment.path)}
            onChange={(value) => edit(store, segment.path, value)}
            onEnd={() => endGesture(store)}
            onType={takeTyped}
            stepFrom={(value, steps) => steppedAt(edited(store.getState()), segment.path, param, value, steps)}
            ruler={ruled?.path === path && <LoadRuler max={param.max} offered={segment.value} delivered={ruled.delivered} />}
          />
        </>
      );
    }
    case "choice":
      return <ChoiceWord text={segment.text} param={segment.param} path={segment.path} isFaulty={isFaulty} describedBy={describedBy} />;
    case "form":
      return (
        <Button
          className="word choice long"
          data-faulty={isFaulty || undefined}
          aria-describedby={describedBy}
          data-path={path}
          onClick={() => store.setState({ view: { drawer: segment.path[0] } })}
        >
          {segment.text}
        </Button>
      );
  }
}

/** A locked word still shows its definition. */
function HeldWord({ segment }: { readonly segment: Control }) {
  const scenario = useWorkbench((state) => state.document.current);
  if (segment.type === "form") return segment.text;
  const meaning = meaningOf(segment.param, valueAt(scenario, segment.path));
  if (segment.type === "choice") return <Defined meaning={meaning}>{segment.text}</Defined>;
  const { lead, symbol, text, tail } = segment;
  return (
    <Defined meaning={meaning}>
      {lead}
      {symbol !== "" && (
        <>
          <i>{symbol}</i>
          {" = "}
        </>
      )}
      {text}
      {tail}
    </Defined>
  );
}

/** Definition of a parameter, or of the chosen value. */
function meaningOf(param: Param, value: unknown): Meaning {
  if (param.type === "kind") {
    const kind = param.registry.get((value as ChosenKind).kind);
    return { title: kind.title, says: kind.summary, kind, noun: param.registry.noun };
  }
  const chosen = param.type === "choice" ? param.choices.find(({ id }) => id === value) : undefined;
  return { title: chosen?.title ?? param.title, says: chosen?.help ?? param.help };
}

/** Whether an issue belongs to a word: a number only has issues of its own path, a word that opens a form also those inside. */
function covers(segment: Control, issue: Path): boolean {
  if (segment.type === "form") return isWithin(issue, segment.path);
  return segment.path.length === issue.length && isWithin(issue, segment.path);
}
