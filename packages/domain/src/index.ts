export * from "./brand.ts";
export * from "./currencies.ts";
export * from "./flags.ts";
export * from "./lifecycle.ts";
export * from "./money.ts";
