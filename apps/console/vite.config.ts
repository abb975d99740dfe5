import { fileURLToPath } from "node:url";
import { defineConfig } from "vite";

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

export default defineConfig({
  root: here("."),
  base: "/ops/",
  oxc: { jsx: { runtime: "automatic" } },
  build: {
    outDir: here("dist"),
    emptyOutDir: true,
    target: "es2022",
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 700,
    rolldownOptions: {
      // Our packages have no side effects but their stylesheets: what a page does not name is left out of it.
      treeshake: { moduleSideEffects: [{ test: /\/packages\/.*\.tsx?$/, sideEffects: false }] },
    },
  },
});
