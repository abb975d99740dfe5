import { Refusal } from "@coralhub/contract";
import type { IdentityDeps } from "./deps.ts";
import type { PersonKey } from "../../platform/context.ts";
import { findMerchant, findPerson, type Merchant } from "./merchants-store.ts";

/** The merchant as one of its people sees it. */
export async function requireMerchant(deps: Pick<IdentityDeps, "database">, who: PersonKey): Promise<Merchant> {
  return present(await findPerson(deps.database.db, who));
}

/** Where no person is at hand: the merchant with its owner. */
export async function requireOwner(deps: Pick<IdentityDeps, "database">, merchantId: string): Promise<Merchant> {
  return present(await findMerchant(deps.database.hot, merchantId));
}

function present(merchant: Merchant | undefined): Merchant {
  if (!merchant) throw new Refusal("session.expired");
  return merchant;
}
