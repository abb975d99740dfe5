import { defineConfig } from "@playwright/test";
import { findBrowserPlace } from "@coralhub/testkit";
import { CHROMIUM } from "./tools/chromium.ts";

const { port, dataDir, databaseUrl } = await findBrowserPlace();
const baseURL = `http://127.0.0.1:${port}`;

export default defineConfig({
  testDir: "e2e",
  outputDir: "test-results",
  workers: 2,
  fullyParallel: false,
  forbidOnly: true,
  retries: 0,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  use: {
    baseURL,
    locale: "zh-CN",
    timezoneId: "Asia/Shanghai",
    screenshot: "only-on-failure",
    // Recording every step costs a third of the time: asked for (TRACE=1) when a journey has to be looked into.
    trace: process.env["TRACE"] ? "retain-on-failure" : "off",
    // antd then changes at once, and no journey clicks on something that still moves.
    contextOptions: { reducedMotion: "reduce" },
    launchOptions: CHROMIUM,
  },
  projects: [
    { name: "desktop", grepInvert: /@alone/, use: { viewport: { width: 1440, height: 900 } } },
    // What changes the world for everybody waits until everybody else is done.
    {
      name: "alone",
      grep: /@alone/,
      dependencies: ["desktop", "phone"],
      use: { viewport: { width: 1440, height: 900 } },
    },
    // Tests tagged @phone must also hold on a small screen. Widths do not change colours and colours do not change
    // widths, so this is also the look at the dark theme.
    {
      name: "phone",
      grep: /@phone/,
      use: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, colorScheme: "dark" },
    },
  ],
  webServer: {
    command: `exec "${process.execPath}" apps/server/src/main.ts`,
    url: `${baseURL}/readyz`,
    timeout: 120_000,
    reuseExistingServer: false,
    gracefulShutdown: { signal: "SIGTERM", timeout: 15_000 },
    stdout: "ignore",
    stderr: "pipe",
    env: {
      PORT: port,
      HOST: "127.0.0.1",
      DATA_DIR: dataDir,
      DATABASE_URL: databaseUrl,
      MODE: "sandbox",
      LOG_LEVEL: "warn",
      // Lets a test come from an address of its own, so that limits per address do not tie tests together.
      TRUSTED_PROXIES: "1",
    },
  },
});
