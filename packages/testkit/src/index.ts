export { createTestClock, type TestClock } from "./clock.ts";
export { temporaryFolder, testConfig } from "./config.ts";
export { createEmptyDatabase, createTestDatabase, type TestDatabase } from "./database.ts";
export { freePort } from "./free-port.ts";
export { createTestRandom } from "./random.ts";
