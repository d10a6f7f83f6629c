/** The address that links made on this page point to. */
import { keepSetting, readSetting } from "../setting.ts";

/** The part of the browser's location that gives the page's address. */
type Place = Pick<Location, "protocol" | "hostname" | "href">;

/** Whether an address works on this computer only. */
export function isOfThisComputer({ hostname, protocol }: Omit<Place, "href">): boolean {
  return protocol === "file:" || hostname === "localhost" || hostname.endsWith(".localhost") || /^(127\.|\[::1\]$)/.test(hostname);
}

/** Whether links made here work on this computer only, because no public address is known. */
export function areLinksForHereAlone(place: Place = location): boolean {
  return isOfThisComputer(place) && publicAddress() === null;
}

/** Address of a published page: the one entered by the reader, otherwise the one set by the build; null for none. */
export function publicAddress(): string | null {
  return readSetting("public-address") ?? document.querySelector<HTMLLinkElement>('link[rel="canonical"]')?.href ?? null;
}

/** Sets the published page that links point to; null restores the default. */
export function keepPublicAddress(address: string | null): void {
  keepSetting("public-address", address);
}

/** A typed address of a published page, normalized as the beginning of links; null if it is not valid. */
export function readPublicAddress(typed: string): string | null {
  const text = typed.trim();
  if (!/^https?:\/\/[^\s/]/i.test(text) || !URL.canParse(text)) return null;
  const { origin, pathname, search } = new URL(text);
  return `${origin}${pathname}${search}`;
}

/** The complete address for a fragment. On a local page it points to the published page if one is known, otherwise to the page itself. */
export function addressFor(fragment: string, place: Place = location): string {
  const own = place.href.replace(/#.*/s, "");
  return `${isOfThisComputer(place) ? (publicAddress() ?? own) : own}#${fragment}`;
}
