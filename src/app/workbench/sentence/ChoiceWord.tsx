/** A solid word: it opens a choice with a picture and a line for each; what cannot be chosen now says why. */
import { lazy } from "../../ui/lazy.ts";
import { Opener } from "../../ui/Opener.tsx";
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
    <Opener
      what={choices}
      opens="dialog"
      label={`${param.title}: ${text}`}
      className={className}
      describedBy={describedBy}
      isFaulty={isFaulty}
      path={path.join(".")}
      knows={{ param, path }}
    >
      {text}
    </Opener>
  );
}
