import type { OauthConnector } from "@coralhub/domain";
import type { Tx } from "../../../platform/db.ts";
import type { Secrets } from "../../../platform/secrets.ts";
import type { Grant } from "../../../rails/marketplaces/index.ts";
import type { StoreKey } from "../stores-store.ts";
import { saveConnection } from "./connections-store.ts";
import { claimAccount } from "./platform-accounts-store.ts";
import { sealGrant } from "./seal-grant.ts";

/** The tie of a store a start brings along; `lapsed` ones are not renewed. */
export async function plantConnection(
  { secrets, now }: { secrets: Secrets; now: Date },
  tx: Tx,
  key: StoreKey,
  { connector, grant, at, lapsed }: { connector: OauthConnector; grant: Grant; at: Date; lapsed: boolean },
): Promise<void> {
  if (grant.account !== null && !(await claimAccount(tx, key, { connector, account: grant.account })))
    throw new Error(`two demo merchants with the account ${grant.account}`);
  const kept = sealGrant(secrets, key, grant, now);
  const refreshAfter = lapsed ? null : kept.refreshAfter;
  await saveConnection(tx, key, { connector, account: grant.account, ...kept, refreshAfter }, at);
}
