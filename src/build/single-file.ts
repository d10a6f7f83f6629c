/**
 * `npm run build:single` makes the page one file. It opens by a double click, from a stick or an attachment, where a browser
 * fetches nothing: script, styles, worker and every file beside the page are inside.
 */
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { extname, join } from "node:path";
import { gzipSync } from "node:zlib";
import { minify, transformWithOxc, type Plugin, type Rolldown } from "vite";
import { filesOf } from "./offline.ts";

/** Its name. */
const fileName = "fabricscope.html";

/** What of the page's head leads to files of their own, or is only for pages that have an address; and the page's own policy. */
const ofFolders =
  /\s*<(?:link\s+rel="(?:manifest|icon|apple-touch-icon|stylesheet|license)"|meta\s+(?:property="og:|name="twitter:|http-equiv="Content-Security-Policy")|script\s+type="module"|!-- What a messenger)[^>]*>(?:<\/script>)?/g;
/** Files that the head of the page leads to. */
const ofHead = /^(favicon\.svg|manifest\.webmanifest)$/;
/** What is said where the page of many files is opened without a host: a sentence, and the script that shows it. */
const fromFolder = /\s*<!-- From a folder,[^]*?<\/script>/;

export function singleFile(): Plugin {
  let files = "";
  return {
    name: "single-file",
    apply: "build",
    enforce: "pre",
    config: () => ({
      build: { cssCodeSplit: false, modulePreload: false, copyPublicDir: false, rolldownOptions: { output: { codeSplitting: false } } },
      // In a page without a host, Chromium begins no worker that is a module.
      worker: { format: "iife", rolldownOptions: { output: { codeSplitting: false, topLevelVar: false } } },
    }),
    configResolved({ publicDir }) {
      files = publicDir;
    },
    transform(code, id) {
      if (id.endsWith(recorded)) return { code: unpackedLate, map: null, moduleType: "js" };
      if (!id.endsWith("/worker/process.ts")) return null;
      const begun = code.replace(
        /new Worker\(new URL\("\.\/run\.worker\.ts", import\.meta\.url\), \{ type: "module", /,
        "new Worker(packed, { ",
      );
      if (begun === code) throw new Error("worker/process.ts begins its worker in another way than build/single-file.ts expects.");
      return { code: `${unpacking}\n${begun}`, map: null };
    },
    generateBundle: {
      order: "post",
      async handler(_options, bundle) {
        const source = oneFile(bundle, files, await opening(join(files, "../src/app/unpacked.ts")));
        for (const name of Object.keys(bundle)) delete bundle[name];
        this.emitFile({ type: "asset", fileName, source });
      },
    },
  };
}

/** The block of the page's own script. */
const pageFile = "page.js";
/** The block of the worker's script. */
const workerFile = "run.worker.js";
/** What came out of all exhibits, of which a page needs little: packed, too, in place of a part of the script. */
const recorded = "/reproductions/recorded-outcomes.json";

/** Unpacks the worker's block, before anything begins a worker. */
const unpacking = [
  `import workerAddress from "./run.worker.ts?worker&url";`,
  `import { unpacked } from "../app/unpacked.ts";`,
  `const block = document.querySelector('script[data-file="${workerFile}"]')?.textContent ?? workerAddress;`,
  `const packed = URL.createObjectURL(new Blob([await unpacked(block).arrayBuffer()], { type: "text/javascript" }));`,
].join("\n");

/** Unpacks what came out of all exhibits. */
const unpackedLate = [
  `import { beside } from "../app/beside.ts";`,
  `export default await (await beside("recorded-outcomes.json")).json();`,
].join("\n");

/**
 * The script that the page begins with: it unpacks the page's own, and adds it, which the policy knows by its digest.
 * @param file what unpacks
 */
async function opening(file: string): Promise<string> {
  const { code } = await transformWithOxc(readFileSync(file, "utf8"), file);
  const begin = [
    `const script = document.createElement("script");`,
    `script.type = "module";`,
    `script.textContent = await unpacked(document.querySelector('script[data-file="${pageFile}"]').textContent).text();`,
    `document.body.append(script);`,
  ];
  return (await minify("opening.js", [code.replace("export ", ""), ...begin].join("\n"), { module: true })).code;
}

/**
 * The page of a bundle, with all of it inside.
 * @param folder of the files that lie beside the page
 * @param begin the script that the page begins with
 */
function oneFile(bundle: Rolldown.OutputBundle, folder: string, begin: string): string {
  const all = Object.values(bundle);
  const scripts = all.flatMap((file) => (file.type === "chunk" ? [file.code] : []));
  const textsOf = (end: string) =>
    all.flatMap((file) => (file.type === "asset" && file.fileName.endsWith(end) ? [String(file.source)] : []));
  const [page] = textsOf("index.html");
  if (scripts.length !== 1 || page === undefined)
    throw new Error(`Expected one page with one script; there are ${scripts.length} scripts.`);
  const [worker, ...others] = textsOf(".js");
  if (worker === undefined || others.length > 0) throw new Error("Expected one worker beside the page.");
  const style = textsOf(".css").join("\n");
  const policy = [
    "default-src 'none'",
    `script-src ${digestOf(begin)} ${digestOf(scripts[0])}`,
    `style-src ${digestOf(style)}`,
    "img-src data: blob:",
    "worker-src blob:",
    "base-uri 'none'",
    "form-action 'none'",
  ].join("; ");
  const icon = readFileSync(join(folder, "favicon.svg")).toString("base64");
  const { shell, rest } = filesOf(folder);
  const paths = [...shell, ...rest].map(([path]) => path).filter((path) => !ofHead.test(path));
  const parts = {
    head: [
      `<meta http-equiv="Content-Security-Policy" content="${policy}" />`,
      `<link rel="icon" type="image/svg+xml" href="data:image/svg+xml;base64,${icon}" />`,
      `<style>${style}</style>`,
    ],
    body: [
      `<script type="module">${begin}</script>`,
      blockOf(pageFile, Buffer.from(scripts[0])),
      ...paths.map((path) => blockOf(path, readFileSync(join(folder, path)))),
      blockOf(workerFile, Buffer.from(worker)),
      blockOf("recorded-outcomes.json", Buffer.from(JSON.stringify(JSON.parse(readFileSync(join(folder, "../src", recorded), "utf8"))))),
      // To be read where it stands: whoever passes the file on passes these words on.
      `<script type="text/plain" id="licences">\n${inScript(textsOf("licences.txt").join(""))}</script>`,
    ],
  };
  return page
    .replace(ofFolders, "")
    .replace(fromFolder, "")
    .replace(/(?<=<meta charset="utf-8" \/>)/, () => `\n${parts.head.join("\n")}`)
    .replace("</body>", () => `${parts.body.join("\n")}\n</body>`);
}

/** A file as `app/beside.ts` finds it. Pictures are compressed already, and so can be shown as they stand. */
function blockOf(path: string, content: Buffer): string {
  const isPicture = extname(path) === ".webp";
  const text = isPicture ? content.toString("base64") : inBase91(gzipSync(content, { level: 9 }));
  return `<script type="${isPicture ? "image/webp" : "application/gzip"}" data-file="${path}">${text}</script>`;
}

/** 13 bits in two letters, lowest first, of 91 that end no element; of the rest, up to 6 bits take one letter. Shorter than base 64 by a thirteenth. */
export function inBase91(bytes: Uint8Array): string {
  const letters: string[] = [];
  let [bits, count] = [0, 0];
  for (const byte of bytes) {
    bits |= byte << count;
    count += 8;
    if (count < 13) continue;
    letters.push(letterOf((bits & 8191) % 91), letterOf(Math.floor((bits & 8191) / 91)));
    bits >>>= 13;
    count -= 13;
  }
  if (count > 0) letters.push(letterOf(bits % 91));
  if (count > 6) letters.push(letterOf(Math.floor(bits / 91)));
  return letters.join("");
}

/** From # on; ~ in place of the sign that begins an element. */
const letterOf = (digit: number) => (digit === 25 ? "~" : String.fromCharCode(35 + digit));

/** A text as it may stand in a page: what would end its element, or open a comment, says the same in other letters. */
const inScript = (text: string) => text.replaceAll(/<(?=\/?script|!--)/gi, String.raw`\x3c`);

const digestOf = (text: string) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
