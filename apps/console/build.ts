/** Builds the console into `dist/`, with compressed copies beside what is worth compressing. */
import { join } from "node:path";
import { build } from "vite";
import { precompress } from "../../tools/precompress.ts";

await build({ configFile: join(import.meta.dirname, "vite.config.ts"), logLevel: "warn" });
await precompress(join(import.meta.dirname, "dist"));
