/** The sentence of a step in the lesson editor: clicking a word locks or unlocks it for students. */
import { Fragment, useMemo } from "react";
import { joinWithAnd } from "../../../../core/base/words.ts";
import { Button } from "../../../ui/Button.tsx";
import { groupPunctuation } from "../../../workbench/sentence/group-punctuation.ts";
import { documentSentence, segmentsAsText } from "../../../../words/sentence.ts";
import { changeStep } from "../../../lesson/editor-actions.ts";
import { currentStepOf } from "../../../state/lesson-session.ts";
import { useLessonSession } from "../useLessonSession.ts";
import { usePage, useWorkbench } from "../../../hooks.ts";
import { lockAllBut, unlockedWords, sharedPathOf, toggleWord, type SentenceWord, sentenceWords } from "./locks.ts";

/** The words of the current step's sentence, and which of them are unlocked. */
function useLockableWords() {
  const document = useWorkbench((state) => state.document.current);
  const { lock } = currentStepOf(useLessonSession());
  const sentence = useMemo(() => documentSentence(document), [document]);
  const words = useMemo(() => sentenceWords(sentence), [sentence]);
  return { document, lock, sentence, words, unlocked: unlockedWords(lock, document, words) };
}

const wordName = (word: SentenceWord) => (word.type === "form" ? word.text : word.param.title);

/**
 * The sentence that describes the scenario, with each word as a toggle button: pressed means locked, so that students cannot change it. A
 * press changes the lock of the current step, which lists what is locked.
 */
export function LockableSentence() {
  const { store } = usePage();
  const { document, lock, sentence, words, unlocked } = useLockableWords();
  const isUnlocked = (word: SentenceWord) => unlocked.some((each) => sharedPathOf(each).join() === sharedPathOf(word).join());
  return (
    <div className="say">
      <h1 className="sentence lock-words">
        {groupPunctuation(sentence).map(({ leadingPunctuation, segment, trailingPunctuation }, i) =>
          segment.type === "text" || segment.type === "letter" ? (
            <Fragment key={i}>{segment.text}</Fragment>
          ) : (
            <span className="kept" key={i}>
              {leadingPunctuation}
              <Button
                className="lock-word"
                aria-pressed={!isUnlocked(segment)}
                aria-label={`${wordName(segment)}: ${segmentsAsText([segment])}, ${isUnlocked(segment) ? "open to students" : "locked"}`}
                onClick={() => changeStep(store, { lock: toggleWord(lock, document, words, segment) })}
              >
                {segmentsAsText([segment])}
                {!isUnlocked(segment) && <LockIcon />}
              </Button>
              {trailingPunctuation}
            </span>
          ),
        )}
      </h1>
    </div>
  );
}

/** Up to this number, unlocked words are listed by name; beyond it, only their number is given. */
const maxNamedWords = 3;

export interface LockLineProps {
  readonly isEditingLocks: boolean;
  readonly onToggle: (isLocking: boolean) => void;
}

/**
 * The line that lists what students may change. Its button turns the editing of locks on and off; while it is on, two more buttons lock and
 * unlock all words of the sentence.
 */
export function LockLine({ isEditingLocks, onToggle }: LockLineProps) {
  const { store } = usePage();
  const { words, unlocked } = useLockableWords();
  const setUnlocked = (unlockedWords: readonly SentenceWord[]) => changeStep(store, { lock: lockAllBut(unlockedWords, words) });
  const sayUnlocked = () => {
    if (unlocked.length === words.length) return "Students may change every word.";
    if (unlocked.length === 0) return "Every word is locked; students watch and answer.";
    if (unlocked.length > maxNamedWords) return `Students may change ${unlocked.length} of ${words.length} words.`;
    return `Students may change only ${joinWithAnd(unlocked.map((word) => `the ${wordName(word).toLowerCase()}`))}.`;
  };
  return (
    <p className="lock-line">
      <span role="status">{sayUnlocked()}</span>
      {isEditingLocks && (
        <>
          <span className="muted">Tap a word to lock or unlock it.</span>
          <Button variant="quiet" disabled={unlocked.length === 0} onClick={() => setUnlocked([])}>
            Lock all
          </Button>
          <Button variant="quiet" disabled={unlocked.length === words.length} onClick={() => setUnlocked(words)}>
            Open all
          </Button>
        </>
      )}
      <Button variant="quiet" aria-pressed={isEditingLocks} onClick={() => onToggle(!isEditingLocks)}>
        {isEditingLocks ? "Done with locks" : "Lock words"}
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
