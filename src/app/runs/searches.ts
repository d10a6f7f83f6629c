/** What runs are searched for only when a reader asks: fetched then. */
import type { Workers } from "../../worker/client.ts";
import { Pasts } from "./past.ts";
import { Saturations } from "./saturations.ts";
import { WhoWaited } from "./who-waited.ts";

export class Searches {
  readonly pasts: Pasts;
  readonly whoWaited: WhoWaited;
  readonly saturations: Saturations;

  /**
   * @param runners run only what has not been run before
   * @param told hears when something has been found
   * @param say shows why something was not found: what it is, and the error as the end of a sentence
   */
  constructor(workers: Workers, runners: Workers, told: () => void, say: (what: string) => (words: string) => void) {
    this.pasts = new Pasts(workers, told, say("The past of the run was not found"));
    this.whoWaited = new WhoWaited(workers, told, say("Who waited here was not found"));
    this.saturations = new Saturations(runners, told, say("Where the networks are full was not found"));
  }
}
