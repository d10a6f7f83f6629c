/** The letters of several networks: which of them a view shows that has no room for all, or tells of that shows them all. */
import "./letters.css";
import { ToggleButton, ToggleGroup } from "../ui/ToggleButton.tsx";

/** The networks beside each other, as the page holds them. */
export interface Beside {
  /** Their letters and titles, in their order. */
  readonly networks: readonly { readonly letter: string; readonly title: string }[];
  /** Number of the one in front. */
  readonly front: number;
  /** Brings one in front. */
  onFront(index: number): void;
  /** Told when a view shows all of them. */
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
