/** Metadata that the build adds about the page's published address and for hosts. */
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { publicationAddress, publication } from "../../src/build/publication.ts";

const projectRoot = fileURLToPath(new URL("../../", import.meta.url));
const text = (file: string) => readFileSync(projectRoot + file, "utf8");

interface Tag {
  readonly attrs: Readonly<Record<string, string>>;
}
/** The page as the publication plugin with this address transforms it. */
function transformedPage(address: string | null) {
  const transform = publication(address).transformIndexHtml as (html: string) => string | { html: string; tags: readonly Tag[] };
  const result = transform(text("src/index.html"));
  return typeof result === "string" ? { html: result, tags: [] } : result;
}

test.each([
  [undefined, null],
  ["", null],
  ["https://x.example.edu/f", "https://x.example.edu/f/"],
  ["https://x.example.edu", "https://x.example.edu/"],
  ["https://x.example.edu/f/index.html", "https://x.example.edu/f/"],
  ["http://localhost:4173/some/where/", "http://localhost:4173/some/where/"],
])("the address %s is %s", (given, address) => expect(publicationAddress(given)).toBe(address));

test.each(["x.example.edu", "ftp://x.example.edu/", "https://x.example.edu/?a=1", "https://x.example.edu/#v=2", "javascript:alert(1)"])(
  "%s is refused, with what is expected",
  (given) => expect(() => publicationAddress(given)).toThrow(`FABRICSCOPE_ADDRESS is "${given}"; expected where the page will lie`),
);

test("a build that knows its address says it to previews and to the page; another one says nothing wrong", () => {
  const { html, tags } = transformedPage("https://x.example.edu/f/");
  expect(html).toContain('property="og:image" content="https://x.example.edu/f/picture.png"');
  // For readers who have only the folder, there is a link to the published page.
  expect(html).toContain('hidden>It is published at <a href="https://x.example.edu/f/">https://x.example.edu/f/</a>.');
  expect(tags.map(({ attrs }) => attrs)).toEqual([
    { rel: "canonical", href: "https://x.example.edu/f/" },
    { property: "og:url", content: "https://x.example.edu/f/" },
  ]);
  expect(transformedPage(null)).toEqual({ html: text("src/index.html"), tags: [] });
});

test("the picture of a preview is as large as the page says", () => {
  const picture = readFileSync(`${projectRoot}public/picture.png`);
  const imageSize = (dimension: string) => Number(new RegExp(`og:image:${dimension}" content="(\\d+)"`).exec(text("src/index.html"))?.[1]);
  expect([picture.readUInt32BE(16), picture.readUInt32BE(20)]).toEqual([imageSize("width"), imageSize("height")]);
});

test("the page can be installed: every icon is there, in the size that is said", () => {
  const { icons, start_url, scope, display } = JSON.parse(text("public/manifest.webmanifest")) as {
    readonly icons: readonly { readonly src: string; readonly sizes: string; readonly type: string; readonly purpose?: string }[];
    readonly start_url: string;
    readonly scope: string;
    readonly display: string;
  };
  expect({ start_url, scope, display }).toEqual({ start_url: "./", scope: "./", display: "standalone" });
  expect(icons.map(({ purpose }) => purpose)).toContain("maskable");
  const found = icons.map(({ src, type }) => {
    const icon = readFileSync(`${projectRoot}public/${src}`);
    return type === "image/png" ? `${icon.readUInt32BE(16)}x${icon.readUInt32BE(20)}` : "any";
  });
  expect(found).toEqual(icons.map(({ sizes }) => sizes));
  expect(found).toEqual(expect.arrayContaining(["192x192", "512x512"]));
});

test("what the browser draws round the page has the colour of its ground", () => {
  const grounds = [...text("src/app/tokens.css").matchAll(/--ground: (#\w+);/g)].map(([, colour]) => colour);
  const themeColors = [...text("src/index.html").matchAll(/name="theme-color" media="\(prefers-color-scheme: \w+\)" content="(#\w+)"/g)];
  expect(themeColors.map(([, colour]) => colour)).toEqual(grounds.slice(0, 2));
  const { theme_color, background_color } = JSON.parse(text("public/manifest.webmanifest")) as Record<string, string>;
  expect([theme_color, background_color]).toEqual([grounds[0], grounds[0]]);
});

test("hosts declare who may embed the page, which its policy cannot contain, and which files never change", () => {
  const own = /http-equiv="Content-Security-Policy"\s+content="([^"]+)"/.exec(text("src/index.html"))?.[1] ?? "";
  expect(own).toContain("manifest-src 'self'");
  expect(own).not.toContain("frame-ancestors");
  for (const file of ["public/_headers", "public/.htaccess"]) {
    expect(text(file), file).toMatch(/Content-Security-Policy:? "?frame-ancestors \*/);
    expect(text(file), file).toContain("nosniff");
    expect(text(file), file).toContain("immutable");
  }
});
