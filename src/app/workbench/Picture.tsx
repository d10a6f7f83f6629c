/** One view in its place, drawing from the page's study. */
import { useEffect, useMemo, useState } from "react";
import { letterOf } from "../../core/scenario/document.ts";
import { views } from "../../views/index.ts";
import { fetchView } from "../../views/later.ts";
import type { Beside } from "../../views/shell/Letters.tsx";
import { ViewFrame, type ViewFrameProps } from "../../views/shell/ViewFrame.tsx";
import { namesOf } from "../../words/networks.ts";
import { seek } from "./time/clock.ts";
import { askWhoWaited, studies, useStudy, viewData, watch } from "../page.ts";
import type { Actions, View } from "../../views/contract.ts";
import { pick, setChoice, useWorkbench, workbench } from "../document/store.ts";

export interface PictureProps {
  /** Id of the view. */
  readonly id: string;
  /** False for a view that is no card: it fills its box. */
  readonly isCard?: boolean;
  /** What can be changed of it, above the drawing and below it. */
  readonly controls?: ViewFrameProps["controls"];
}

export function Picture({ id, isCard = false, controls }: PictureProps) {
  const isPlaying = useStudy((state) => state.playback?.state.is === "playing");
  // What was chosen is read while drawing; this only draws the menus again.
  useWorkbench((state) => state.choices[id]);
  const listed = views.find((each) => each.id === id);
  if (listed === undefined) throw new Error(`there is no view "${id}"`);
  const view = useFetched(listed);
  const choose = (option: string, choice: string) => setChoice(workbench, id, option, choice);
  const read = () => viewData(id);
  const beside = useVariants();
  const isStretch = useWorkbench((state) => state.span !== null);
  const note = isStretch && view.isOfWholeRuns === true ? "whole run" : undefined;
  return (
    <ViewFrame
      view={view}
      read={read}
      act={act}
      onChoose={choose}
      chrome={isCard}
      note={note}
      beside={beside}
      controls={controls}
      playing={isPlaying}
    />
  );
}

/** The networks beside each other; null where one stands alone. */
function useVariants(): Beside | null {
  const document = useWorkbench((state) => state.scenario);
  const front = useWorkbench((state) => state.front);
  return useMemo(
    () =>
      document.beside.length === 0
        ? null
        : {
            networks: namesOf(document).map((title, i) => ({ letter: letterOf(i), title })),
            front,
            onFront: (index) => workbench.setState({ front: index }),
            onAll: () => watch([...studies().keys()]),
          },
    [document, front],
  );
}

/** The view itself as soon as it is here, until then what stands for it. */
function useFetched(listed: View): View {
  const [view, setView] = useState(listed);
  useEffect(() => {
    void fetchView(listed).then(setView);
  }, [listed]);
  return view.id === listed.id ? view : listed;
}

/** What a hand on any drawing sets off. */
const act: Actions = {
  pick: (thing, of) => pick(workbench, thing, of),
  seek,
  ask: askWhoWaited,
  choose: (span) => workbench.setState({ span }),
};
