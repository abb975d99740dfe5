import { Refusal } from "@coralhub/contract";
import type { IdentityDeps } from "./deps.ts";
import { findMerchant, type Merchant } from "./merchants-store.ts";

export async function requireMerchant(deps: Pick<IdentityDeps, "database">, merchantId: string): Promise<Merchant> {
  const merchant = await findMerchant(deps.database.db, merchantId);
  if (!merchant) throw new Refusal("session.expired");
  return merchant;
}
