import type { Config } from "../../platform/config.ts";
import type { ScanContent } from "../../platform/file-content.ts";
import { clamdScan } from "./clamd.ts";

/** Where the configuration names a scanner every upload is shown to it; elsewhere the house's own checks are all there is. */
export const createAntivirus = ({ antivirusUrl }: Pick<Config, "antivirusUrl">): ScanContent | undefined =>
  antivirusUrl === undefined ? undefined : clamdScan(antivirusUrl);
