import { execFileSync } from "node:child_process";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build } from "vite";

const ROOT = join(import.meta.dirname, "../..");
/** The portal as it is built and served. */
export const PORTAL_DIST = join(ROOT, "apps/web/dist");

/** Builds the portal, and the twin of this folder in one antd bundle; answers where the twin lies. */
export async function buildTwin(folder: string): Promise<string> {
  execFileSync("npm", ["run", "build", "-w", "@coralhub/web"], { cwd: ROOT, stdio: "ignore" });
  const outDir = mkdtempSync(join(tmpdir(), "bench-twin-"));
  await build({ root: folder, configFile: false, logLevel: "error", base: "./", build: { outDir, emptyOutDir: true } });
  return outDir;
}
