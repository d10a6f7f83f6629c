/** Every style sheet takes its values from `src/app/tokens.css`, so that equal elements look equal and a value changes in one place. */
import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

/** Widths and heights that media queries of sheets and scripts may use. `tokens.css` documents them. */
const breakpoints = ["18em", "30em", "56em", "78em", "88em", "112em", "52em", "24em"];

/** Literal values that are allowed, each with its reason: sheet, property, value. */
const allowedLiterals = new Set([
  // Hides a name in the bar that does not fit on a phone.
  "app/shell/bar/bar.css font-size: 0",
]);

const lengthLiteral = /(?<![\w-])-?(?:\d*\.)?\d+(?:px|rem|em|lh|ch|vw|dvh|vh|mm)\b/;
const colorLiteral = /#[\da-f]{3,8}\b|\b(?:rgb|hsl|oklch|oklab|lab)a?\(|(?<![\w-])(?:black|white)(?![\w-])/i;
const spacingProperty = /^(?:margin|padding|gap|row-gap|column-gap|inset|top|left|right|bottom|scroll-margin|scroll-padding)(?:-[a-z-]+)?$/;
const fontSizeValue = /^(?:var\(--type-[a-z]+\)|calc\([23] \* var\(--type-[a-z]+\)\))$/;
const fontWeightValue = /^var\(--weight-(?:plain|strong)\)$/;
const lineHeightValue = /^(?:var\(--(?:leading|leading-tight|leading-open|line|control|control-small)\)|[01])$/;

/** Allowed values by property, apart from keywords such as `inherit`. */
const valueRules: readonly (readonly [property: RegExp, isAllowed: (value: string) => boolean])[] = [
  [/^font-size$/, (value) => fontSizeValue.test(value)],
  [/^line-height$/, (value) => lineHeightValue.test(value)],
  [/^font-weight$/, (value) => fontWeightValue.test(value)],
  [/^font$/, isFont],
  [/radius$/, (value) => value.split(" ").every((part) => /^(?:var\(--radius-[a-z]+\)|50%|0)$/.test(part))],
  [spacingProperty, (value) => !lengthLiteral.test(value)],
  [/^z-index$/, (value) => /^var\(--layer-[a-z]+\)$/.test(value)],
  [/^box-shadow$/, (value) => /^(?:none|var\(--(?:shadow|outline)[a-z-]*\)(?:, var\(--(?:shadow|outline)[a-z-]*\))*)$/.test(value)],
  [/^(?:transition|animation)/, (value) => !/\d(?:s|ms)\b/.test(value)],
  [/^/, (value) => !colorLiteral.test(value.replaceAll(/"[^"]*"/g, ""))],
];

/** A font as weight, size / line height and family. */
function isFont(value: string): boolean {
  const [, weightPart = "", sizePart, lineHeightPart] =
    /^(?:(\S*weight\S*) )?(.+) \/ (\S+) var\(--(?:sans|serif|mono)\)$/.exec(value) ?? [];
  return (
    (weightPart === "" || fontWeightValue.test(weightPart)) &&
    sizePart !== undefined &&
    fontSizeValue.test(sizePart) &&
    lineHeightValue.test(lineHeightPart)
  );
}

const styleSheets = readdirSync("src", { recursive: true, encoding: "utf8" })
  .map((file) => file.replaceAll("\\", "/"))
  .filter((file) => file.endsWith(".css") && file !== "app/tokens.css")
  .sort();

/** Text of a sheet with comments blanked out, so that line numbers stay correct. */
const textOf = (file: string) =>
  readFileSync(`src/${file}`, "utf8").replaceAll(/\/\*[\s\S]*?\*\//g, (comment) => comment.replaceAll(/[^\n]/g, " "));
const lineAt = (text: string, index: number) => text.slice(0, index).split("\n").length;

test("type, space, shapes, layers, shadows, durations and colours are tokens in every sheet", () => {
  const faults = styleSheets.flatMap((file) => {
    const text = textOf(file);
    return [...text.matchAll(/(?<=[;{])\s*([\w-]+)\s*:\s*([^;{}]+);/g)].flatMap((match) => {
      const [property, value] = [match[1], match[2].replace("!important", "").trim().replaceAll(/\s+/g, " ")];
      const isAllowed = value === "inherit" || allowedLiterals.has(`${file} ${property}: ${value}`);
      const isLawful = isAllowed || valueRules.every(([which, holds]) => !which.test(property) || holds(value));
      return isLawful ? [] : [`${file}:${lineAt(text, match.index + match[0].search(/\S/))} ${property}: ${value}`];
    });
  });
  expect(faults.join("\n")).toBe("");
});

test("sheets and scripts ask how large the page is at the same few widths and heights, written alike", () => {
  const ofSheets = styleSheets.concat("app/tokens.css").flatMap((file) => {
    const text = textOf(file);
    return [...text.matchAll(/@(?:media|container)([^{]+)\{/g)].map((match) => ({
      at: `${file}:${lineAt(text, match.index)}`,
      query: match[1],
    }));
  });
  const ofScripts = readdirSync("src", { recursive: true, encoding: "utf8" })
    .filter((file) => /\.tsx?$/.test(file))
    .flatMap((file) =>
      [...readFileSync(`src/${file}`, "utf8").matchAll(/["'`](\([^"'`\n]*\b(?:width|height)\b[^"'`\n]*\))["'`]/g)].map((match) => ({
        at: file,
        query: match[1],
      })),
    );
  const faults = [...ofSheets, ...ofScripts].filter(({ query }) => {
    const isAlike = !/\b(?:min|max)-(?:width|height)\b/.test(query) || query.includes("${");
    return !isAlike || (query.match(/[\d.]+(?:em|rem|px)\b/g) ?? []).some((length) => !breakpoints.includes(length));
  });
  expect(faults.map(({ at, query }) => `${at} ${query.trim()}`).join("\n")).toBe("");
});

/** Classes of one folder that other folders position. They may occur in the sheets of several folders. */
const sharedClasses = "main say sentence legend cards weights view-card view-box view-sentence bar brand doc".split(" ");

/** Modes of the whole page. Their sheets rearrange the workbench and override the rules of its parts. */
const pageModeSelector = /^\.page\[data-(?:presenting|embedded)\]$/;

/** The folder that owns a sheet: a folder of the app, or one of its pages. Plain classes, tokens and the UI kit are shared ("all"). */
function owningFolder(file: string): string {
  if (/^app\/(?:[^/]+\.css$|ui\/)/.test(file)) return "all";
  return file
    .split("/")
    .slice(0, file.startsWith("app/pages/") ? 3 : 2)
    .join("/");
}

/** The rules of a sheet, each with its selector and all enclosing selectors and conditions, outermost first. */
function rulesOf(file: string): readonly { readonly at: string; readonly preludes: readonly string[] }[] {
  const text = textOf(file).replaceAll(/"[^"\n]*"/g, (quoted) => "_".repeat(quoted.length));
  const openBlocks: string[] = [];
  let preludeStart = 0;
  return [...text.matchAll(/[{};]/g)].flatMap(({ 0: punctuation, index }) => {
    const prelude = text.slice(preludeStart, index).trim();
    preludeStart = index + 1;
    if (punctuation === "}") openBlocks.pop();
    if (punctuation !== "{") return [];
    openBlocks.push(prelude);
    return [{ at: `${file}:${lineAt(text, index)}`, preludes: [...openBlocks] }];
  });
}

/** Class names in a selector or in the root of an `@scope`. */
const classesOf = (prelude: string) =>
  /^@(?!scope)/.test(prelude) ? [] : [...prelude.matchAll(/\.(-?[a-z_][\w-]*)/gi)].map(([, name]) => name);

test("every rule of a room is in a scope, and a class is selected in one room alone, where it is not for all", () => {
  const rules = styleSheets.concat("app/tokens.css").flatMap((file) =>
    rulesOf(file).map((rule) => ({
      ...rule,
      room: owningFolder(file),
      classes: pageModeSelector.test(rule.preludes[0]) ? [] : classesOf(rule.preludes.at(-1)!),
    })),
  );
  const roomsOf = new Map<string, Set<string>>();
  for (const { room, classes } of rules) for (const name of classes) roomsOf.set(name, (roomsOf.get(name) ?? new Set()).add(room));
  const faults = rules
    .filter(({ room }) => room.startsWith("app/"))
    .flatMap(({ at, preludes, classes }) => [
      ...(/^@(?:scope|keyframes)/.test(preludes[0]) || pageModeSelector.test(preludes[0]) ? [] : [`${at} is in no scope`]),
      ...classes
        .filter((name) => roomsOf.get(name)!.size > 1 && !roomsOf.get(name)!.has("all") && !sharedClasses.includes(name))
        .map((name) => `${at} .${name} of ${[...roomsOf.get(name)!].join(", ")}`),
    ]);
  expect(faults.join("\n")).toBe("");
});

test("fields look alike, whatever is typed in them", () => {
  const faults = styleSheets.flatMap((file) =>
    rulesOf(file)
      .filter(({ preludes }) => /\[type="search"\]/.test(preludes.at(-1)!) && !/\[type="text"\]/.test(preludes.at(-1)!))
      .map(({ at }) => at),
  );
  expect(faults.join("\n")).toBe("");
});

test("a focus ring is around what has the focus, except in rows from edge to edge and hands on a drawing", () => {
  const within = styleSheets.filter((file) => /outline-offset:\s*-/.test(textOf(file)));
  expect(within).toEqual(["app/ui/command-list.css", "app/workbench/drawer/drawer.css", "views/strip/hand.css"]);
});
