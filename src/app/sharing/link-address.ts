/** The address that links made on this page point to. */
import { storeSetting, readSetting } from "../settings.ts";

/** The part of the browser's location that gives the page's address. */
type PageLocation = Pick<Location, "protocol" | "hostname" | "href">;

/** Whether an address works on this computer only. */
export function isLocalAddress({ hostname, protocol }: Omit<PageLocation, "href">): boolean {
  return protocol === "file:" || hostname === "localhost" || hostname.endsWith(".localhost") || /^(127\.|\[::1\]$)/.test(hostname);
}

/** Whether links made here work on this computer only, because no public address is known. */
export function areLinksLocal(place: PageLocation = location): boolean {
  return isLocalAddress(place) && publicAddress() === null;
}

/** Address of a published page: the address that the reader has entered, otherwise the address set by the build; null for none. */
export function publicAddress(): string | null {
  return readSetting("public-address") ?? document.querySelector<HTMLLinkElement>('link[rel="canonical"]')?.href ?? null;
}

/** Sets the published page that links point to; null restores the default. */
export function setPublicAddress(address: string | null): void {
  storeSetting("public-address", address);
}

/** A typed address of a published page, normalized as the beginning of links; null if it is not valid. */
export function parsePublicAddress(typed: string): string | null {
  const text = typed.trim();
  if (!/^https?:\/\/[^\s/]/i.test(text) || !URL.canParse(text)) return null;
  const { origin, pathname, search } = new URL(text);
  return `${origin}${pathname}${search}`;
}

/** The complete address for a fragment. On a local page it points to the published page if one is known, otherwise to the page itself. */
export function addressOfFragment(fragment: string, place: PageLocation = location): string {
  const ownAddress = place.href.replace(/#.*/s, "");
  return `${isLocalAddress(place) ? (publicAddress() ?? ownAddress) : ownAddress}#${fragment}`;
}
