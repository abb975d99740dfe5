export { findBrowserPlace } from "./browser-place.ts";
export { createTestClock, type TestClock } from "./clock.ts";
export { temporaryFolder, testConfig } from "./config.ts";
export { createEmptyDatabase, createTestDatabase, type TestDatabase } from "./database.ts";
export { freePort } from "@coralhub/server/platform/free-port";
export { createTestRandom } from "./random.ts";
