/** The scenario as a sentence whose underlined words are controls. */
import "./sentence.css";
import { useMemo } from "react";
import { isWithin, type Path, parsePath } from "../../../core/scenario/param-path.ts";
import { beginGesture, endGesture } from "../../document/history.ts";
import { editTyped } from "../../document/edit-typed.ts";
import { editValue } from "../../document/edits.ts";
import { editedDocument } from "../../state/document-state.ts";
import type { ChosenKind, Param } from "../../../core/base/params.ts";
import { documentParamAt, documentValueAt } from "../../../core/scenario/edits/edit-document-value.ts";
import { stepParamAt } from "../../document/step.ts";
import { ChoiceWord } from "./ChoiceWord.tsx";
import { groupPunctuation } from "./group-punctuation.ts";
import { NumberWord } from "./NumberWord.tsx";
import { type Segment, documentSentence } from "../../../words/sentence.ts";
import { DefinedTerm, type WordMeaning } from "../../glossary/GlossaryText.tsx";
import { lazyComponent } from "../../ui/lazy.ts";
import { Button } from "../../ui/Button.tsx";
import { useIsLocked, usePage, useWorkbench } from "../../hooks.ts";

const { Component: FaultLine } = lazyComponent(() => import("./FaultLine.tsx").then((file) => file.FaultLine));

const { Component: RangeCurve } = lazyComponent(() => import("../range-curve/RangeCurve.tsx").then((file) => file.RangeCurve));

/** Id of the error message. */
const faultId = "sentence-fault";

export interface SentenceProps {
  /** Whether the sentence is the heading of the page; in a lesson it is below the network. */
  readonly isHeading?: boolean;
}

/** A segment of the sentence that can be edited. */
type EditableSegment = Exclude<Segment, { type: "text" } | { type: "letter" }>;

/** The sentence that describes the document and whose words edit it; below it the error message of an invalid value. */
export function Sentence({ isHeading = true }: SentenceProps) {
  const Heading = isHeading ? "h1" : "p";
  const scenario = useWorkbench(editedDocument);
  const isFaulty = useWorkbench((state) => state.document.pending !== null);
  const groups = useMemo(() => groupPunctuation(documentSentence(scenario)), [scenario]);
  return (
    <div className="say">
      <Heading className="sentence" tabIndex={-1}>
        {groups.map(({ leadingPunctuation, segment, trailingPunctuation }, i) =>
          segment.type === "text" ? (
            segment.text
          ) : segment.type === "letter" ? (
            <Letter letter={segment.letter} key={`${i} ${segment.letter}`} />
          ) : (
            // Keeps punctuation on the line of its word.
            <span className="kept" key={`${i} ${segment.path.join(".")}`}>
              {leadingPunctuation}
              <SentenceWord segment={segment} />
              {trailingPunctuation}
            </span>
          ),
        )}
      </Heading>
      {isFaulty ? <FaultLine id={faultId} /> : <p className="fault" id={faultId} role="alert" hidden />}
    </div>
  );
}

/** The letter of a compared network. It leads to the form in which networks are added and removed, unless they are locked. */
function Letter({ letter }: { readonly letter: string }) {
  const { store } = usePage();
  const look = { className: "letter", "data-ring": letter !== "A" || undefined };
  if (useIsLocked(["beside"])) return <span {...look}>{letter}</span>;
  const title = `${letter}: change or remove it`;
  return (
    <Button {...look} title={title} onClick={() => store.setState({ view: { drawer: "beside" } })}>
      {letter}
    </Button>
  );
}

/** Segments of a sentence elsewhere on the page, including controls. */
export function SentenceWords({ segments }: { readonly segments: readonly Segment[] }) {
  return segments.map((segment, i) =>
    segment.type === "text" || segment.type === "letter" ? (
      segment.text
    ) : (
      <SentenceWord key={`${i} ${segment.path.join(".")}`} segment={segment} />
    ),
  );
}

/**
 * A word of the sentence that edits a parameter: a number, a choice, or the button that opens a form. A locked word is only explained. Text
 * that cannot be read as a number stays in the word, with an error message.
 */
function SentenceWord({ segment }: { readonly segment: EditableSegment }) {
  const { store } = usePage();
  const pending = useWorkbench((state) => state.document.pending);
  const path = segment.path.join(".");
  const isLocked = useIsLocked(segment.path);
  const isFaulty = pending?.issues.some((issue) => isIssueOf(segment, parsePath(issue.path))) ?? false;
  const describedBy = isFaulty ? faultId : undefined;
  if (isLocked) return <LockedWord segment={segment} />;
  switch (segment.type) {
    case "number": {
      const { param } = segment;
      const edits = {
        onBegin: () => beginGesture(store, segment.path),
        onChange: (value: number) => editValue(store, segment.path, value),
        onEnd: () => endGesture(store),
      };
      // The elements are the same with and without text before the number (`lead`): the text may change when the number becomes 0, and the
      // input must keep the focus.
      return (
        <>
          {segment.lead}
          <NumberWord
            segment={segment}
            misread={pending?.typed?.path === path ? pending.typed.text : undefined}
            isFaulty={isFaulty}
            describedBy={describedBy}
            {...edits}
            onType={(text) => editTyped(store, param, segment.path, text)}
            stepFrom={(value, steps) => stepParamAt(editedDocument(store.getState()), segment.path, param, value, steps)}
            rangeCurve={<RangeCurve path={segment.path} param={param} value={segment.value} {...edits} />}
          />
          <AddEntry path={segment.path} />
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

/** After the last number of a list, such as the sizes of a torus: a button that adds another one like it. */
function AddEntry({ path }: { readonly path: Path }) {
  const { store } = usePage();
  const scenario = useWorkbench(editedDocument);
  const listPath = path.slice(0, -1);
  const list = documentParamAt(scenario, listPath);
  if (list?.type !== "list") return null;
  const entries = documentValueAt(scenario, listPath) as readonly unknown[];
  if (Number(path.at(-1)) < entries.length - 1 || entries.length >= list.maxLength) return null;
  const label = `Add ${list.of.title.toLowerCase()}`;
  // The sign is drawn by the style sheet, because it is not part of the sentence.
  return (
    <Button
      className="word add"
      aria-label={label}
      title={label}
      onClick={() => editValue(store, listPath, [...entries, entries.at(-1)])}
    />
  );
}

/** A word of the sentence that is locked, for instance in a lesson: it cannot be edited, but still shows its definition. */
function LockedWord({ segment }: { readonly segment: EditableSegment }) {
  const scenario = useWorkbench((state) => state.document.current);
  if (segment.type === "form") return segment.text;
  const meaning = definitionOf(segment.param, documentValueAt(scenario, segment.path));
  if (segment.type === "choice") return <DefinedTerm meaning={meaning}>{segment.text}</DefinedTerm>;
  const { lead, symbol, text, tail } = segment;
  return (
    <DefinedTerm meaning={meaning}>
      {lead}
      {symbol !== "" && (
        <>
          <i>{symbol}</i>
          {" = "}
        </>
      )}
      {text}
      {tail}
    </DefinedTerm>
  );
}

/** Definition of a parameter, or of the chosen value. */
function definitionOf(param: Param, value: unknown): WordMeaning {
  if (param.type === "kind") {
    const kind = param.registry.get((value as ChosenKind).kind);
    return { title: kind.title, says: kind.summary, kind, noun: param.registry.noun };
  }
  const chosen = param.type === "choice" ? param.choices.find(({ id }) => id === value) : undefined;
  return { title: chosen?.title ?? param.title, says: chosen?.help ?? param.help };
}

/** Whether an issue belongs to a word: a number only has issues of its own path, a word that opens a form also those inside. */
function isIssueOf(segment: EditableSegment, issue: Path): boolean {
  if (segment.type === "form") return isWithin(issue, segment.path);
  return segment.path.length === issue.length && isWithin(issue, segment.path);
}
