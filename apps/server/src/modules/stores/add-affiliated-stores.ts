import { Refusal, type StoreForm } from "@coralhub/contract";
import type { Tx } from "../../platform/db.ts";
import type { Actor } from "../../platform/lifecycle-engine.ts";
import { platformOf } from "./answers.ts";
import { bindStore, type Receipt } from "./bind-store.ts";
import type { StoresDeps } from "./deps.ts";

type Affiliation = {
  merchantId: string;
  by: Actor;
  now: Date;
  accountId: string;
  stores: readonly (StoreForm & { platformCode: string })[];
};

/** Several stores under one account, all or none; what is wrong names the row it is wrong in. */
export async function addAffiliatedStores(
  deps: StoresDeps,
  tx: Tx,
  { merchantId, by, now, accountId, stores }: Affiliation,
): Promise<Receipt[]> {
  const receipts: Receipt[] = [];
  for (const [row, { platformCode, ...given }] of stores.entries()) {
    const form = { ...given, foreignBankAccountId: accountId };
    receipts.push(
      await bindStore(deps, tx, { merchantId, by, now, platform: platformOf(platformCode), form }).catch(
        (error: unknown) => {
          throw error instanceof Refusal && error.fields ? inRow(error, row) : error;
        },
      ),
    );
  }
  return receipts;
}

function inRow({ reason, values, fields = {} }: Refusal, row: number): Refusal {
  const named = Object.entries(fields).map(([name, fault]): [string, string] => [`stores.${row}.${name}`, fault]);
  return new Refusal(reason, values, Object.fromEntries(named));
}
