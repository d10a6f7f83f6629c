/** Which of several networks stands on the stage: one of them, two about their terminals, or their difference. */
import { useEffect } from "react";
import { letterOf } from "../../../core/scenario/document.ts";
import { views } from "../../../views/index.ts";
import { fetchView } from "../../../views/later.ts";
import { namesOf } from "../../../words/networks.ts";
import { PairChoice } from "./PairChoice.tsx";
import { useComputed, usePage, useWorkbench } from "../../hooks.ts";
import type { Page } from "../../create-page.ts";

/** The view that shows one network by itself. */
const alone = "stage";

/** Id of the view on the stage: the one chosen where it has something to draw, else the first that has. */
export function useOnStage(): string {
  const chosen = useWorkbench((state) => state.onStage);
  const isCompared = useWorkbench(({ scenario }) => scenario.beside.length > 0);
  // While the second network is built, the pictures of two come in.
  useEffect(() => {
    if (isCompared) for (const picture of pictures()) void fetchView(picture).catch(() => undefined);
  }, [isCompared]);
  const usual = useComputed((page) => (isCompared ? (pictures().find(({ id }) => id !== alone && canDraw(page, id))?.id ?? alone) : alone));
  const can = useComputed((page) => chosen === "" || chosen === alone || canDraw(page, chosen));
  return isCompared && chosen !== "" && can ? chosen : usual;
}

const pictures = () => views.filter(({ place }) => place === "stage");
const lacking = ({ view }: Page, id: string) => views.find((each) => each.id === id)?.needs(view.data(id));
const canDraw = (page: Page, id: string) => lacking(page, id) === null;

export function StageSwitch() {
  const page = usePage();
  const { store } = page;
  const document = useWorkbench((state) => state.scenario);
  const front = useWorkbench((state) => state.front);
  const shown = useOnStage();
  const drawable = useComputed((page) =>
    pictures()
      .filter(({ id }) => id !== alone && canDraw(page, id))
      .map(({ id }) => id)
      .join(" "),
  );
  if (document.beside.length === 0) return null;
  const names = namesOf(document);
  return (
    <div className="stage-switch wrap" role="group" aria-label="On the stage">
      {names.map((name, i) => (
        <button
          key={letterOf(i)}
          type="button"
          aria-pressed={shown === alone && front === i}
          title={name}
          onClick={() => store.setState({ onStage: alone, front: i })}
        >
          {letterOf(i)}
        </button>
      ))}
      {pictures()
        .filter(({ id }) => id !== alone)
        .map(({ id, short, title }) => (
          <button
            key={id}
            type="button"
            aria-pressed={shown === id}
            title={lacking(page, id) ?? title}
            disabled={!drawable.split(" ").includes(id)}
            onClick={() => store.setState({ onStage: id })}
          >
            {short ?? title}
          </button>
        ))}
      {names.length > 2 && <PairChoice names={names} />}
    </div>
  );
}
