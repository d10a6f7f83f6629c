/** A plugin for the development server. */
import type { Plugin } from "vite";

/** Removes the content security policy during development: the server reloads modules with an inline script, which the policy forbids. */
export const withoutPolicyInDevelopment: Plugin = {
  name: "without-policy-in-development",
  apply: "serve",
  transformIndexHtml: (html) => html.replace(/<meta[^>]+http-equiv="Content-Security-Policy"[^>]*>/i, ""),
};
