/** Optional lines below the answer, loaded with the first of them. */
export { ClaimLine } from "./ClaimLine.tsx";
export { CrowdingLine } from "./CrowdingLine.tsx";
export { DecidingSettings } from "./DecidingSettings.tsx";
export { GalleryHint } from "./GalleryHint.tsx";
export { LostRunLine } from "./LostRunLine.tsx";
export { RunProgressLine } from "./RunProgressLine.tsx";
