import { fileURLToPath } from "node:url";
import react from "@vitejs/plugin-react";
import type { Plugin } from "vite";
import { defineConfig } from "vitest/config";

const top = fileURLToPath(new URL(".", import.meta.url));

/** The development server reloads modules by an inline script, which the page's own policy rightly forbids. */
const withoutPolicyInDevelopment: Plugin = {
  name: "without-policy-in-development",
  apply: "serve",
  transformIndexHtml: (html) => html.replace(/<meta[^>]+http-equiv="Content-Security-Policy"[^>]*>/i, ""),
};

export default defineConfig({
  root: `${top}src`,
  // Relative addresses: the built page works from any sub-path of any static host.
  base: "./",
  publicDir: "../public",
  plugins: [react(), withoutPolicyInDevelopment],
  worker: { format: "es" },
  build: {
    outDir: "../dist",
    emptyOutDir: true,
    target: "es2022",
    // Every browser that has module workers preloads modules by itself; the polyfill and inlined assets would need a laxer policy.
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
  },
  test: {
    root: top,
    projects: [
      { extends: true, test: { name: "unit", root: top, include: ["tests/**/*.test.{ts,tsx}"], exclude: ["tests/browser/**"] } },
      {
        extends: true,
        test: {
          name: "browser",
          root: top,
          include: ["tests/browser/**/*.test.ts"],
          fileParallelism: false,
          testTimeout: 60_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
});
