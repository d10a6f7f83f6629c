/**
 * `npm run build:single` makes the page a single file, which opens by a double click, for example from an e-mail attachment. A page that is
 * opened in this way cannot load other files, so script, styles, worker and all other files are embedded.
 */
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { extname, join } from "node:path";
import { gzipSync } from "node:zlib";
import { minify, transformWithOxc, type Plugin, type Rolldown } from "vite";
import { filesOf } from "./offline.ts";

/** Name of the file. */
const fileName = "fabricscope.html";

/**
 * Elements of the page's head that are removed: links to other files, elements for published pages only, and the page's content security
 * policy.
 */
const removedElements =
  /\s*<(?:link\s+rel="(?:manifest|icon|apple-touch-icon|stylesheet|license)"|meta\s+(?:property="og:|name="twitter:|http-equiv="Content-Security-Policy")|script\s+type="module"|!-- What a messenger)[^>]*>(?:<\/script>)?/g;
/** Files that the removed elements refer to. */
const headFile = /^(favicon\.svg|manifest\.webmanifest)$/;
/** The message that the multi-file page shows when it is opened from the file system, with its script. */
const fileSystemMessage = /\s*(?:<!--(?:(?!-->)[^])*-->\s*)?<p id="from-folder"[^]*?<\/script>/;

/**
 * The plugin that makes the page a single file: it bundles the code without chunks, replaces the start of the worker by code that unpacks
 * it, and embeds all files in the page.
 */
export function singleFile(): Plugin {
  let publicFolder = "";
  return {
    name: "single-file",
    apply: "build",
    enforce: "pre",
    config: () => ({
      build: { cssCodeSplit: false, modulePreload: false, copyPublicDir: false, rolldownOptions: { output: { codeSplitting: false } } },
      // From the file system, Chromium does not start workers that are modules.
      worker: { format: "iife", rolldownOptions: { output: { codeSplitting: false, topLevelVar: false } } },
    }),
    configResolved({ publicDir }) {
      publicFolder = publicDir;
    },
    transform(code, id) {
      if (id.endsWith(outcomesPath)) return { code: outcomesUnpackingCode, map: null, moduleType: "js" };
      if (!id.endsWith("/worker/process.ts")) return null;
      const patched = code.replace(
        /new Worker\(new URL\("\.\/run\.worker\.ts", import\.meta\.url\), \{ type: "module", /,
        "new Worker(packed, { ",
      );
      if (patched === code) throw new Error("worker/process.ts begins its worker in another way than build/single-file.ts expects.");
      return { code: `${workerUnpackingCode}\n${patched}`, map: null };
    },
    generateBundle: {
      order: "post",
      async handler(_options, bundle) {
        const source = assemblePage(bundle, publicFolder, await openingScript(join(publicFolder, "../src/app/decompress-block.ts")));
        for (const name of Object.keys(bundle)) delete bundle[name];
        this.emitFile({ type: "asset", fileName, source });
      },
    },
  };
}

/** Name of the block with the page's script. */
const pageFile = "page.js";
/** Name of the block with the worker's script. */
const workerFile = "run.worker.js";
/**
 * The outcomes of all exhibits, of which a page needs little. They are also embedded as a compressed block instead of being part of the
 * script.
 */
const outcomesPath = "/reproductions/recorded-outcomes.json";

/** Code that unpacks the worker's script before a worker is started. */
const workerUnpackingCode = [
  `import workerAddress from "./run.worker.ts?worker&url";`,
  `import { decompressBlock } from "../app/decompress-block.ts";`,
  `const block = document.querySelector('script[data-file="${workerFile}"]')?.textContent ?? workerAddress;`,
  `const packed = URL.createObjectURL(new Blob([await decompressBlock(block).arrayBuffer()], { type: "text/javascript" }));`,
].join("\n");

/** Code that unpacks the outcomes of all exhibits. */
const outcomesUnpackingCode = [
  `import { fetchPageFile } from "../app/page-files.ts";`,
  `export default await (await fetchPageFile("recorded-outcomes.json")).json();`,
].join("\n");

/**
 * The first script of the page: it unpacks the main script and adds it to the page. The content security policy allows the main script by
 * its digest.
 * @param file module with the unpacking function
 */
async function openingScript(file: string): Promise<string> {
  const { code } = await transformWithOxc(readFileSync(file, "utf8"), file);
  const statements = [
    `const script = document.createElement("script");`,
    `script.type = "module";`,
    `script.textContent = await decompressBlock(document.querySelector('script[data-file="${pageFile}"]').textContent).text();`,
    `document.body.append(script);`,
  ];
  return (await minify("opening.js", [code.replace("export ", ""), ...statements].join("\n"), { module: true })).code;
}

/**
 * The page as HTML with all files of a bundle embedded: style, scripts, worker, icon, and other files as packed blocks. Its content
 * security policy allows only these scripts and styles.
 * @param folder of the other files of the page
 * @param firstScript unpacks the blocks
 */
function assemblePage(bundle: Rolldown.OutputBundle, folder: string, firstScript: string): string {
  const outputs = Object.values(bundle);
  const scripts = outputs.flatMap((file) => (file.type === "chunk" ? [file.code] : []));
  const assetTexts = (suffix: string) =>
    outputs.flatMap((file) => (file.type === "asset" && file.fileName.endsWith(suffix) ? [String(file.source)] : []));
  const [pageHtml] = assetTexts("index.html");
  if (scripts.length !== 1 || pageHtml === undefined)
    throw new Error(`Expected one page with one script; there are ${scripts.length} scripts.`);
  const [worker, ...otherScripts] = assetTexts(".js");
  if (worker === undefined || otherScripts.length > 0) throw new Error("Expected one worker beside the page.");
  const style = assetTexts(".css").join("\n");
  const policy = [
    "default-src 'none'",
    `script-src ${policyDigest(firstScript)} ${policyDigest(scripts[0])}`,
    `style-src ${policyDigest(style)}`,
    "img-src data: blob:",
    "worker-src blob:",
    "base-uri 'none'",
    "form-action 'none'",
  ].join("; ");
  const icon = readFileSync(join(folder, "favicon.svg")).toString("base64");
  const { shell, rest } = filesOf(folder);
  const paths = [...shell, ...rest].map(([path]) => path).filter((path) => !headFile.test(path));
  const insertions = {
    head: [
      `<meta http-equiv="Content-Security-Policy" content="${policy}" />`,
      `<link rel="icon" type="image/svg+xml" href="data:image/svg+xml;base64,${icon}" />`,
      `<style>${style}</style>`,
    ],
    body: [
      `<script type="module">${firstScript}</script>`,
      embeddedBlock(pageFile, Buffer.from(scripts[0])),
      ...paths.map((path) => embeddedBlock(path, readFileSync(join(folder, path)))),
      embeddedBlock(workerFile, Buffer.from(worker)),
      embeddedBlock(
        "recorded-outcomes.json",
        Buffer.from(JSON.stringify(JSON.parse(readFileSync(join(folder, "../src", outcomesPath), "utf8")))),
      ),
      // Readable without unpacking, so that the licenses are passed on with the file.
      `<script type="text/plain" id="licences">\n${escapeForScript(assetTexts("licences.txt").join(""))}</script>`,
    ],
  };
  return pageHtml
    .replace(removedElements, "")
    .replace(fileSystemMessage, "")
    .replace(/(?<=<meta charset="utf-8" \/>)/, () => `\n${insertions.head.join("\n")}`)
    .replace("</body>", () => `${insertions.body.join("\n")}\n</body>`);
}

/**
 * An embedded file in the form that `app/page-files.ts` reads. Pictures are compressed already: base64 data, which can be shown directly.
 */
function embeddedBlock(path: string, content: Buffer): string {
  const isPicture = extname(path) === ".webp";
  const encoded = isPicture ? content.toString("base64") : encodeBase91(gzipSync(content, { level: 9 }));
  return `<script type="${isPicture ? "image/webp" : "application/gzip"}" data-file="${path}">${encoded}</script>`;
}

/**
 * Base 91: 13 bits are encoded as two characters, lowest first; of the remaining bits, up to 6 take one character. The alphabet has no
 * character that could end an element. The result is a thirteenth shorter than base 64.
 */
export function encodeBase91(bytes: Uint8Array): string {
  const characters: string[] = [];
  let [bits, count] = [0, 0];
  for (const byte of bytes) {
    bits |= byte << count;
    count += 8;
    if (count < 13) continue;
    characters.push(base91Character((bits & 8191) % 91), base91Character(Math.floor((bits & 8191) / 91)));
    bits >>>= 13;
    count -= 13;
  }
  if (count > 0) characters.push(base91Character(bits % 91));
  if (count > 6) characters.push(base91Character(Math.floor(bits / 91)));
  return characters.join("");
}

/** Characters from # on, with ~ in place of `<`, which would start an element. */
const base91Character = (digit: number) => (digit === 25 ? "~" : String.fromCharCode(35 + digit));

/** Text that can be embedded in a script element: sequences that would end the element or open a comment are escaped. */
const escapeForScript = (text: string) => text.replaceAll(/<(?=\/?script|!--)/gi, String.raw`\x3c`);

const policyDigest = (text: string) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
