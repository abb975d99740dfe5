import type { payeeDeskList, payeeList } from "@coralhub/contract";
import { sql } from "kysely";
import { countUpTo } from "../../platform/count-up-to.ts";
import type { Db } from "../../platform/db.ts";
import type { ListSource } from "../../platform/list-query.ts";

const COLUMNS = {
  id: sql`b.id`,
  kind: sql`b.kind`,
  state: sql`b.state`,
  name: sql`b.name`,
  holderName: sql`b.holder_name`,
  country: sql`b.country`,
  currency: sql`b.currency`,
  bankName: sql`b.bank_name`,
  lastFour: sql`b.last_four`,
  isDefault: sql`b.is_default`,
  reason: sql`b.reason`,
  restsFrom: sql`b.rests_from`,
  createdAt: sql`b.created_at`,
};

export const payeeSource: ListSource<(typeof payeeList)["row"]> = {
  from: sql`beneficiary b`,
  owner: sql`b.merchant_id`,
  id: sql`b.id`,
  columns: COLUMNS,
};
export const payeeDeskSource: ListSource<(typeof payeeDeskList)["row"]> = {
  from: sql`beneficiary b`,
  owner: sql`b.merchant_id`,
  id: sql`b.id`,
  columns: { ...COLUMNS, merchantId: sql`b.merchant_id` },
};

/** What waits for a reviewer. */
export const countPending = (db: Db): Promise<number> =>
  countUpTo(db, sql`select 1 from beneficiary where state = 'pending'`);
