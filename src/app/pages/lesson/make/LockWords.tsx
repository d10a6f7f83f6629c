/** The sentence of a step in the lesson editor: clicking a word locks or unlocks it for students. */
import { Fragment, useMemo } from "react";
import { anded } from "../../../../core/base/words.ts";
import { Button } from "../../../ui/Button.tsx";
import { grouped } from "../../../workbench/sentence/groups.ts";
import { documentSentence, plain } from "../../../../words/sentence.ts";
import { changeStep } from "../../../lesson/make.ts";
import { stepAt } from "../../../state/lesson-session.ts";
import { useAttending } from "../useAttending.ts";
import { usePage, useWorkbench } from "../../../hooks.ts";
import { lockOn, openWords, pathOfWord, turned, type Word, wordsOf } from "./locks.ts";

/** The words of the current step's sentence, and which of them are unlocked. */
function useWords() {
  const document = useWorkbench((state) => state.document.current);
  const { lock } = stepAt(useAttending());
  const sentence = useMemo(() => documentSentence(document), [document]);
  const words = useMemo(() => wordsOf(sentence), [sentence]);
  return { document, lock, sentence, words, open: openWords(lock, document, words) };
}

const nameOf = (word: Word) => (word.type === "form" ? word.text : word.param.title);

export function LockWords() {
  const { store } = usePage();
  const { document, lock, sentence, words, open } = useWords();
  const isOpen = (word: Word) => open.some((each) => pathOfWord(each).join() === pathOfWord(word).join());
  return (
    <div className="say">
      <h1 className="sentence lock-words">
        {grouped(sentence).map(({ before, segment, after }, i) =>
          segment.type === "text" || segment.type === "letter" ? (
            <Fragment key={i}>{segment.text}</Fragment>
          ) : (
            <span className="kept" key={i}>
              {before}
              <Button
                className="lock-word"
                aria-pressed={!isOpen(segment)}
                aria-label={`${nameOf(segment)}: ${plain([segment])}, ${isOpen(segment) ? "open to students" : "locked"}`}
                onClick={() => changeStep(store, { lock: turned(lock, document, words, segment) })}
              >
                {plain([segment])}
                {!isOpen(segment) && <LockIcon />}
              </Button>
              {after}
            </span>
          ),
        )}
      </h1>
    </div>
  );
}

/** Up to this number, unlocked words are listed by name; beyond it, only their number is given. */
const mostNamed = 3;

export interface LockLineProps {
  readonly isLocking: boolean;
  readonly onTurn: (isLocking: boolean) => void;
}

/** Says what students may change, with the button that turns the editing of locks on and off. */
export function LockLine({ isLocking, onTurn }: LockLineProps) {
  const { store } = usePage();
  const { words, open } = useWords();
  const set = (those: readonly Word[]) => changeStep(store, { lock: lockOn(those, words) });
  return (
    <p className="lock-line">
      <span role="status">
        {open.length === words.length
          ? "Students may change every word."
          : open.length === 0
            ? "Every word is locked; students watch and answer."
            : open.length > mostNamed
              ? `Students may change ${open.length} of ${words.length} words.`
              : `Students may change only ${anded(open.map((word) => `the ${nameOf(word).toLowerCase()}`))}.`}
      </span>
      {isLocking && (
        <>
          <span className="muted">Tap a word to lock or open it.</span>
          <Button variant="quiet" disabled={open.length === 0} onClick={() => set([])}>
            Lock all
          </Button>
          <Button variant="quiet" disabled={open.length === words.length} onClick={() => set(words)}>
            Open all
          </Button>
        </>
      )}
      <Button variant="quiet" aria-pressed={isLocking} onClick={() => onTurn(!isLocking)}>
        {isLocking ? "Done with locks" : "Lock words"}
      </Button>
    </p>
  );
}

function LockIcon() {
  return (
    <svg width={10} height={12} viewBox="0 0 10 12" aria-hidden="true">
      <rect x={1} y={5} width={8} height={6.5} rx={1.3} fill="currentColor" />
      <path d="M2.8 5V3.4a2.2 2.2 0 0 1 4.4 0V5" fill="none" stroke="currentColor" strokeWidth={1.4} />
    </svg>
  );
}
