/** Where links lead that are made here. */
import { keepSetting, readSetting } from "../setting.ts";

/** The part of the browser's location that says where the page lies. */
type Place = Pick<Location, "protocol" | "hostname" | "href">;

/** Whether an address leads nowhere from any other computer. */
export function isOfThisComputer({ hostname, protocol }: Omit<Place, "href">): boolean {
  return protocol === "file:" || hostname === "localhost" || hostname.endsWith(".localhost") || /^(127\.|\[::1\]$)/.test(hostname);
}

/** Whether links made here lead nowhere from any other computer, as no public address is known. */
export function areLinksForHereAlone(place: Place = location): boolean {
  return isOfThisComputer(place) && publicAddress() === null;
}

/** The address of a published page: the one that was set here, else the one that the page was built for; null where there is none. */
export function publicAddress(): string | null {
  return readSetting("public-address") ?? document.querySelector<HTMLLinkElement>('link[rel="canonical"]')?.href ?? null;
}

/** Lets links lead to a published page from now on, or again where they did before. */
export function keepPublicAddress(address: string | null): void {
  keepSetting("public-address", address);
}

/** A typed address of a published page as links begin with it; null where it is no such address. */
export function readPublicAddress(typed: string): string | null {
  const text = typed.trim();
  if (!/^https?:\/\/[^\s/]/i.test(text) || !URL.canParse(text)) return null;
  const { origin, pathname, search } = new URL(text);
  return `${origin}${pathname}${search}`;
}

/**
 * The whole address of a link's part behind `#`. On a computer of one's own it leads to the published page, where one is known;
 * everywhere else to the page that made it.
 */
export function addressFor(fragment: string, place: Place = location): string {
  const own = place.href.replace(/#.*/s, "");
  return `${isOfThisComputer(place) ? (publicAddress() ?? own) : own}#${fragment}`;
}
