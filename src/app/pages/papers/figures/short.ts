/** A quantity without its unit's last letter where that is understood: `10 kB` → `10k`, `100 B` → `100`. */
export function shortQuantity(text: string): string {
  return text.replace(/ ?([kMG]?)B$/, "$1");
}
