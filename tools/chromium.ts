import { existsSync } from "node:fs";

const WHOLE = "/usr/bin/chromium";
/** Debian's Chromium without its window: the browser's own bars, drawn behind every page, take a third of the time. */
const SHELL = "/usr/bin/chromium-headless-shell";

const started = (executablePath: string) => ({
  executablePath,
  // Without a locale that knows more than ASCII it calls every file with a Chinese name "download".
  env: { ...process.env, LC_ALL: "C.UTF-8" },
  args: [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
  ],
});

/** How Chromium is started here, for tests and benchmarks alike: quiet, and without background networking. */
export const CHROMIUM = started(process.env["CHROMIUM"] ?? (existsSync(SHELL) ? SHELL : WHOLE));
/** With its window's own abilities: only this one shows a PDF inside a page. */
export const WHOLE_CHROMIUM = started(process.env["CHROMIUM"] ?? WHOLE);
