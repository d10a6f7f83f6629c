/** The marks of the page's bar and its time. */

/** The mark of the program: two switches and the link between them. */
export function Mark() {
  return (
    <svg
      className="mark"
      viewBox="0 0 18 20"
      width={18}
      height={20}
      fill="none"
      stroke="currentColor"
      strokeWidth={1.6}
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d="M6.5 1.2h5L16.5 8h-15zM1.5 12h15v6.8h-15z" />
      <path d="M0 10h18" stroke="var(--accent)" strokeWidth={1.8} />
    </svg>
  );
}

/** A disc half filled: light and dark. */
export function ThemeIcon() {
  return (
    <svg width={16} height={16} viewBox="0 0 16 16" aria-hidden="true">
      <circle cx={8} cy={8} r={5.7} fill="none" stroke="currentColor" strokeWidth={1.6} />
      <path d="M8 2.3a5.7 5.7 0 0 1 0 11.4z" fill="currentColor" />
    </svg>
  );
}

/** An arrow bent back, or forth. */
export function UndoIcon({ forth = false }: { readonly forth?: boolean }) {
  return (
    <svg
      width={16}
      height={16}
      viewBox="0 0 16 16"
      fill="none"
      stroke="currentColor"
      strokeWidth={1.6}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path transform={forth ? "matrix(-1 0 0 1 16 0)" : ""} d="M6 3 3 6l3 3M3.5 6H10a3.3 3.3 0 0 1 0 6.6H7" />
    </svg>
  );
}

/** Two bars, or a triangle. */
export function PlayIcon({ isPlaying }: { readonly isPlaying: boolean }) {
  return (
    <svg width={14} height={14} viewBox="0 0 14 14" fill="currentColor" aria-hidden="true">
      <path d={isPlaying ? "M2.5 1h3v12h-3zM8.5 1h3v12h-3z" : "M3.5 1l9 6-9 6z"} />
    </svg>
  );
}

/** A cross. */
export function CloseIcon() {
  return (
    <svg
      width={14}
      height={14}
      viewBox="0 0 14 14"
      fill="none"
      stroke="currentColor"
      strokeWidth={1.5}
      strokeLinecap="round"
      aria-hidden="true"
    >
      <path d="M2.5 2.5l9 9M11.5 2.5l-9 9" />
    </svg>
  );
}
