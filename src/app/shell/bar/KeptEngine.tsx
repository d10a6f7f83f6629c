/** Says that this page is archived for an older engine, and links to the current one. */
import { engineVersion } from "../../../core/run/version.ts";
import { presentPage } from "../../opening/kept-page.ts";
import { links } from "../../opening/address.ts";
import { Button } from "../../ui/Button.tsx";
import { usePage } from "../../hooks.ts";

export function KeptEngine() {
  const { store } = usePage();
  // The claim is passed on without the version of the engine, which would lead back here, but with the digest, so that the current page
  // shows both digests.
  const leave = async () => {
    const scenario = store.getState().document.current;
    const claim = scenario.claim === null ? null : { ...scenario.claim, engine: "" };
    const fragment = await links()
      .then(({ writeLink }) => writeLink({ ...scenario, claim }))
      .catch(() => "");
    location.assign(`${presentPage()}#${fragment}`);
  };
  return (
    <p className="kept-engine small">
      This page is kept with engine {engineVersion}, so that links made with it go on giving the same numbers.{" "}
      <Button variant="quiet" onClick={() => void leave()}>
        Open with the present engine
      </Button>
    </p>
  );
}
