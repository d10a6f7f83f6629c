/** One view in its place, drawing from the page's study. */
import { views } from "../views/index.ts";
import { ViewFrame } from "../views/ViewFrame.tsx";
import { useStudy, viewData } from "./page.ts";
import { workbench } from "./store.ts";

export interface PictureProps {
  /** Id of the view. */
  readonly id: string;
  /** False for a view that is no card: it fills its box. */
  readonly isCard?: boolean;
}

export function Picture({ id, isCard = false }: PictureProps) {
  const isPlaying = useStudy((state) => state.playback?.state.is === "playing");
  const view = views.find((each) => each.id === id);
  if (view === undefined) throw new Error(`there is no view "${id}"`);
  return <ViewFrame view={view} read={viewData} onPick={pick} chrome={isCard} playing={isPlaying} />;
}

function pick(channel: number): void {
  workbench.setState({ selectedChannel: channel });
}
