/** The logo and the icons of the page. */

/** The logo: two switches and the link between them. */
export function Logo() {
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

/** A half-filled disc: light and dark. */
export function ThemeIcon() {
  return (
    <svg width={16} height={16} viewBox="0 0 16 16" aria-hidden="true">
      <circle cx={8} cy={8} r={5.7} fill="none" stroke="currentColor" strokeWidth={1.6} />
      <path d="M8 2.3a5.7 5.7 0 0 1 0 11.4z" fill="currentColor" />
    </svg>
  );
}

/** An arrow bent backward or forward. */
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

/** Small icons, as strokes in a square of 16 × 16. */
const iconPaths = {
  down: "M4 6l4 4 4-4",
  up: "M4 10l4-4 4 4",
  find: "M7 2.2a4.8 4.8 0 1 0 0 9.6a4.8 4.8 0 1 0 0-9.6zM10.5 10.5L14 14",
  grow: "M10 2h4v4M14 2L9.5 6.5M6 14H2v-4M2 14l4.5-4.5",
  shrink: "M13.5 6.5h-4v-4M9.5 6.5L14 2M2.5 9.5h4v4M6.5 9.5L2 14",
  more: "M3 8h.01M8 8h.01M13 8h.01",
} as const;

/** @param size width and height, pixels */
export function Icon({ is, size }: { readonly is: keyof typeof iconPaths; readonly size: number }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 16 16"
      fill="none"
      stroke="currentColor"
      strokeWidth={is === "more" ? 1.8 : 1.2}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d={iconPaths[is]} />
    </svg>
  );
}
