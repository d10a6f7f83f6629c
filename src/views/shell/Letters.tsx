/** The letters of several networks: which of them a view shows that has no room for all, or tells of that shows them all. */
import "./letters.css";

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
    <div className="view-letters wrap" role="group" aria-label={`${title}: network`}>
      {networks.map(({ letter, title: name }, i) => (
        <button key={letter} type="button" aria-pressed={i === front} aria-description={name} onClick={() => onFront(i)}>
          {letter}
        </button>
      ))}
    </div>
  );
}
