/** Exports the network and the traffic to formats of other programs. Each format lists what it cannot express. */
import "./take-out.css";
import { useState } from "react";
import { describeIssues, ScenarioError } from "../../core/base/errors.ts";
import { capital } from "../../core/base/words.ts";
import type { Format } from "../../formats/contract.ts";
import { writtenOf } from "../../formats/from-document.ts";
import { formats, writeCounted } from "../../formats/index.ts";
import { stagedVariant } from "../../words/variants.ts";
import { saveAs } from "../sharing/save.ts";
import { Dialog } from "../ui/Dialog.tsx";
import { Button } from "../ui/Button.tsx";
import { usePage } from "../hooks.ts";

/** Parts of a scenario that formats can carry. */
const parts = [
  ["The network", "network"],
  ["The traffic", "traffic"],
  ["What ranks do", "program"],
] as const;

export function TakeOut() {
  const { overlay } = usePage();
  return (
    <Dialog title="Files for other programs" className="take-out" onClose={overlay.closeSheet}>
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
    </Dialog>
  );
}

/** The reason for a failure, without paths into the document: it is clear that the document on the page is meant. */
function whyNot(fault: unknown): string {
  if (fault instanceof ScenarioError)
    return describeIssues(fault.issues.map((issue) => ({ ...issue, path: "" })))
      .map(capital)
      .join(" ");
  return fault instanceof Error ? fault.message : String(fault);
}

/** One format: a button that exports to it, what it cannot express, and the outcome of the export. */
function Row({ format: { id, title, carries, extension, cannotSay } }: { readonly format: Format }) {
  const page = usePage();
  const [fault, setFault] = useState<string | null>(null);
  /** Parts of this scenario that are not in the exported file. */
  const [said, setSaid] = useState<readonly string[]>([]);
  const take = async () => {
    setFault(null);
    setSaid([]);
    try {
      const {
        document: { current: scenario },
        session: { activeNetwork: front },
      } = page.store.getState();
      const written = await writtenOf({ ...scenario, ...stagedVariant(scenario, front) }, carries);
      const { text, leftOut } = await writeCounted(id, written);
      saveAs(page, text, extension, `-${carries}`);
      setSaid([...written.said, ...leftOut]);
    } catch (error) {
      setFault(whyNot(error));
    }
  };
  return (
    <>
      <Button className="take-out-save" onClick={() => void take()}>
        {title} <span className="muted">.{extension}</span>
      </Button>
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
      {said.length > 0 && (
        <p role="status" className="muted">
          {said.join(" ")}
        </p>
      )}
      {fault !== null && <p role="alert">{fault}</p>}
    </>
  );
}
