/** Drawer section for comparisons: the compared networks, and their differences from the first scenario. */
import { useState } from "react";
import type { Param, Params, Values } from "../../../core/base/params.ts";
import { letterOf, variantsOf } from "../../../core/scenario/document.ts";
import { scenarioParams } from "../../../core/scenario/scenario.ts";
import { maxTitleLength, sanitizeTitle } from "../../../core/scenario/title.ts";
import { formatCount, formatMoney } from "../../../words/numbers.ts";
import { type EqualizedQuantity, withAnotherNetwork, withEqualized, withoutNetwork } from "../../document/edit-document.ts";
import { canCompare, pathIn } from "../../../core/scenario/edits/edit-document-value.ts";
import { ParamField } from "../forms/ParamField.tsx";
import { networkNamesOf } from "../../../words/networks.ts";
import { namedVariants } from "../../../words/variants.ts";
import { type OtherScenario, positionsAfter } from "../../../core/scenario/variants.ts";
import { editedDocument } from "../../state/document-state.ts";
import { propose } from "../../document/edits.ts";
import { Button } from "../../ui/Button.tsx";
import { FormField } from "../../ui/fields/FormField.tsx";
import { Select } from "../../ui/fields/Select.tsx";
import { TextInput } from "../../ui/fields/TextInput.tsx";
import { ToggleButton, ToggleGroup } from "../../ui/ToggleButton.tsx";
import { usePage, useWorkbench } from "../../hooks.ts";

const sections = Object.entries(scenarioParams as Params).filter(([name]) => name !== "seed");

/**
 * The section “Compared networks” of the settings drawer: a form for each further network, named B, C, … after the first, a choice of the
 * baseline (the network with which the others are compared), and a button that adds a network. `document.beside` are the further networks.
 */
export function VariantsSection() {
  const { store } = usePage();
  const document = useWorkbench(editedDocument);
  const names = networkNamesOf(document);
  const keys = useVariantKeys(document.beside);
  return (
    <>
      {keys.map((key, i) => (
        <VariantFields key={key} variant={i + 1} name={names[i + 1]} />
      ))}
      {document.beside.length > 0 && (
        <FormField className="field-inline" label="Compared with">
          {(control) => (
            <Select
              {...control}
              value={document.baseline}
              onChange={(letter) => propose(store, { ...document, baseline: Number(letter), claim: null })}
            >
              {names.map((name, i) => (
                <option key={i} value={i}>
                  {letterOf(i)}, {name}
                </option>
              ))}
            </Select>
          )}
        </FormField>
      )}
      <Button
        variant="outlined"
        disabled={!canCompare(document)}
        onClick={() => propose(store, withAnotherNetwork(editedDocument(store.getState())))}
      >
        Add {document.beside.length === 0 ? "a network" : "another network"}
      </Button>
      <p className="field-help">All networks get the same traffic from the same seed. All other settings are those of the first network.</p>
    </>
  );
}

/** React keys for the compared networks. They stay with a network when others are added, removed or moved, so its form stays open. */
function useVariantKeys(comparedNetworks: readonly OtherScenario[]): readonly number[] {
  const [previous, setPrevious] = useState({ beside: comparedNetworks, keys: [...comparedNetworks.keys()], next: comparedNetworks.length });
  if (previous.beside === comparedNetworks) return previous.keys;
  const keys = new Map<number, number>();
  positionsAfter(previous.beside, comparedNetworks).forEach(
    (previousIndex, i) => i > 0 && previousIndex !== null && keys.set(previousIndex - 1, previous.keys[i - 1]),
  );
  let { next } = previous;
  const currentKeys = comparedNetworks.map((_, i) => keys.get(i) ?? next++);
  setPrevious({ beside: comparedNetworks, keys: currentKeys, next });
  return currentKeys;
}

/**
 * Form for one compared network: its name, the settings in which it differs from the first network, and a comparison of their sizes.
 * `variant` is its index among all networks, 1 for the first of `document.beside`; `comparedNetwork.changes` are its differences.
 */
function VariantFields({ variant, name }: { readonly variant: number; readonly name: string }) {
  const { store } = usePage();
  const document = useWorkbench(editedDocument);
  const [openSection, setOpen] = useState<string | null>(null);
  const comparedNetwork = document.beside[variant - 1];
  const changedSections = new Set(comparedNetwork.changes.map(({ path }) => path[0]));
  const rename = (text: string) => {
    const title = sanitizeTitle(text);
    if (title === comparedNetwork.title) return;
    propose(store, { ...document, beside: document.beside.map((each, i) => (i === variant - 1 ? { ...each, title } : each)) });
  };
  return (
    <fieldset className="other">
      <legend>
        <span className="letter" data-ring>
          {letterOf(variant)}
        </span>{" "}
        {name}
        <Button variant="quiet" onClick={() => propose(store, withoutNetwork(document, variant))}>
          Remove
        </Button>
      </legend>
      <FormField className="field-inline" label="Name">
        {(control) => (
          <TextInput
            {...control}
            key={comparedNetwork.title}
            defaultValue={comparedNetwork.title}
            maxLength={maxTitleLength}
            placeholder={name}
            onCommit={rename}
          />
        )}
      </FormField>
      <ToggleGroup label={`Settings that differ in ${letterOf(variant)}`}>
        {sections.map(([section, param]) => (
          <ToggleButton
            key={section}
            isPressed={openSection === section}
            data-changed={changedSections.has(section) || undefined}
            onClick={() => setOpen(openSection === section ? null : section)}
          >
            {param.title}
          </ToggleButton>
        ))}
      </ToggleGroup>
      {openSection !== null && <VariantForm variant={variant} section={openSection} />}
      <SizeComparison variant={variant} />
    </fieldset>
  );
}

function VariantForm({ variant, section }: { readonly variant: number; readonly section: string }) {
  const scenario: Values = variantsOf(useWorkbench(editedDocument))[variant];
  const param: Param = (scenarioParams as Params)[section];
  return <ParamField param={param} value={scenario[section]} path={pathIn(variant, [section])} />;
}

/**
 * A sentence that compares terminals and cost of network `variant` (its index among the compared networks) with those of network 0, and
 * buttons that change the network until terminals or cost are equal.
 */
function SizeComparison({ variant }: { readonly variant: number }) {
  const { store } = usePage();
  const { facts, bills } = namedVariants(useWorkbench(editedDocument));
  const [firstFacts, ownFacts] = [facts[0], facts[variant]];
  const [firstBill, ownBill] = [bills[0], bills[variant]];
  if (firstFacts === null || ownFacts === null || firstBill === null || ownBill === null) return null;
  const makeEqual = (quantity: EqualizedQuantity) => {
    const next = withEqualized(editedDocument(store.getState()), variant, quantity);
    if (typeof next === "string") store.setState({ session: { toast: next } });
    else propose(store, next);
  };
  return (
    <p className="field-help">
      {formatCount(ownFacts.terminals)} terminals for {formatMoney(ownBill.total)}, compared with {formatCount(firstFacts.terminals)} for{" "}
      {formatMoney(firstBill.total)}.{" "}
      {firstFacts.terminals !== ownFacts.terminals && (
        <Button variant="quiet" onClick={() => makeEqual("terminals")}>
          Make terminals equal
        </Button>
      )}{" "}
      {firstBill.total !== ownBill.total && (
        <Button variant="quiet" onClick={() => makeEqual("cost")}>
          Make cost equal
        </Button>
      )}
    </p>
  );
}
