/** The signs of the tools of a view, as strokes in a square of 16. */

const strokes = {
  down: "M4 6l4 4 4-4",
  up: "M4 10l4-4 4 4",
  find: "M7 2.2a4.8 4.8 0 1 0 0 9.6a4.8 4.8 0 1 0 0-9.6zM10.5 10.5L14 14",
  grow: "M10 2h4v4M14 2L9.5 6.5M6 14H2v-4M2 14l4.5-4.5",
  shrink: "M13.5 6.5h-4v-4M9.5 6.5L14 2M2.5 9.5h4v4M6.5 9.5L2 14",
  more: "M3 8h.01M8 8h.01M13 8h.01",
} as const;

/** @param size width and height, pixels */
export function Icon({ is, size }: { readonly is: keyof typeof strokes; readonly size: number }) {
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
      <path d={strokes[is]} />
    </svg>
  );
}
