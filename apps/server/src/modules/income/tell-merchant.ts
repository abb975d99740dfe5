import { platformName } from "@coralhub/domain";

/** Who pays, in the merchant's words: the platform where it is known. */
export const payerText = ({ platform, payerName }: { platform: string | null; payerName: string }): string =>
  platform === null ? payerName : platformName(platform);
