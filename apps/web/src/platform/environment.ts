export type Environment = "prod" | "uat" | "dev";

/** The page's own address says where it runs: a developer's machine, the acceptance stage, or the real thing. */
export function environmentOf(hostname: string): Environment {
  if (
    /^(localhost|127\.\d+\.\d+\.\d+|\[::1\]|10\.\d+\.\d+\.\d+|192\.168\.\d+\.\d+)$|\.(test|local|localhost)$/.test(
      hostname,
    )
  )
    return "dev";
  return /(^|[.-])uat[.-]/.test(hostname) ? "uat" : "prod";
}

type Origins = { api: string; gateway: string };
const given = import.meta.env as Record<string, string | undefined>;

/** Scheme and host of each base, by stage; empty means the page's own. Set at build time where the bases live elsewhere. */
const ORIGINS: Record<Environment, Origins> = {
  prod: { api: given["VITE_PROD_API"] ?? "", gateway: given["VITE_PROD_GATEWAY"] ?? "" },
  uat: { api: given["VITE_UAT_API"] ?? "", gateway: given["VITE_UAT_GATEWAY"] ?? "" },
  dev: { api: given["VITE_DEV_API"] ?? "", gateway: given["VITE_DEV_GATEWAY"] ?? "" },
};

export const originOf = (family: string, hostname: string): string =>
  ORIGINS[environmentOf(hostname)][family === "gateway" ? "gateway" : "api"];

/** What the gateway is told about its caller. */
export const SYSTEM_TYPE = "WEB";
