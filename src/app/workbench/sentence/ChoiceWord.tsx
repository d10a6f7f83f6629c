/** A word that opens a list of choices, each with a pictogram and a description; unavailable choices give the reason. */
import { lazyComponent } from "../../ui/lazy.ts";
import { PopupButton } from "../../ui/PopupButton.tsx";
import type { ChoosableParam } from "./options.ts";
import type { Path } from "../../../core/scenario/param-path.ts";

const lazyChoices = lazyComponent(() => import("./ChoiceList.tsx").then(({ ChoiceList }) => ChoiceList));

export interface ChoiceWordProps {
  readonly text: string;
  readonly param: ChoosableParam;
  readonly path: Path;
  readonly isFaulty?: boolean;
  /** Id of the error message. */
  readonly describedBy?: string | undefined;
  readonly className?: string;
}

/** A button with a list, because a select element would add all its options to the text of the sentence. */
export function ChoiceWord({ text, param, path, isFaulty = false, describedBy, className = "word choice" }: ChoiceWordProps) {
  return (
    <PopupButton
      popup={lazyChoices}
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
