export * from "./call-errors.ts";
export * from "./client.ts";
export * from "./endpoint.ts";
export * from "./list.ts";
export * from "./refusals/index.ts";
