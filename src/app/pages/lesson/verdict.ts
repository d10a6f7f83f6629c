/** A sentence that compares an answer with the truth. It judges the answer, not the student. */
import { measureOf } from "../../../lessons/measures.ts";
import type { FirstFull } from "../../../lessons/questions/channel.ts";
import type { Said } from "../../../lessons/questions/contract.ts";
import { kindOf, type Question, type Truth } from "../../../lessons/questions/index.ts";
import { sayPercent } from "../../../words/numbers.ts";
import type { Units } from "../../../words/units.ts";
import { sayMeasured, sayTruth } from "./answer-words.ts";

/** The sentence for a response; empty for goals and free text. */
export function verdictOf(units: Units, question: Question, said: Said, truth: Truth): string {
  const standing = kindOf(question).judge(question, said, truth);
  switch (question.is) {
    case "value": {
      if (!("number" in said)) return "";
      const off = said.number - (truth as number);
      const { unit } = measureOf(question.of);
      // In a sentence, a share is written with a percent sign.
      const say = (value: number) => (unit === "share" ? sayPercent(value) : sayMeasured(units, question.of, value));
      const own = say(said.number);
      if (standing === "right") {
        const isSame = own === say(truth as number);
        return isSame ? `You said ${own}, and so it is.` : `You said ${own}: near enough.`;
      }
      const by = unit === "share" ? "" : `${say(Math.abs(off))} `;
      return `You said ${own}, ${by}too ${off > 0 ? "much" : "little"}.`;
    }
    case "channel": {
      const count = (truth as FirstFull).channels.length;
      if (standing === "right") return count === 1 ? "That is the one." : `That is one of the ${count}.`;
      if (standing === "close") return "That is the link. Its other direction fills first.";
      return count === 1 ? "Not this one." : `Not this one: ${count} others fill first.`;
    }
    case "choice": {
      if (standing === "right") return "So it is.";
      const own = "number" in said ? (question.options[said.number]?.words ?? "") : "";
      return `You said “${own}”; it is “${sayTruth(units, question, truth)}”.`;
    }
    case "goal":
    case "free":
      return "";
  }
}
