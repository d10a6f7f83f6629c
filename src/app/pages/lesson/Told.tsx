/** A text of a lesson, with its words explained in place. */
export function Told({ text }: { readonly text: string }) {
  return <>{text}</>;
}
