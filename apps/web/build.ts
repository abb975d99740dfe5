/**
 * Builds the portal into `dist/`: the prerendered entry pages, the application, and the precompressed assets.
 * Each page of the
 * application has a document of its own that names the page's files, so that they come beside the application and not
 * after it. `pages.json` tells the server which file answers which path; `csp-hashes.json` which inline scripts are ours.
 */
import { createHash } from "node:crypto";
import { readFile, readdir, rm, writeFile } from "node:fs/promises";
import { registerHooks } from "node:module";
import { join, relative } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { BRAND, PORTAL, type EntryKey, type PageKey } from "@coralhub/domain";
import { build, type Manifest } from "vite";
import { precompress } from "../../tools/precompress.ts";
import { firstCalls } from "./src/app/document/first-calls.ts";
import { EARLY, EARLY_SCRIPT, THEME_SCRIPT } from "./src/app/document/head-scripts.ts";
import { ENTRY_PAGES } from "./src/app/entry/entry-pages.ts";

const root = import.meta.dirname;
const dist = join(root, "dist");
const prerender = join(root, "node_modules/.prerender");
const frames = join(root, "node_modules/.first-frames");
const configFile = join(root, "vite.config.ts");

type Assets = { script: string | undefined; preload: string[]; styles: string[] };

/** Everything a chunk needs at once: itself, its static imports and their stylesheets. */
function assetsOf(manifest: Manifest, source: string): Assets {
  const reached = new Set<string>();
  const seen = new Set<string>();
  const styles = new Set<string>();
  const visit = (key: string): void => {
    const chunk = manifest[key];
    // Two files may need each other.
    if (!chunk || reached.has(key)) return;
    reached.add(key);
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

  const { renderFirstFrame } = (await import(pathToFileURL(join(frames, "first-frame.js")).href)) as {
    renderFirstFrame(key?: PageKey): string;
  };
  const writeApp = (name: string, assets: Assets, key?: PageKey) => {
    const styles = assets.styles.map((file) => `<link rel="stylesheet" href="/${file}">`).join("");
    const early = `<meta name="${EARLY}" content="${firstCalls(key).join(" ")}"><script>${EARLY_SCRIPT}</script>`;
    const body = `${renderFirstFrame(key)}<div id="root"></div>`;
    return writeFile(
      join(dist, name),
      html({ title: key ? PORTAL[key].title : "商户门户", head: early + styles, body, assets }),
    );
  };
  await writeApp("app.html", app);
  for (const [key, source] of Object.entries(await pageSources()) as [PageKey, string][]) {
    const { path } = PORTAL[key];
    // A page that shows one of many has no address of its own to be answered by.
    if (path.includes("$")) continue;
    const own = assetsOf(manifest, source);
    const files = new Set([...app.preload, ...own.preload, ...(own.script ? [own.script] : [])]);
    files.delete(app.script!);
    pages[path] = `page-${key}.html`;
    const styles = new Set([...app.styles, ...own.styles]);
    await writeApp(pages[path], { script: app.script, preload: [...files], styles: [...styles] }, key);
  }
  await writeFile(join(dist, "pages.json"), JSON.stringify(pages));
  const hashes = [THEME_SCRIPT, EARLY_SCRIPT].map((script) => createHash("sha256").update(script).digest("base64"));
  await writeFile(join(dist, "csp-hashes.json"), JSON.stringify(hashes.map((hash) => `sha256-${hash}`)));
}

/** The file of each page, as the table that fetches them asks for it: every one is asked for, and none is loaded. */
async function pageSources(): Promise<Partial<Record<PageKey, string>>> {
  const table = pathToFileURL(join(root, "src/app/pages.ts")).href;
  let asked: string | undefined;
  const hooks = registerHooks({
    resolve(name, context, next) {
      if (context.parentURL !== table) return next(name, context);
      asked = relative(root, fileURLToPath(new URL(name, table)));
      throw new Error("only its name was wanted");
    },
  });
  const { PAGES } = (await import(table)) as { PAGES: Record<PageKey, () => Promise<unknown>> };
  const sources: Partial<Record<PageKey, string>> = {};
  for (const key of Object.keys(PAGES) as PageKey[]) {
    asked = undefined;
    await PAGES[key]().catch(() => undefined);
    if (asked === undefined) throw new Error(`the file of ${key} is not known`);
    sources[key] = asked;
  }
  hooks.deregister();
  return sources;
}

async function stylesIn(folder: string): Promise<string> {
  const names = (await readdir(folder, { recursive: true })).filter((name) => name.endsWith(".css"));
  return (await Promise.all(names.map((name) => readFile(join(folder, name), "utf8")))).join("");
}

await build({ configFile, logLevel: "warn" });
const buildDrawing = (source: string, outDir: string, ssrEmitAssets: boolean) =>
  build({
    configFile,
    logLevel: "warn",
    build: { ssr: join(root, source), outDir, ssrEmitAssets, manifest: false, rolldownOptions: { input: {} } },
  });
await buildDrawing("src/app/entry/prerender.tsx", prerender, true);
await buildDrawing("src/app/document/first-frame.tsx", frames, false);
const manifest = JSON.parse(await readFile(join(dist, ".vite/manifest.json"), "utf8")) as Manifest;
await writePages(manifest);
await rm(join(dist, ".vite"), { recursive: true });
await precompress(dist);
