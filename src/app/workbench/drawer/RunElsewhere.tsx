/** Instructions for running the document on other machines, and the import of the results. */
import { useRef, useState } from "react";
import { type Document, documentHash, runCount, writeDocument } from "../../../core/scenario/document.ts";
import { shellCommandsFor } from "../../../words/shell-commands.ts";
import { downloadFile } from "../../../views/export/export.ts";
import { copyText } from "../../ui/copy-text.ts";
import { Button } from "../../ui/Button.tsx";
import { FileInput } from "../../ui/fields/FileInput.tsx";
import { ToggleButton, ToggleGroup } from "../../ui/ToggleButton.tsx";
import { usePage } from "../../hooks.ts";

/** File name for the document: from its title, otherwise from its hash. */
function fileNameOf(document: Document): string {
  const nameParts = document.title
    .normalize("NFKD")
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-")
    .replaceAll(/^-+|-+$/g, "");
  return `${nameParts === "" ? `sweep-${documentHash(document).slice(0, 6)}` : nameParts.slice(0, 40)}.json`;
}

/**
 * Help for running all runs of the document on other machines: saves the document as a file, shows the commands for a chosen target such as
 * all cores of a machine or a cluster, and imports the folder of results. Imported results count as runs of this page.
 */
export function RunElsewhere({ document }: { readonly document: Document }) {
  const page = usePage();
  const [id, setId] = useState("cores");
  const folder = useRef<HTMLInputElement>(null);
  const file = fileNameOf(document);
  const targets = shellCommandsFor(file, runCount(document));
  const target = targets.find((each) => each.id === id) ?? targets[0];
  const saveDocument = () =>
    downloadFile(file, new Blob([`${JSON.stringify(writeDocument(document), null, 2)}\n`], { type: "application/json" }));
  const importResults = (files: readonly File[]) =>
    void import("../../files/import-results.ts").then(({ importResults: takeResults }) => takeResults(page, files));
  return (
    <details className="elsewhere">
      <summary>Run on other machines</summary>
      <p className="field-help">
        <Button variant="quiet" onClick={saveDocument}>
          Save {file}
        </Button>{" "}
        where Fabricscope is installed, and run these commands there.
      </p>
      <ToggleGroup label="Where">
        {targets.map((each) => (
          <ToggleButton key={each.id} isPressed={each.id === target.id} onClick={() => setId(each.id)}>
            {each.title}
          </ToggleButton>
        ))}
      </ToggleGroup>
      <pre tabIndex={0} aria-label={`Commands for ${target.title}`}>
        <CommandLines text={target.lines} />
      </pre>
      <p className="field-help">
        {target.help}{" "}
        <Button variant="quiet" onClick={() => void copyText(page, target.lines, "The commands are copied.")}>
          Copy the commands
        </Button>
      </p>
      <p className="field-help">
        Drop the folder of results on this page, or{" "}
        <Button variant="quiet" onClick={() => folder.current?.click()}>
          choose it
        </Button>
        . Its runs then count as if they had run here.
      </p>
      <FileInput field={folder} label="Folder of results" isFolder onFiles={importResults} />
    </details>
  );
}

/** Command lines that wrap only at spaces, so that an option such as `--keep` stays together. */
function CommandLines({ text }: { readonly text: string }) {
  return text.split(/([ \n])/).map((part, i) => (i % 2 === 1 ? part : <span key={i}>{part}</span>));
}
