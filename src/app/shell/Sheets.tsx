/** The sheet that stands before the page, loaded when it is first asked for. */
import { later } from "./later.ts";
import { type SheetName, useOverlay } from "./overlay.ts";

const keys = later(() => import("./Keys.tsx").then(({ Keys }) => Keys));
const palette = later(() => import("./palette/Palette.tsx").then(({ Palette }) => Palette));
const gallery = later(() => import("../pages/gallery/Gallery.tsx").then(({ Gallery }) => Gallery));
const embed = later(() => import("./bar/Embed.tsx").then(({ Embed }) => Embed));
const units = later(() => import("./Units.tsx").then(({ Units }) => Units));
const code = later(() => import("./bar/Code.tsx").then(({ Code }) => Code));

export function Sheets() {
  const sheet = useOverlay((state) => state.sheet);
  return sheet === null ? null : <Named sheet={sheet} />;
}

function Named({ sheet }: { readonly sheet: SheetName }) {
  switch (sheet) {
    case "keys":
      return <keys.Component />;
    case "palette":
    case "search":
      return <palette.Component key={sheet} finds={sheet === "search" ? "places" : "commands"} />;
    case "gallery":
      return <gallery.Component />;
    case "embed":
      return <embed.Component />;
    case "units":
      return <units.Component />;
    case "code":
      return <code.Component />;
  }
}
