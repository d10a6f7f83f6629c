/** Which of several networks stands on the stage: one of them, two about their terminals, or their difference. */
import { letterOf } from "../../../core/scenario/document.ts";
import { namesOf } from "../../../words/networks.ts";
import { namedVariants } from "../../../words/variants.ts";
import { alone, canDraw, isOfSweep, lacking, pictures, sweepPicture, useOnStage } from "./on-stage.ts";
import { PairChoice } from "./PairChoice.tsx";
import { useComputed, usePage, useWorkbench } from "../../hooks.ts";

/** The pictures that show two of the networks compared. */
const picturesOfTwo = new Set(["mirror", "difference"]);

export function StageSwitch() {
  const page = usePage();
  const { store } = page;
  const document = useWorkbench((state) => state.document.current);
  const front = useWorkbench((state) => state.session.activeNetwork);
  const shown = useOnStage();
  const drawable = useComputed((page) =>
    pictures()
      .filter(({ id }) => id !== alone && canDraw(page, id))
      .map(({ id }) => id)
      .join(" "),
  );
  const sweep = useComputed(sweepPicture);
  const names = document.beside.length === 0 ? [] : namesOf(document);
  const { point } = namedVariants(document);
  return (
    <>
      <div className="stage-switch wrap" role="group" aria-label="On the stage">
        {sweep !== null && (
          <button type="button" aria-pressed={shown === sweep} onClick={() => store.setState({ view: { onStage: sweep } })}>
            {sweep === "sweep" ? "Curve" : "Per cost"}
          </button>
        )}
        {names.length === 0 && (
          <button type="button" aria-pressed={shown === alone} onClick={() => store.setState({ view: { onStage: alone } })}>
            This run
          </button>
        )}
        {names.map((name, i) => (
          <button
            key={letterOf(i)}
            type="button"
            aria-pressed={shown === alone && front === i}
            aria-description={name}
            onClick={() => store.setState({ view: { onStage: alone }, session: { activeNetwork: i } })}
          >
            {letterOf(i)}
          </button>
        ))}
        {(names.length === 0 ? [] : pictures())
          .filter(({ id }) => id !== alone)
          .map(({ id, short, title }) => (
            <button
              key={id}
              type="button"
              aria-pressed={shown === id}
              aria-description={lacking(page, id) ?? title}
              disabled={!drawable.split(" ").includes(id)}
              onClick={() => store.setState({ view: { onStage: id } })}
            >
              {short ?? title}
            </button>
          ))}
        {names.length > 2 && picturesOfTwo.has(shown) && <PairChoice names={names} />}
      </div>
      {!isOfSweep(shown) && point !== "" && <p className="staged">On the stage: {point}</p>}
    </>
  );
}
