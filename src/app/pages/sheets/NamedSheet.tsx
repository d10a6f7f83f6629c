/** The sheets by name. The code of each one is loaded when it is first opened. */
import { lazy } from "../../ui/lazy.ts";
import { type SheetName } from "../../shell/overlay.ts";

const brought = lazy(() => import("../../files/Preview.tsx").then(({ Preview }) => Preview));
const takeOut = lazy(() => import("../../files/TakeOut.tsx").then(({ TakeOut }) => TakeOut));
const keys = lazy(() => import("../../shell/Keys.tsx").then(({ Keys }) => Keys));
const palette = lazy(() => import("../../shell/palette/Palette.tsx").then(({ Palette }) => Palette));
const gallery = lazy(() => import("../gallery/Gallery.tsx").then(({ Gallery }) => Gallery));
const embed = lazy(() => import("../../shell/bar/Embed.tsx").then(({ Embed }) => Embed));
const cite = lazy(() => import("../../shell/bar/Cite.tsx").then(({ Cite }) => Cite));
const address = lazy(() => import("../../shell/bar/LinkAddress.tsx").then(({ LinkAddress }) => LinkAddress));
const offline = lazy(() => import("../../shell/offline/Offline.tsx").then(({ Offline }) => Offline));
const units = lazy(() => import("../../shell/Units.tsx").then(({ Units }) => Units));
const lessons = lazy(() => import("../lesson/Lessons.tsx").then(({ Lessons }) => Lessons));
const lessonShare = lazy(() => import("../lesson/LessonShare.tsx").then(({ LessonShare }) => LessonShare));
const glossary = lazy(() => import("../../glossary/Glossary.tsx").then(({ Glossary }) => Glossary));
const code = lazy(() => import("../../sharing/Code.tsx").then(({ Code }) => Code));

export function NamedSheet({ sheet }: { readonly sheet: SheetName }) {
  switch (sheet) {
    case "brought":
      return <brought.Component />;
    case "take-out":
      return <takeOut.Component />;
    case "keys":
      return <keys.Component />;
    case "palette":
    case "search":
      return <palette.Component key={sheet} finds={sheet === "search" ? "places" : "commands"} />;
    case "gallery":
      return <gallery.Component />;
    case "embed":
      return <embed.Component />;
    case "cite":
      return <cite.Component />;
    case "address":
      return <address.Component />;
    case "offline":
      return <offline.Component />;
    case "units":
      return <units.Component />;
    case "lessons":
      return <lessons.Component />;
    case "lesson-share":
      return <lessonShare.Component />;
    case "glossary":
      return <glossary.Component />;
    case "code":
      return <code.Component />;
  }
}
