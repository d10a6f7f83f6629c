/** Answers and what came of running them again: the runs begin when the lines have come to rest. */
import { useEffect, useRef, useState } from "react";
import type { Answer } from "../../../../lessons/answers.ts";
import type { Checked } from "../../../../lessons/answers-checked.ts";
import type { Step } from "../../../../lessons/lesson.ts";
import type { Progress } from "../../../runs/batch.ts";
import { usePage } from "../../../hooks.ts";
import { Checking } from "./checking.ts";

/** Milliseconds of rest after an edit, and between two looks at what is known. */
const [rest, pace] = [500, 200];

/** What is known at a moment: another object after all news. */
export interface KnownChecks {
  readonly of: (answer: Answer) => Checked;
  /** Null where nothing runs. */
  readonly progress: Progress | null;
  /** Whether some answers could not be run again because a worker was lost. */
  readonly hasLost: boolean;
  /** Runs those again. */
  readonly again: () => void;
}

export function useChecked(step: Step, answers: readonly Answer[]): KnownChecks {
  const { runs } = usePage();
  const [known, setKnown] = useState<KnownChecks>(nothingKnown);
  const checking = useRef<Checking | null>(null);
  const latest = useRef(answers);
  const { question } = step;
  useEffect(() => {
    if (question === null) return undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const own = new Checking(runs.runners, step, question, () => {
      timer ??= setTimeout(() => {
        timer = undefined;
        const again = () => own.check(latest.current);
        setKnown({ of: (answer) => own.of(answer), progress: own.progress, hasLost: own.hasLost, again });
      }, pace);
    });
    checking.current = own;
    return () => {
      own.close();
      clearTimeout(timer);
    };
  }, [runs, step, question]);
  useEffect(() => {
    latest.current = answers;
    const timer = setTimeout(() => checking.current?.check(answers), rest);
    return () => clearTimeout(timer);
  }, [answers]);
  return known;
}

const nothingKnown: KnownChecks = { of: () => ({ is: "not yet" }), progress: null, hasLost: false, again: () => undefined };
