/** Chooses the two networks of a view that compares a pair of networks. */
import { letterOf } from "../../../core/scenario/document.ts";
import type { WorkbenchStore } from "../../state/workbench.ts";
import { comparedPair } from "../../state/session-state.ts";
import { Select } from "../../ui/fields/Select.tsx";
import { usePage, useWorkbench } from "../../hooks.ts";

const pairPositions = ["First", "Second"] as const;

/**
 * Two menus that choose the pair of networks for a view that compares two networks.
 * @param names Names of all compared networks of the document, in order.
 */
export function PairChoice({ names }: { readonly names: readonly string[] }) {
  const { store } = usePage();
  const first = useWorkbench((state) => comparedPair(state)[0]);
  const second = useWorkbench((state) => comparedPair(state)[1]);
  const pair = [first, second];
  return (
    <span className="pair-choice">
      {pairPositions.map((position, i) => (
        <Select
          key={position}
          aria-label={`${position} network of the pair`}
          isQuiet
          value={pair[i]}
          onChange={(index) => choosePair(store, i, Number(index))}
        >
          {names.map((name, index) => (
            <option key={letterOf(index)} value={index} label={`${letterOf(index)} ${name}`}>
              {letterOf(index)}
            </option>
          ))}
        </Select>
      ))}
    </span>
  );
}

/** Assigns a network to one of the two positions. If it already has the other position, the two swap. */
function choosePair(store: WorkbenchStore, position: number, index: number): void {
  const [first, second] = comparedPair(store.getState());
  const isSwap = index === (position === 0 ? second : first);
  store.setState({ session: { pair: isSwap ? [second, first] : position === 0 ? [index, second] : [first, index] } });
}
