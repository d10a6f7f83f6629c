/** One view in its place, drawing from the page's study. */
import { views } from "../views/index.ts";
import { ViewFrame } from "../views/ViewFrame.tsx";
import { study, useStudy, viewData } from "./page.ts";
import type { Actions } from "../views/contract.ts";
import { setChoice, useWorkbench, workbench } from "./store.ts";

export interface PictureProps {
  /** Id of the view. */
  readonly id: string;
  /** False for a view that is no card: it fills its box. */
  readonly isCard?: boolean;
}

export function Picture({ id, isCard = false }: PictureProps) {
  const isPlaying = useStudy((state) => state.playback?.state.is === "playing");
  // What was chosen is read while drawing; this only draws the menus again.
  useWorkbench((state) => state.choices[id]);
  const view = views.find((each) => each.id === id);
  if (view === undefined) throw new Error(`there is no view "${id}"`);
  const choose = (option: string, choice: string) => setChoice(workbench, id, option, choice);
  const read = () => viewData(id);
  return <ViewFrame view={view} read={read} act={act} onChoose={choose} chrome={isCard} playing={isPlaying} />;
}

/** What a hand on any drawing sets off. */
const act: Actions = {
  pick: (selected) => workbench.setState({ selected }),
  seek: (cycle) => study.seek(cycle),
  choose: (span) => workbench.setState({ span }),
};
