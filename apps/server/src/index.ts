export { createApp, type App, type AppOptions } from "./app.ts";
export { readSite, type ReadSite } from "./http/pages.ts";
export { loadConfig, type Config } from "./platform/config.ts";
export { createLog } from "./platform/log.ts";
export { migrate } from "./platform/migrations.ts";
