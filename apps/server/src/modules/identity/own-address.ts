import type { Tx } from "../../platform/db.ts";
import { openCell, sealCell } from "../../platform/sealed-cells.ts";
import type { Secrets } from "../../platform/secrets.ts";
import { updateAddress, type Merchant } from "./merchants-store.ts";

export type Address = { province: string; city: string; area: string; address: string };

/** Province, city and district are statistics; the street leads to a door and lies sealed. */
export const saveAddress = (secrets: Secrets, tx: Tx, merchantId: string, { address, ...region }: Address) =>
  updateAddress(tx, merchantId, { ...region, address: sealCell(secrets, "merchant.address", [merchantId], address) });

export const addressOf = (secrets: Secrets, m: Merchant): Address | null =>
  m.province && m.city && m.address
    ? {
        province: m.province,
        city: m.city,
        area: m.area ?? "",
        address: openCell(secrets, "merchant.address", [m.merchantId], m.address),
      }
    : null;
