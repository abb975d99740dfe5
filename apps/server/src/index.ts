export { createApp, type App, type AppOptions } from "./app.ts";
export { loadConfig, type Config } from "./platform/config.ts";
export { createLog } from "./platform/log.ts";
export { migrate } from "./platform/migrations.ts";
