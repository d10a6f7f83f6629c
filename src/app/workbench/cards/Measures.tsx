/** Measures with their values. Each name is a button that shows the definition. */
import { useId, useState } from "react";
import type { CardMeasure } from "../../selection/channel-facts.ts";
import { capitalize } from "../../../words/params.ts";
import { Button } from "../../ui/Button.tsx";
import { useUnits } from "../../hooks.ts";

/**
 * A list of measured numbers on a card, each with its unit. Pressing the name of a number shows its formula; one formula is shown at a
 * time.
 */
export function Measures({ measures }: { readonly measures: readonly CardMeasure[] }) {
  /** Index in `measures` of the number whose formula is shown; an index, because names change during a run. */
  const [explained, setExplained] = useState<number | null>(null);
  const id = useId();
  const { unitAfter } = useUnits();
  return (
    <dl>
      {measures.map(({ name, value, unit, formula }, i) => (
        <div key={i}>
          <dt>
            <Button
              className="term"
              aria-expanded={explained === i}
              aria-controls={`${id}-${i}`}
              onClick={() => setExplained(explained === i ? null : i)}
            >
              {name}
            </Button>
          </dt>
          <dd>
            {value}
            {unit !== "" && <span> {unitAfter(unit)}</span>}
          </dd>
          <dd className="meaning" id={`${id}-${i}`} hidden={explained !== i}>
            {capitalize(formula)}.
          </dd>
        </div>
      ))}
    </dl>
  );
}
