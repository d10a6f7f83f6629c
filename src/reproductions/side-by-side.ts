/** Several documents as one that shows them beside each other. */
export { sideBySide } from "./documents.ts";
