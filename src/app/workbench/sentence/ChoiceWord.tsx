/** A solid word: it opens a choice with a picture and a line for each; what cannot be chosen now says why. */
import { lazy } from "../../ui/lazy.ts";
import { PopupButton } from "../../ui/PopupButton.tsx";
import type { ChoosableParam } from "./options.ts";
import type { Path } from "../../../core/scenario/place.ts";

const choices = lazy(() => import("./Choices.tsx").then(({ Choices }) => Choices));

export interface ChoiceWordProps {
  readonly text: string;
  readonly param: ChoosableParam;
  readonly path: Path;
  readonly isFaulty?: boolean;
  /** Id of the line that says why it is faulty. */
  readonly describedBy?: string | undefined;
  readonly className?: string;
}

/** The control: a button and a list. A select would put all its options, unseen, into the text of the sentence. */
export function ChoiceWord({ text, param, path, isFaulty = false, describedBy, className = "word choice" }: ChoiceWordProps) {
  return (
    <PopupButton
      popup={choices}
      aria-haspopup="dialog"
      aria-label={`${param.title}: ${text}`}
      className={className}
      aria-describedby={describedBy}
      data-faulty={isFaulty || undefined}
      data-path={path.join(".")}
      popupProps={{ param, path }}
    >
      {text}
    </PopupButton>
  );
}
