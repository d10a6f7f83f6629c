/** Optional lines below the answer, loaded with the first of them. */
export { ClaimLine } from "./ClaimLine.tsx";
export { CrowdingLine } from "./CrowdingLine.tsx";
export { LookLine } from "./LookLine.tsx";
export { LostLine } from "./LostLine.tsx";
export { RunsLine } from "./RunsLine.tsx";
