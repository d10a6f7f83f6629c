/** Every view as a file that a person can open. `tests/pictures/README.md` says how to look at the files and how to accept a change. */
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import type { View, ViewData } from "../../src/views/contract.ts";
import { perNetworkView } from "../../src/views/per-network.ts";
import { views } from "../../src/views/index.ts";
import { loadView } from "../../src/views/lazy-view.ts";
import { hasRoomForTwo } from "../../src/views/sizing.ts";
import { labelFaultsInView } from "./label-checks.ts";
import { svgPageGlobals } from "./svg-document.ts";
import { savedSvg, themedSvg, styleOf } from "./picture-file.ts";
import { fileOf, type Look, pictures } from "./pictures.ts";

const folder = join(import.meta.dirname, "../pictures");
/** Box sizes of a view by its place on the page, in pixels. Views with a preferred height use that height instead. */
const boxSizes = {
  stage: { card: [960, 420], wide: [1344, 600], phone: [358, 330] },
  time: { card: [960, 108], wide: [1344, 108], phone: [358, 92] },
  card: { card: [560, 300], wide: [960, 360], phone: [326, 260] },
} as const;

beforeAll(async () => {
  for (const [name, value] of Object.entries({ ...svgPageGlobals(), getComputedStyle: styleOf })) vi.stubGlobal(name, value);
});

afterAll(() => vi.unstubAllGlobals());

/** The view as its card shows it, and its size there. */
function viewInCard(view: View, data: ViewData, look: Look) {
  const [width, height] = boxSizes[view.region ?? "card"][look === "dark" ? "card" : look];
  const shownView =
    data.variants.length > 1 && view.isForAllNetworks !== true && view.region === undefined
      ? (perNetworkView(view, hasRoomForTwo(width)) as View)
      : view;
  const preferredSize = shownView.preferredSize?.(data, width);
  return {
    own: shownView,
    size: { width: Math.floor(preferredSize?.width ?? width), height: Math.floor(preferredSize?.height ?? height) },
  };
}

/** An HTML page with all pictures; pictures of the dark theme have a dark background. */
function indexPage(): string {
  const sections = views.map(({ id, title }) => {
    const figures = pictures
      .filter(({ view }) => view === id)
      .flatMap((picture) => picture.looks.map((look) => ({ file: fileOf(picture, look), look })))
      .map(({ file, look }) => `<figure class="${look}"><img src="${file}" alt="" /><figcaption>${file}</figcaption></figure>`);
    return [`<h2>${title}</h2>`, ...figures].join("\n");
  });
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8" />
<meta name="viewport" content="width=device-width" />
<title>Pictures of all views</title>
<style>
body { margin: 16px; font: 13px system-ui, sans-serif; background: #f4f4f1; color: #1a1c24; }
figure { display: inline-block; margin: 0 16px 16px 0; padding: 12px; background: #ffffff; vertical-align: top; }
figure.dark { background: #13151b; color: #f2f0ea; }
img { display: block; max-width: 100%; }
figcaption { margin-top: 8px; }
</style>
${sections.join("\n")}
</html>
`;
}

test("every view has a picture, and every picture is of a view", () => {
  expect(new Set(pictures.map(({ view }) => view))).toEqual(new Set(views.map(({ id }) => id)));
});

describe.each(pictures.map((picture) => [[picture.view, picture.variantName].join(" ").trim(), picture] as const))("%s", (_, picture) => {
  test.each(picture.looks)("%s", async (look) => {
    const view = await loadView(views.find(({ id }) => id === picture.view)!);
    const data = picture.data();
    const { own, size } = viewInCard(view, data, look);
    expect(own.emptyMessage(data)).toBeNull();
    expect(labelFaultsInView(view, data, size)).toEqual([]);
    const text = look === "dark" ? themedSvg(own, data, size, "dark") : await savedSvg(own, data, size);
    expect(text.length).toBeLessThan(60_000);
    await expect(text).toMatchFileSnapshot(join(folder, fileOf(picture, look)));
  });
});

test("index.html and the folder contain exactly these pictures", async () => {
  await expect(indexPage()).toMatchFileSnapshot(join(folder, "index.html"));
  const files = new Set(["README.md", "index.html", ...pictures.flatMap((picture) => picture.looks.map((look) => fileOf(picture, look)))]);
  expect(
    readdirSync(folder).filter((name) => !files.has(name)),
    "No view has these pictures any more. Remove the files.",
  ).toEqual([]);
});
