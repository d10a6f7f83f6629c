/** Buttons with the letters of compared networks: they choose which network a view shows if it cannot show all. */
import "./letters.css";
import { ToggleButton, ToggleGroup } from "../ui/ToggleButton.tsx";

/** The compared networks. */
export interface ComparedNetworks {
  /** Letters and titles, in order. */
  readonly networks: readonly { readonly letter: string; readonly title: string }[];
  /** Index of the active network. */
  readonly activeIndex: number;
  /** Makes a network active. */
  onActivate(index: number): void;
  /** Called when a view shows all networks. */
  onShowAll(): void;
}

export function NetworkLetters({
  title,
  beside: { networks, activeIndex, onActivate },
}: {
  readonly title: string;
  readonly beside: ComparedNetworks;
}) {
  return (
    <ToggleGroup className="view-letters" label={`${title}: network`}>
      {networks.map(({ letter, title: name }, i) => (
        <ToggleButton key={letter} isPressed={i === activeIndex} aria-description={name} onClick={() => onActivate(i)}>
          {letter}
        </ToggleButton>
      ))}
    </ToggleGroup>
  );
}
