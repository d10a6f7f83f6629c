/** What the development server needs. */
import type { Plugin } from "vite";

/** The development server reloads modules by an inline script, which the page's own policy rightly forbids. */
export const withoutPolicyInDevelopment: Plugin = {
  name: "without-policy-in-development",
  apply: "serve",
  transformIndexHtml: (html) => html.replace(/<meta[^>]+http-equiv="Content-Security-Policy"[^>]*>/i, ""),
};
