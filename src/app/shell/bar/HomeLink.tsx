/** The way from any page to the reader's own network: the page's name in the bar, and every link back. */
import { loadOwnNetwork } from "../../opening/sync-address.ts";
import { Link, type LinkProps } from "../../ui/Link.tsx";
import { usePage } from "../../hooks.ts";

/** A link to the page without a fragment, which means the reader's own network. */
export function HomeLink(link: Omit<LinkProps, "href">) {
  const { store, drafts } = usePage();
  // The address of a file or of a lesson that is too long for a link has no fragment, either: then the browser has nowhere to go.
  const openHere = () => location.hash === "" && void loadOwnNetwork().then(({ openOwnNetwork }) => openOwnNetwork(store, drafts));
  return <Link href="#" {...link} onClick={openHere} />;
}
