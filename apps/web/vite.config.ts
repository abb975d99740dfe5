import { fileURLToPath } from "node:url";
import { FAMILIES, identityEndpoints, REFUSALS, type Endpoint } from "@coralhub/contract";
import { defineConfig, type Plugin } from "vite";
import { ENTRY_PAGES } from "./src/app/entry/entry-pages.ts";
import { LIGHT_CALLS } from "./src/platform/calls.ts";

const CALLS = "virtual:calls";

/** The entry pages call by the contract's table without carrying its schemas: what they need of it is written at build time. */
const callTable = (): Plugin => ({
  name: "call-table",
  resolveId: (id) => (id === CALLS ? `\0${CALLS}` : undefined),
  load(id) {
    if (id !== `\0${CALLS}`) return undefined;
    const rows = LIGHT_CALLS.map((name) => {
      const { method, path, family, idempotent }: Endpoint = identityEndpoints[name];
      const { base, success } = FAMILIES[family];
      return [name, { method, path, family, idempotent, base, success: Object.values(success)[0] }];
    });
    const codes = Object.entries(REFUSALS).flatMap(([name, { code }]) =>
      name.startsWith("identity.") ? [[name, code]] : [],
    );
    return (
      `export const calls = ${JSON.stringify(Object.fromEntries(rows))};\n` +
      `export const refusalCodes = ${JSON.stringify(Object.fromEntries(codes))};`
    );
  },
});

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

export default defineConfig({
  root: here("."),
  plugins: [callTable()],
  oxc: { jsx: { runtime: "automatic" } },
  build: {
    outDir: here("dist"),
    emptyOutDir: true,
    manifest: true,
    target: "es2022",
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 700,
    rolldownOptions: {
      input: {
        app: here("src/app/main.tsx"),
        ...Object.fromEntries(
          Object.entries(ENTRY_PAGES).flatMap(([name, page]) =>
            page.script ? [[name, here(`src/app/entry/${name}.tsx`)]] : [],
          ),
        ),
      },
      // Our packages have no side effects but their stylesheets: what a page does not name is left out of it.
      treeshake: { moduleSideEffects: [{ test: /\/packages\/.*\.tsx?$/, sideEffects: false }] },
    },
  },
});
