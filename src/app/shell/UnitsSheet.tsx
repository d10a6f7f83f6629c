/** The sheet for choosing the unit of all loads. */
import "./units.css";
import { useId, useState } from "react";
import { isSameUnit, type LoadUnit, parseLoadUnit, phitsPerCycle } from "../../core/base/load-unit.ts";
import { quantityForPeople } from "../../core/base/units.ts";
import { GlossaryText } from "../glossary/GlossaryText.tsx";
import { FormField } from "../ui/fields/FormField.tsx";
import { Radio } from "../ui/fields/Radio.tsx";
import { TextInput } from "../ui/fields/TextInput.tsx";
import { Dialog } from "../ui/Dialog.tsx";
import { setLoadUnit, loadUnitOf } from "../state/units.ts";
import { usePage, useWorkbench } from "../hooks.ts";

/** Initial rate of the field, bytes per second: a channel of QsNET. (Petrini et al., §2) */
const defaultChannelRate = 400e6;

const unitChoices: readonly { readonly unit: LoadUnit | null; readonly title: string; readonly help: string }[] = [
  { unit: null, title: "unit of the technology", help: "Bytes per second if its links have a rate, otherwise phits/cycle." },
  {
    unit: phitsPerCycle,
    title: "phits/cycle",
    help: "The unit of the simulator: a channel transfers one phit per cycle; a phit is 4 bytes.",
  },
  {
    unit: { is: "share" },
    title: "% of a channel",
    help: "Fraction of the channel capacity, also for the loads that a terminal offers and receives.",
  },
];

const channelRateOf = (unit: LoadUnit) => (unit.is === "rate" ? unit.channel : defaultChannelRate);

const isChosen = (each: LoadUnit | null, unit: LoadUnit | null) =>
  each === null || unit === null ? each === unit : isSameUnit(each, unit);

/**
 * The dialog that selects the unit in which loads are shown: the unit of the chosen link technology, a share of a channel's capacity, phits
 * per cycle, or bytes per second for a channel rate that the reader types. Only the display changes; scenarios stay in phits per cycle.
 */
export function UnitsSheet() {
  const { overlay, store } = usePage();
  const unit = useWorkbench((state) => state.view.unit);
  const channelRate = useWorkbench((state) => channelRateOf(loadUnitOf(state)));
  const name = useId();
  const [text, setText] = useState(quantityForPeople(channelRate, "rate"));
  // The reason why the typed text is not a rate; null if it is.
  const parsedUnit = parseLoadUnit(text);
  const fault = typeof parsedUnit === "string" ? parsedUnit : parsedUnit.is === "rate" ? null : "expected a rate such as 400 MB/s";
  const setRate = (typedText: string) => {
    setText(typedText);
    const parsed = parseLoadUnit(typedText);
    if (typeof parsed !== "string" && parsed.is === "rate") setLoadUnit(store, parsed);
  };
  return (
    <Dialog title="Unit of loads" className="units" onClose={overlay.closeSheet}>
      <fieldset>
        <legend className="visually-hidden">Loads are shown in</legend>
        {unitChoices.map(({ unit: choice, title, help }) => (
          <Radio key={title} name={name} isChosen={isChosen(choice, unit)} onChoose={() => setLoadUnit(store, choice)}>
            <b>{title}</b>
            <span>{help}</span>
          </Radio>
        ))}
        <Radio
          name={name}
          isChosen={unit?.is === "rate"}
          onChoose={() => setRate(fault === null ? text : quantityForPeople(defaultChannelRate, "rate"))}
        >
          <b>bytes per second</b>
          <span>Loads for a channel with this rate in each direction:</span>
        </Radio>
        <FormField className="units-rate" label="Rate of a channel" isLabelHidden fault={fault}>
          {(control) => <TextInput {...control} value={text} size={12} spellCheck={false} onChange={setRate} />}
        </FormField>
      </fieldset>
      <p className="muted">
        <GlossaryText text="A channel transfers at most one phit per cycle. The unit applies to pictures, sentences, tables and saved files. Times are in seconds if links have a rate. Loads that you enter stay in phits/cycle, and no run is repeated." />
      </p>
    </Dialog>
  );
}
