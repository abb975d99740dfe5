/** A server process that may die at any moment: everything it knows is in the database it was given. */
import { enableCompileCache, flushCompileCache } from "node:module";
import { join } from "node:path";
import { loadConfig } from "../../platform/config.ts";
import { createLog } from "../../platform/log.ts";

const config = loadConfig(process.env);
// It starts many times over.
enableCompileCache(join(config.dataDir, "compile-cache"));
const { createApp } = await import("../../app.ts");
const app = await createApp({ config, log: createLog({ level: "silent" }) });
const { url } = await app.listen();
// By itself it writes the cache when it ends, and nobody lets this one end.
flushCompileCache();
process.send?.(url);
// Whoever started it is gone.
process.once("disconnect", () => process.exit());
