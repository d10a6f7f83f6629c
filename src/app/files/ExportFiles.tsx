/** Exports the network and the traffic to formats of other programs. Each format lists what it cannot express. */
import "./export-files.css";
import { useState } from "react";
import { describeIssues, ScenarioError } from "../../core/base/errors.ts";
import { capitalize } from "../../core/base/words.ts";
import type { Format } from "../../formats/contract.ts";
import { contentOfDocument } from "../../formats/from-document.ts";
import { formats, writeCounted } from "../../formats/index.ts";
import { stagedVariant } from "../../words/variants.ts";
import { downloadText } from "../sharing/download.ts";
import { Dialog } from "../ui/Dialog.tsx";
import { Button } from "../ui/Button.tsx";
import { usePage } from "../hooks.ts";

/** Parts of a scenario that formats can carry. */
const exportedParts = [
  ["The network", "network"],
  ["The traffic", "traffic"],
  ["The program of the ranks", "program"],
] as const;

/** The dialog that exports the document to files of other programs: for each part (network, traffic …) the formats that can be written. */
export function ExportFiles() {
  const { overlay } = usePage();
  return (
    <Dialog title="Files for other programs" className="export-files" onClose={overlay.closeSheet}>
      <p className="muted">The files are saved on this computer; nothing is sent anywhere.</p>
      {exportedParts.map(([title, part]) => (
        <section key={part} aria-label={title}>
          <h3>{title}</h3>
          <ul>
            {formats
              .filter(({ contentKind, write }) => contentKind === part && write !== undefined)
              .map((format) => (
                <li key={format.id}>
                  <FormatRow format={format} />
                </li>
              ))}
          </ul>
        </section>
      ))}
    </Dialog>
  );
}

/** The reason for a failure, without paths into the document: it is clear that the document on the page is meant. */
function failureReason(error: unknown): string {
  if (error instanceof ScenarioError)
    return describeIssues(error.issues.map((issue) => ({ ...issue, path: "" })))
      .map(capitalize)
      .join(" ");
  return error instanceof Error ? error.message : String(error);
}

/**
 * A format in the list of exports: a button that saves the file, what the format cannot express in general (`limitations`), and which parts
 * of this scenario are missing in the saved file (`omissions`) or why it could not be written.
 */
function FormatRow({ format: { id, title, contentKind, extension, limitations } }: { readonly format: Format }) {
  const page = usePage();
  const [failure, setFailure] = useState<string | null>(null);
  /** Parts of this scenario that are not in the exported file. */
  const [omissions, setOmissions] = useState<readonly string[]>([]);
  const exportFile = async () => {
    setFailure(null);
    setOmissions([]);
    try {
      const {
        document: { current: currentDocument },
        session: { activeNetwork },
      } = page.store.getState();
      // Of several compared networks, only the active one is exported. Parts may be lost when the content for this format is selected, and
      // again when the content is written.
      const exportedDocument = { ...currentDocument, ...stagedVariant(currentDocument, activeNetwork) };
      const content = await contentOfDocument(exportedDocument, contentKind);
      const { text, leftOut } = await writeCounted(id, content);
      downloadText(page, text, extension, `-${contentKind}`);
      setOmissions([...content.losses, ...leftOut]);
    } catch (error) {
      setFailure(failureReason(error));
    }
  };
  return (
    <>
      <Button className="export-files-save" onClick={() => void exportFile()}>
        {title} <span className="muted">.{extension}</span>
      </Button>
      {limitations.length > 0 && (
        <details>
          <summary>What this format cannot express</summary>
          <ul>
            {limitations.map((sentence) => (
              <li key={sentence}>{sentence}</li>
            ))}
          </ul>
        </details>
      )}
      {omissions.length > 0 && (
        <p role="status" className="muted">
          {omissions.join(" ")}
        </p>
      )}
      {failure !== null && <p role="alert">{failure}</p>}
    </>
  );
}
