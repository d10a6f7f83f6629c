/** The network and the traffic as files that other programs read; each says what it cannot say. */
import "./take-out.css";
import { useState } from "react";
import type { Format } from "../../formats/contract.ts";
import { writtenOf } from "../../formats/from-document.ts";
import { formats, writeText } from "../../formats/index.ts";
import { stagedVariant } from "../../words/variants.ts";
import { saveAs } from "../shell/bar/sharing.ts";
import { Sheet } from "../shell/Sheet.tsx";
import { usePage } from "../hooks.ts";

/** What of a scenario formats carry. */
const parts = [
  ["The network", "network"],
  ["The traffic", "traffic"],
  ["What ranks do", "program"],
] as const;

export function TakeOut() {
  const { overlay } = usePage();
  return (
    <Sheet title="Files for other programs" className="take-out" isModal onClose={overlay.closeSheet}>
      <p className="muted">They stay on this computer: nothing is sent anywhere.</p>
      {parts.map(([title, part]) => (
        <section key={part} aria-label={title}>
          <h3>{title}</h3>
          <ul>
            {formats
              .filter(({ carries, write }) => carries === part && write !== undefined)
              .map((format) => (
                <li key={format.id}>
                  <Row format={format} />
                </li>
              ))}
          </ul>
        </section>
      ))}
    </Sheet>
  );
}

function Row({ format: { id, title, carries, extension, cannotSay } }: { readonly format: Format }) {
  const page = usePage();
  const [fault, setFault] = useState<string | null>(null);
  const take = async () => {
    setFault(null);
    try {
      const { scenario, front } = page.store.getState();
      saveAs(page, await writeText(id, await writtenOf({ ...scenario, ...stagedVariant(scenario, front) }, carries)), extension);
    } catch (error) {
      setFault(error instanceof Error ? error.message : String(error));
    }
  };
  return (
    <>
      <button type="button" className="take-out-save" onClick={() => void take()}>
        {title} <span className="muted">.{extension}</span>
      </button>
      {fault !== null && <p role="alert">{fault}</p>}
      {cannotSay.length > 0 && (
        <details>
          <summary>What it cannot say</summary>
          <ul>
            {cannotSay.map((sentence) => (
              <li key={sentence}>{sentence}</li>
            ))}
          </ul>
        </details>
      )}
    </>
  );
}
