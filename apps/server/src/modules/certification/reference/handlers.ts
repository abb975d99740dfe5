import {
  APP_CATEGORIES,
  EXTENDED_APP_CATEGORIES,
  GOODS_CATEGORIES,
  MAIN_BUSINESS_TYPES,
  RISK_COUNTRIES,
  SERVICE_CATEGORIES,
} from "@coralhub/domain";
import type { MerchantContext } from "../../../platform/context.ts";
import type { Db } from "../../../platform/db.ts";
import { findBusinessItem } from "../certification-store.ts";
import { nameBusinessItem } from "../name-business-item.ts";
import { readRegions } from "./regions.ts";

const CATEGORIES = {
  goods: [...GOODS_CATEGORIES],
  services: [...SERVICE_CATEGORIES],
  apps: [...APP_CATEGORIES],
  extendedApps: [...EXTENDED_APP_CATEGORIES],
};

export function referenceHandlers(db: Db) {
  const regions = readRegions();
  return {
    regions: async () => regions(),
    riskCountries: async () => [...RISK_COUNTRIES],
    businessItem: async (ctx: MerchantContext) => ({
      ...(await findBusinessItem(db, ctx.merchantId)),
      ...CATEGORIES,
    }),
    nameBusinessItem,
    mainBusinessTypes: async () => [...MAIN_BUSINESS_TYPES],
  };
}
