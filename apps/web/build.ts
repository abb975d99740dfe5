/**
 * Builds the portal into `dist/`: the prerendered entry pages, the application, and the precompressed assets.
 * `pages.json` tells the server which file answers which path; `csp-hashes.json` which inline scripts are ours.
 */
import { createHash } from "node:crypto";
import { readFile, readdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { BRAND, PORTAL, type EntryKey } from "@coralhub/domain";
import { build, type Manifest } from "vite";
import { precompress } from "../../tools/precompress.ts";
import { ENTRY_PAGES } from "./src/app/entry/entry-pages.ts";

const root = import.meta.dirname;
const dist = join(root, "dist");
const prerender = join(root, "node_modules/.prerender");
const configFile = join(root, "vite.config.ts");

/** Before the first paint: the theme the visitor chose. Without a choice the stylesheet follows the system. */
const THEME_SCRIPT = `try{var t=localStorage.getItem("theme");if(t==="dark"||t==="light")document.documentElement.dataset.theme=t}catch{}`;

type Assets = { script: string | undefined; preload: string[]; styles: string[] };

/** Everything a chunk needs at once: itself, its static imports and their stylesheets. */
function assetsOf(manifest: Manifest, source: string): Assets {
  const seen = new Set<string>();
  const styles = new Set<string>();
  const visit = (key: string): void => {
    const chunk = manifest[key];
    if (!chunk || seen.has(chunk.file)) return;
    for (const imported of chunk.imports ?? []) visit(imported);
    seen.add(chunk.file);
    for (const style of chunk.css ?? []) styles.add(style);
  };
  visit(source);
  const script = manifest[source]?.file;
  return { script, preload: [...seen].filter((file) => file !== script), styles: [...styles] };
}

type Page = { title: string; head: string; body: string; assets: Assets };

function html({ title, head, body, assets }: Page): string {
  const preload = assets.preload.map((file) => `<link rel="modulepreload" href="/${file}">`).join("");
  const script = assets.script ? `<script type="module" src="/${assets.script}"></script>` : "";
  return (
    `<!doctype html><html lang="zh-CN"><head><meta charset="utf-8">` +
    `<meta name="viewport" content="width=device-width,initial-scale=1,viewport-fit=cover">` +
    `<title>${title} - ${BRAND.name}</title><link rel="icon" href="/icon.svg" type="image/svg+xml">` +
    `<meta name="description" content="${BRAND.name}：跨境商户的收款、结汇与付款">` +
    `<script>${THEME_SCRIPT}</script>${head}${preload}${script}</head><body>${body}</body></html>`
  );
}

async function writePages(manifest: Manifest): Promise<void> {
  const { renderEntry } = (await import(pathToFileURL(join(prerender, "prerender.js")).href)) as {
    renderEntry(name: EntryKey): string;
  };
  const app = assetsOf(manifest, "src/app/main.tsx");
  const shell = [app.script, ...app.preload, ...app.styles].map((file) => `/${file}`).join(" ");
  // What the prerendering imported is what the pages need, so its stylesheet goes into each of them.
  const style = await stylesIn(prerender);
  const pages: Record<string, string> = {};

  for (const key of Object.keys(ENTRY_PAGES) as EntryKey[]) {
    const { file, script } = ENTRY_PAGES[key];
    const { path, title } = PORTAL[key];
    const source = `src/app/entry/${file}.tsx`;
    const assets: Assets = script ? assetsOf(manifest, source) : { script: undefined, preload: [], styles: [] };
    const head = `<style>${style}</style>${script ? `<meta name="shell" content="${shell}">` : ""}`;
    await writeFile(join(dist, `${file}.html`), html({ title, head, body: renderEntry(key), assets }));
    pages[path] = `${file}.html`;
  }

  const head = app.styles.map((file) => `<link rel="stylesheet" href="/${file}">`).join("");
  await writeFile(
    join(dist, "app.html"),
    html({ title: "商户门户", head, body: `<div id="root"></div>`, assets: app }),
  );
  await writeFile(join(dist, "pages.json"), JSON.stringify(pages));
  const hash = createHash("sha256").update(THEME_SCRIPT).digest("base64");
  await writeFile(join(dist, "csp-hashes.json"), JSON.stringify([`sha256-${hash}`]));
}

async function stylesIn(folder: string): Promise<string> {
  const names = (await readdir(folder, { recursive: true })).filter((name) => name.endsWith(".css"));
  return (await Promise.all(names.map((name) => readFile(join(folder, name), "utf8")))).join("");
}

await build({ configFile, logLevel: "warn" });
await build({
  configFile,
  logLevel: "warn",
  build: {
    ssr: join(root, "src/app/entry/prerender.tsx"),
    outDir: prerender,
    ssrEmitAssets: true,
    manifest: false,
    rolldownOptions: { input: {} },
  },
});
const manifest = JSON.parse(await readFile(join(dist, ".vite/manifest.json"), "utf8")) as Manifest;
await writePages(manifest);
await rm(join(dist, ".vite"), { recursive: true });
await precompress(dist);
