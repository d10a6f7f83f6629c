/** Ways out: the link, the scenario's document, a citation. Nothing is sent anywhere. */
import { useEffect, useState } from "react";
import { Header, MenuItem, MenuSection, Text } from "react-aria-components";
import { version } from "../../../package.json";
import { writeDocument } from "../../core/scenario/document.ts";
import { writeLink } from "../../links/index.ts";
import { formatCount } from "../../views/shared/format.ts";
import type { Opened } from "../Opener.tsx";
import { study } from "../page.ts";
import { plain, sentenceOf } from "../sentence/segments.ts";
import { workbench } from "../store.ts";
import { MenuPopover } from "./MenuPopover.tsx";

/** Links longer than this are cut by some programs on the way; a file is safer. */
const longestLink = 8000;

/** The link to the present scenario; null when it would be too long to be read again. */
async function present(): Promise<string | null> {
  const fragment = await writeLink(workbench.getState().scenario).catch(() => null);
  return fragment === null ? null : `${location.origin}${location.pathname}${location.search}#${fragment}`;
}

const documentText = () => `${JSON.stringify(writeDocument(workbench.getState().scenario), null, 2)}\n`;

export function ShareMenu(opened: Opened) {
  /** Characters of the link; Infinity when there can be none. */
  const [length, setLength] = useState(0);
  useEffect(() => void present().then((text) => setLength(text?.length ?? Infinity)), []);
  const act = (key: unknown) => {
    if (key === "link")
      void present().then((text) => (text === null ? undefined : copy(text, `Link copied, ${formatCount(text.length)} characters`)));
    if (key === "json") void copy(documentText(), "Scenario copied");
    if (key === "file") download(documentText());
    if (key === "citation") void present().then((text) => copy(citation(text ?? ""), "Citation copied"));
  };
  return (
    <MenuPopover {...opened} label="Share" onAction={act} disabledKeys={length === Infinity ? ["link"] : []}>
      <MenuSection>
        <Header>
          {length > longestLink ? "This link is long; better send the file." : "Whoever opens the link sees the same numbers."}
        </Header>
        <MenuItem id="link" className="item" textValue="Copy link">
          <Text slot="label">Copy link</Text>
          <Text slot="description">
            {length === 0 ? "…" : length === Infinity ? "This scenario is too long for a link." : `${formatCount(length)} characters`}
          </Text>
        </MenuItem>
        <MenuItem id="json" className="item" textValue="Copy scenario as JSON">
          <Text slot="label">Copy scenario as JSON</Text>
          <Text slot="description">For a file, a script, or the command line.</Text>
        </MenuItem>
        <MenuItem id="file" className="item" textValue="Download scenario">
          <Text slot="label">Download scenario</Text>
          <Text slot="description">A file that this page opens again.</Text>
        </MenuItem>
        <MenuItem id="citation" className="item" textValue="Copy citation">
          <Text slot="label">Copy citation</Text>
          <Text slot="description">Names this exact run: scenario, seed, version, fingerprint.</Text>
        </MenuItem>
      </MenuSection>
    </MenuPopover>
  );
}

/** A citation of this exact run. */
function citation(link: string): string {
  const { scenario } = workbench.getState();
  const { answer, isAnswerStale } = study.snapshot();
  const fingerprint = answer === null || isAnswerStale ? "" : `, fingerprint ${answer.results.fingerprint}`;
  const said = scenario.title === "" ? plain(sentenceOf(scenario)) : `“${scenario.title}.”`;
  return `Fabricscope ${version}. ${said} Seed ${scenario.seed}${fingerprint}. ${link}`.trim();
}

/** Where the browser forbids copying, the text is shown to be copied by hand. */
async function copy(text: string, said: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    workbench.setState({ said });
  } catch {
    workbench.setState({ notice: { title: "The browser does not allow copying here; copy it by hand:", lines: [], raw: text } });
  }
}

function download(text: string): void {
  const { title } = workbench.getState().scenario;
  const name = title
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "");
  const address = URL.createObjectURL(new Blob([text], { type: "application/json" }));
  const anchor = document.createElement("a");
  anchor.href = address;
  anchor.download = `${name === "" ? "scenario" : name}.json`;
  anchor.click();
  URL.revokeObjectURL(address);
}
