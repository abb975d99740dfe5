import { fileURLToPath } from "node:url";
import { build, defineConfig, type Plugin, type Rolldown, type UserConfig } from "vite";
import { ENTRY_PAGES } from "./src/app/entry/entry-pages.ts";
import { lightCalls } from "./src/platform/light-calls.ts";

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** The entry pages call by the contract's table without carrying its schemas: the table is worked out here, once. */
const callTable = (): Plugin => ({
  name: "call-table",
  load: (id) =>
    id === here("src/platform/light-calls.ts") ? `export const lightCalls = ${JSON.stringify(lightCalls)};` : undefined,
});

/** The light kit gets a copy of the icons of its own, so that the application's fifty do not travel with the sign-in page. */
const lightIcons = (): Plugin => ({
  name: "light-icons",
  enforce: "pre",
  resolveId: (id, importer) =>
    id === "../icons.tsx" && importer && /\/packages\/ui\/src\/(light|parts)\/|\/feedback\/toast\.tsx$/.test(importer)
      ? `${here("../../packages/ui/src/icons.tsx")}?light`
      : undefined,
});

/** What every entry page is made of: one file instead of a dozen slivers, and nothing of the application in it. */
const LIGHT = [
  /packages\/ui\/src\/light\/(button|text-field)/,
  /packages\/ui\/src\/(parts\/notice|feedback\/toast|icons\.tsx\?light)/,
  /packages\/contract\/src\/call-errors/,
  // What fetches a part later, on every page that has one.
  /vite\/preload-helper/,
  /apps\/web\/src\/platform\/(light-|attempt-keys|error-catalogue|expiry|session|environment|device|safe-path|shell-prefetch|use-form|dotted)/,
  /apps\/web\/src\/app\/entry\/(hydrate|island)/,
];
/** What only sign-in forms need besides: marketing pages stay without it. */
const SIGN_IN = [
  /packages\/ui\/src\/light\/(password-field|code-field)/,
  /packages\/ui\/src\/parts\/(use-countdown|code-boxes)/,
  /apps\/web\/src\/features\/identity\/entry\/(login-name-field|lazy-captcha|finish-sign-in|refusals)/,
  /apps\/web\/src\/platform\/(mistakes|use-sent-code|sent-to)/,
];

/** What some entry pages need and the application too: apart from both, or those pages would carry the application. */
const BOTH = [
  /packages\/domain\/src\/(.*\/)?(brand|legal-versions|money|currencies)\.ts/,
  /packages\/ui\/src\/(.*\/)?steps\.tsx/,
];
/** What a loan's plan is worked out with, also on its public page. */
const PLANS = /packages\/domain\/src\/(lending\/(products|schedule)|deposits\/interest|calendar\/days)\.ts/;

type Build = { getModuleInfo(id: string): { importedIds: string[] } | null };

/** Everything these files import, and what that imports, without what is fetched later. */
function reachedFrom(files: readonly string[]): (id: string, build: Build) => boolean {
  let reached: Set<string> | undefined;
  return (id, build) => {
    reached ??= files.reduce(function follow(seen: Set<string>, next: string): Set<string> {
      if (seen.has(next)) return seen;
      return (build.getModuleInfo(next)?.importedIds ?? []).reduce(follow, seen.add(next));
    }, new Set<string>());
    return reached.has(id);
  };
}

const APP = here("src/app/main.tsx");
const SCRIPTS = Object.values(ENTRY_PAGES).flatMap(({ file, script }) =>
  script ? [{ file, source: here(`src/app/entry/${file}.tsx`) }] : [],
);
/** What a visitor's pages are made of stays apart, so that the application does not travel with them. */
const isEntry = reachedFrom(SCRIPTS.map(({ source }) => source));

/**
 * What every page of the application needs before it can show anything: one file. The start itself runs nowhere else.
 * Which that is only a build can tell: by their imports alone all of a package's parts would belong to it, the date picker
 * with the button. So the start is built once without its pages, and what is left of each file says.
 */
async function shellOf(app: string): Promise<ReadonlySet<string>> {
  const pagesLater: Plugin = {
    name: "pages-later",
    enforce: "pre",
    resolveId: (id, _importer, { kind }) => (kind === "dynamic-import" ? { id, external: true } : null),
  };
  const built = await build({
    root: here("."),
    configFile: false,
    logLevel: "silent",
    plugins: [pagesLater],
    oxc: { jsx: { runtime: "automatic" } },
    build: {
      write: false,
      target: "es2022",
      modulePreload: false,
      rolldownOptions: { input: app, output: { codeSplitting: false }, treeshake: TREESHAKE },
    },
  });
  const { output } = built as Rolldown.RolldownOutput;
  const chunks = output.filter((file) => file.type === "chunk");
  const kept = chunks.flatMap(({ modules }) => Object.entries(modules).filter(([, part]) => part.renderedLength > 0));
  return new Set(kept.map(([id]) => id));
}

/** Tables of domain and contract: an entry page reaches all of them by name and keeps next to none. */
const FACTS = /\/packages\/(contract|domain)\/src\//;
/**
 * On a slow line each file is a round trip: what several pages share travels in files of at least this size. More is not
 * fewer files: what is put together to reach it is asked for by every page that needs one part of it.
 */
const SMALLEST_FILE_BYTES = 5_000;
const COMMON_TO = 15;
/** What is made of the component library's fields, or reads the long tables: pages that only show something do without. */
const LISTS =
  /packages\/ui\/src\/(list\/(?!cell)|form\/|calendar\/|feedback\/long-work).*\.tsx?$|apps\/web\/src\/platform\/store-calls/;
const commonTo = (id: string, entry: boolean): string | null =>
  FACTS.test(id) ? "facts" : entry ? null : LISTS.test(id) ? "lists" : "common";
const CALENDARS = /node_modules\/(@rc-component\/picker|antd\/es\/(date-picker|calendar|time-picker)|dayjs\/plugin)\//;

/** Our packages have no side effects but their stylesheets: what a page does not name is left out of it. */
const TREESHAKE = { moduleSideEffects: [{ test: /\/packages\/.*\.tsx?$/, sideEffects: false }] };

export default defineConfig(async ({ isSsrBuild }): Promise<UserConfig> => {
  const shell = isSsrBuild ? new Set<string>() : await shellOf(APP);
  /** Entry pages keep to themselves; the start runs nowhere else. */
  const isShell = (id: string, build: Build): boolean => id !== APP && shell.has(id) && !isEntry(id, build);
  return {
    root: here("."),
    plugins: [callTable(), lightIcons()],
    oxc: { jsx: { runtime: "automatic" } },
    build: {
      outDir: here("dist"),
      emptyOutDir: true,
      manifest: true,
      target: "es2022",
      modulePreload: { polyfill: false },
      chunkSizeWarningLimit: 1100,
      rolldownOptions: {
        input: {
          app: APP,
          ...Object.fromEntries(SCRIPTS.map(({ file, source }) => [file, source])),
        },
        onLog: (level, log, report) => {
          // antd marks its files for server rendering, which we do not do with it.
          if (log.code !== "MODULE_LEVEL_DIRECTIVE") report(level, log);
        },
        output: {
          // What several pages share is cut by size, so two files may need each other: each part then starts when it is asked for.
          strictExecutionOrder: true,
          codeSplitting: {
            groups: [
              { name: "react", test: /node_modules\/(react|react-dom|scheduler)\//, priority: 4 },
              // Wrapped as a function that must exist before it is called: in a file of its own it always does.
              { name: "qrcode", test: /node_modules\/(qrcode|dijkstrajs)\//, priority: 4 },
              { name: "light", test: (id) => LIGHT.some((part) => part.test(id)), priority: 3 },
              { name: "sign-in", test: (id) => SIGN_IN.some((part) => part.test(id)), priority: 3 },
              { name: "plans", test: PLANS, priority: 2 },
              { name: "both", test: (id) => BOTH.some((part) => part.test(id)), priority: 2 },
              { debugName: "shell", name: (id, build) => (isShell(id, build) ? "shell" : null), priority: 2 },
              // Only who writes a date needs the calendars: they come when one is asked for.
              { name: "calendars", test: CALENDARS, includeDependenciesRecursively: false, priority: 1 },
              // Fields and dialogs of the component library. Pages that only show something do without.
              {
                name: "controls",
                test: /node_modules\//,
                minShareCount: 4,
                includeDependenciesRecursively: false,
                priority: 0,
              },
              // What very many pages share is one file each: most of them need most of it.
              {
                debugName: "common",
                name: (id, build) => commonTo(id, isEntry(id, build)),
                minShareCount: COMMON_TO,
                includeDependenciesRecursively: false,
              },
              {
                debugName: "parts",
                name: (id, build) => (isEntry(id, build) && !FACTS.test(id) ? null : "parts"),
                minShareCount: 2,
                entriesAware: true,
                entriesAwareMergeThreshold: SMALLEST_FILE_BYTES,
                includeDependenciesRecursively: false,
              },
            ],
          },
        },
        treeshake: TREESHAKE,
      },
    },
  };
});
