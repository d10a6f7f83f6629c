/**
 * Failures of searches that views ask for again and again. An error is no answer: it is reported, and the search may begin again
 * after a pause, which doubles with each failure so that workers which always fail are not kept busy.
 */
import { ScenarioError } from "../../core/base/errors.ts";
import { Cancelled } from "../../worker/pool.ts";

/** Milliseconds before a search that has failed once may begin again. */
const firstPause = 500;

/** Whether a run was lost, which says nothing of its scenario: it was neither refused nor given up. */
export const isLostRun = (fault: unknown): boolean => !(fault instanceof ScenarioError) && !(fault instanceof Cancelled);

/** What an error says, as the end of a sentence. */
export const faultWords = (fault: unknown): string => (fault instanceof Error ? fault.message : String(fault)).replace(/\.$/, "");

export class Failures {
  /** Failures in a row by the name of the search, and whether the pause after the last one is over. */
  private readonly failed = new Map<string, { readonly count: number; isOver: boolean }>();

  /**
   * @param report shows an error, given as the end of a sentence
   * @param onOver is called after each pause, so that views which still ask do so again
   */
  constructor(
    private readonly report: (words: string) => void,
    private readonly onOver: () => void,
  ) {}

  add(name: string, fault: unknown): void {
    if (fault instanceof Cancelled) return;
    const failure = { count: (this.failed.get(name)?.count ?? 0) + 1, isOver: false };
    this.failed.set(name, failure);
    setTimeout(
      () => {
        failure.isOver = true;
        this.onOver();
      },
      firstPause * 2 ** (failure.count - 1),
    );
    this.report(faultWords(fault));
  }

  /** Whether a search may begin: it has not failed, or the pause after that is over. */
  mayBegin(name: string): boolean {
    return this.failed.get(name)?.isOver !== false;
  }

  /** Lets everything begin again: another thing is asked for, or the reader asks. */
  clear(): void {
    this.failed.clear();
  }
}
