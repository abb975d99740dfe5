/** What the entry pages need of the contract, without its schemas; written at build time from the same tables. */
declare module "virtual:calls" {
  type Call = import("./calls.ts").Call & { base: string; success: string | number };
  export const calls: Record<import("./calls.ts").LightCallName, Call>;
  export const refusalCodes: Record<import("@coralhub/contract").RefusalName, number>;
}
