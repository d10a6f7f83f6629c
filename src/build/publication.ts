/**
 * The address at which the page will be published. `FABRICSCOPE_ADDRESS=https://networks.example.edu/fabricscope/ npm run build` inserts it
 * into the page: link previews need an absolute address, and links that are made on a local copy lead there.
 */
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Plugin } from "vite";

/**
 * The address of the folder of the page, with a final slash; null if none is given.
 * @throws Error if it is not a valid address
 */
export function publicationAddress(text: string | undefined): string | null {
  if (text === undefined || text === "") return null;
  const address = URL.canParse(text) ? new URL(text) : null;
  if (address === null || !/^https?:$/.test(address.protocol) || address.search !== "" || address.hash !== "")
    throw new Error(
      `FABRICSCOPE_ADDRESS is "${text}"; expected where the page will lie, without ? and #. Write it as https://networks.example.edu/fabricscope/.`,
    );
  return address.href.replace(/\/?(index\.html)?$/, "/");
}

const notFound = fileURLToPath(new URL("./not-found.html", import.meta.url));

/**
 * The plugin that inserts the address at which the page is published into the page and into the page for missing files.
 * @param address null if the page is not published
 */
export function publication(address: string | null): Plugin {
  return {
    name: "publication",
    apply: "build",
    transformIndexHtml(builtHtml) {
      // When a page is opened from the file system, browsers refuse style sheets that are marked as cross-origin.
      const html = builtHtml.replaceAll('rel="stylesheet" crossorigin', 'rel="stylesheet"');
      if (address === null) return html;
      return {
        html: html
          .replace('content="./picture.png"', `content="${address}picture.png"`)
          .replace('<p id="from-folder" hidden>', `$&It is published at <a href="${address}">${address}</a>.`),
        tags: [
          { tag: "link", attrs: { rel: "canonical", href: address }, injectTo: "head" },
          { tag: "meta", attrs: { property: "og:url", content: address }, injectTo: "head" },
        ],
      };
    },
    generateBundle() {
      const source = readFileSync(notFound, "utf8").replace('href="./"', `href="${address ?? "./"}"`);
      this.emitFile({ type: "asset", fileName: "404.html", source });
    },
  };
}
