/** Buttons with the letters of compared networks: they choose which network a view shows if it cannot show all. */
import "./letters.css";
import { ToggleButton, ToggleGroup } from "../ui/ToggleButton.tsx";

/** The compared networks. */
export interface Beside {
  /** Letters and titles, in order. */
  readonly networks: readonly { readonly letter: string; readonly title: string }[];
  /** Index of the active network. */
  readonly front: number;
  /** Makes a network active. */
  onFront(index: number): void;
  /** Called when a view shows all networks. */
  onAll(): void;
}

export function Letters({ title, beside: { networks, front, onFront } }: { readonly title: string; readonly beside: Beside }) {
  return (
    <ToggleGroup className="view-letters" label={`${title}: network`}>
      {networks.map(({ letter, title: name }, i) => (
        <ToggleButton key={letter} isPressed={i === front} aria-description={name} onClick={() => onFront(i)}>
          {letter}
        </ToggleButton>
      ))}
    </ToggleGroup>
  );
}
