export { findBrowserPlace, tellBrowserDatabase } from "./browser-place.ts";
export { createCall, type Call } from "./call.ts";
export { createRunningClock, createTestClock, type TestClock } from "./clock.ts";
export { temporaryFolder, testConfig } from "./config.ts";
export { createEmptyDatabase, createTestDatabase, type TestDatabase } from "./database.ts";
export { freePort } from "@coralhub/server/platform/free-port";
export { createTestRandom } from "./random.ts";
export { drag, driveDemo, newVisitor, nonceFor, type SandboxDriver, type TestMerchant } from "./sandbox-driver.ts";
export { startTestServer, type TestServer, type TestServerOptions } from "./server.ts";
