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
  { unit: null, title: "as the technology says", help: "Bytes per second of its links where they have a rate, else phits/cycle." },
  { unit: phitsPerCycle, title: "phits/cycle", help: "As it is simulated: a channel carries one phit a cycle, a phit is 4 bytes." },
  {
    unit: { is: "share" },
    title: "% of a channel",
    help: "As part of the capacity of a channel, also for what a terminal offers and gets.",
  },
];

const channelRateOf = (unit: LoadUnit) => (unit.is === "rate" ? unit.channel : defaultChannelRate);

const isChosen = (each: LoadUnit | null, unit: LoadUnit | null) =>
  each === null || unit === null ? each === unit : isSameUnit(each, unit);

export function UnitsSheet() {
  const { overlay, store } = usePage();
  const unit = useWorkbench((state) => state.view.unit);
  const channel = useWorkbench((state) => channelRateOf(loadUnitOf(state)));
  const name = useId();
  const [text, setText] = useState(quantityForPeople(channel, "rate"));
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
        {unitChoices.map(({ unit: each, title, help }) => (
          <Radio key={title} name={name} isChosen={isChosen(each, unit)} onChoose={() => setLoadUnit(store, each)}>
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
          <span>What each load is where a channel carries, one way:</span>
        </Radio>
        <FormField className="units-rate" label="Rate of a channel" isLabelHidden fault={fault}>
          {(control) => <TextInput {...control} value={text} size={12} spellCheck={false} onChange={setRate} />}
        </FormField>
      </fieldset>
      <p className="muted">
        <GlossaryText text="A channel carries at most one phit per cycle. Pictures, sentences, tables and their files follow. Times are in seconds where links have a rate. Values that you set stay in phits/cycle, as the scenario keeps them; nothing runs anew." />
      </p>
    </Dialog>
  );
}
