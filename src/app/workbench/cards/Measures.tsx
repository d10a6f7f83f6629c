/** Measures with their values. Each name is a button that shows the definition. */
import { useId, useState } from "react";
import type { Measure } from "../../selection/channel.ts";
import { capital } from "../../../words/params.ts";
import { Button } from "../../ui/Button.tsx";
import { useUnits } from "../../hooks.ts";

export function Measures({ measures }: { readonly measures: readonly Measure[] }) {
  /** Index of the explained measure, because names change during a run. */
  const [asked, setAsked] = useState<number | null>(null);
  const id = useId();
  const { unitBehind } = useUnits();
  return (
    <dl>
      {measures.map(({ name, value, unit, formula }, i) => (
        <div key={i}>
          <dt>
            <Button
              className="term"
              aria-expanded={asked === i}
              aria-controls={`${id}-${i}`}
              onClick={() => setAsked(asked === i ? null : i)}
            >
              {name}
            </Button>
          </dt>
          <dd>
            {value}
            {unit !== "" && <span> {unitBehind(unit)}</span>}
          </dd>
          <dd className="meaning" id={`${id}-${i}`} hidden={asked !== i}>
            {capital(formula)}.
          </dd>
        </div>
      ))}
    </dl>
  );
}
