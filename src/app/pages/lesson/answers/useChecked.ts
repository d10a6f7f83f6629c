/** Checks the answers of a class by running them again. The runs start after the text has been left unchanged for a moment. */
import { useEffect, useRef, useState } from "react";
import type { Answer } from "../../../../lessons/answers.ts";
import type { Checked } from "../../../../lessons/answers-checked.ts";
import type { Step } from "../../../../lessons/lesson.ts";
import type { Progress } from "../../../runs/batch.ts";
import { usePage } from "../../../hooks.ts";
import { Checking } from "./checking.ts";

/** Debounce time after an edit, and minimum interval between two updates, in ms. */
const [rest, pace] = [500, 200];

/** A snapshot of the checks. Every update makes a new object. */
export interface KnownChecks {
  readonly of: (answer: Answer) => Checked;
  /** Null if nothing is running. */
  readonly progress: Progress | null;
  /** Whether some answers could not be checked because a worker was lost. */
  readonly hasLost: boolean;
  /** Runs these answers again. */
  readonly again: () => void;
}

/** The checks of the answers to a step; updated while the runs are in progress. */
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
