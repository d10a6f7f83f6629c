/** The sheets by name. The code of a sheet is loaded when the sheet is first opened. */
import { lazyComponent } from "../../ui/lazy.ts";
import { type SheetName } from "../../shell/overlay.ts";

const filePreview = lazyComponent(() => import("../../files/FilePreview.tsx").then(({ FilePreview }) => FilePreview));
const exportFiles = lazyComponent(() => import("../../files/ExportFiles.tsx").then(({ ExportFiles }) => ExportFiles));
const keyList = lazyComponent(() => import("../../shell/KeysSheet.tsx").then(({ KeysSheet }) => KeysSheet));
const palette = lazyComponent(() => import("../../shell/palette/Palette.tsx").then(({ Palette }) => Palette));
const gallery = lazyComponent(() => import("../gallery/Gallery.tsx").then(({ Gallery }) => Gallery));
const embed = lazyComponent(() => import("../../shell/bar/EmbedSheet.tsx").then(({ EmbedSheet }) => EmbedSheet));
const cite = lazyComponent(() => import("../../shell/bar/CiteSheet.tsx").then(({ CiteSheet }) => CiteSheet));
const address = lazyComponent(() => import("../../shell/bar/LinkAddressSheet.tsx").then(({ LinkAddressSheet }) => LinkAddressSheet));
const offline = lazyComponent(() => import("../../shell/offline/OfflineSheet.tsx").then(({ OfflineSheet }) => OfflineSheet));
const unitsSheet = lazyComponent(() => import("../../shell/UnitsSheet.tsx").then(({ UnitsSheet }) => UnitsSheet));
const lessonList = lazyComponent(() => import("../lesson/LessonList.tsx").then(({ LessonList }) => LessonList));
const lessonSummary = lazyComponent(() => import("../lesson/LessonSummary.tsx").then(({ LessonSummary }) => LessonSummary));
const lessonShare = lazyComponent(() => import("../lesson/LessonShare.tsx").then(({ LessonShare }) => LessonShare));
const glossarySheet = lazyComponent(() => import("../../glossary/Glossary.tsx").then(({ Glossary }) => Glossary));
const codeSheet = lazyComponent(() => import("../../sharing/QrCodeSheet.tsx").then(({ QrCodeSheet }) => QrCodeSheet));

/**
 * The sheet (dialog) with a given name. The code of each sheet is loaded when it is first opened. `brought` previews a file that the reader
 * has opened; `take-out` exports files; `search` is the command palette that finds elements of the network.
 */
export function NamedSheet({ sheet }: { readonly sheet: SheetName }) {
  switch (sheet) {
    case "brought":
      return <filePreview.Component />;
    case "take-out":
      return <exportFiles.Component />;
    case "keys":
      return <keyList.Component />;
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
      return <unitsSheet.Component />;
    case "lessons":
      return <lessonList.Component />;
    case "lesson-summary":
      return <lessonSummary.Component />;
    case "lesson-share":
      return <lessonShare.Component />;
    case "glossary":
      return <glossarySheet.Component />;
    case "code":
      return <codeSheet.Component />;
  }
}
