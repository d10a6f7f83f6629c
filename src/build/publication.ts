/**
 * Where the page will be found. `FABRICSCOPE_ADDRESS=https://networks.example.edu/fabricscope/ npm run build` writes that address
 * into it: previews of links need it whole, and links that are made on a computer of one's own lead there.
 */
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Plugin } from "vite";

/**
 * The address of a folder that a page lies in, with a slash at its end; null where none is given.
 * @throws Error where it is no such address
 */
export function publicAddress(given: string | undefined): string | null {
  if (given === undefined || given === "") return null;
  const address = URL.canParse(given) ? new URL(given) : null;
  if (address === null || !/^https?:$/.test(address.protocol) || address.search !== "" || address.hash !== "")
    throw new Error(
      `FABRICSCOPE_ADDRESS is "${given}"; expected where the page will lie, without ? and #. Write it as https://networks.example.edu/fabricscope/.`,
    );
  return address.href.replace(/\/?(index\.html)?$/, "/");
}

const notFound = fileURLToPath(new URL("./not-found.html", import.meta.url));

/** Tells the page, and the one that stands where there is none, their address. */
export function publication(address: string | null): Plugin {
  return {
    name: "publication",
    apply: "build",
    transformIndexHtml(made) {
      // From a folder, a browser takes no style that is asked for as if from elsewhere.
      const html = made.replaceAll('rel="stylesheet" crossorigin', 'rel="stylesheet"');
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
