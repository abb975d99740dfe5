import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { loadConfig, type Config } from "@coralhub/server/platform/config";

/** The application's role belongs to the whole server, so all test databases must agree on the key its password comes from. */
const SECRET_KEY = "a key that every database of the tests shares";

const folders: string[] = [];
process.once("exit", () => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

/** A folder that goes away with the process. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "coralhub-test-"));
  // PostgreSQL, run by another user when we are root, must be able to pass.
  chmodSync(folder, 0o755);
  folders.push(folder);
  return folder;
}

/** The sandbox's configuration with a folder of its own, any free port and a quiet log. */
export function testConfig(overrides: Partial<Config> = {}): Config {
  const env = {
    SECRET_KEY,
    PORT: "0",
    DATA_DIR: overrides.dataDir ?? temporaryFolder(),
    LOG_LEVEL: process.env.LOG_LEVEL ?? "silent",
  };
  return { ...loadConfig(env), ...overrides };
}
