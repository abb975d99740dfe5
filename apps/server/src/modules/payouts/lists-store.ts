import type { payoutDeskList, payoutList } from "@coralhub/contract";
import type { PayoutChannel } from "@coralhub/domain";
import { sql } from "kysely";
import { countUpTo } from "../../platform/count-up-to.ts";
import type { Db } from "../../platform/db.ts";
import type { ListSource } from "../../platform/list-query.ts";

const PAYOUTS = sql`payout p
  join receiving_account_brief a on a.merchant_id = p.merchant_id and a.id = p.receiving_account_id`;
const COLUMNS = {
  id: sql`p.id`,
  state: sql`p.state`,
  amount: { minor: sql`p.amount_minor`, currency: sql`p.currency` },
  arrives: { minor: sql`p.arrives_minor`, currency: sql`p.arrives_currency` },
  currency: sql`p.currency`,
  payeeName: sql`p.payee_name`,
  payeeBank: sql`p.payee_bank`,
  payeeLastFour: sql`p.payee_last_four`,
  accountId: sql`p.receiving_account_id`,
  accountNumber: sql`a.account_number`,
  reference: sql`p.rail_reference`,
  createdAt: sql`p.created_at`,
  finishedAt: sql`p.finished_at`,
};

export const payoutSource = (channel: PayoutChannel): ListSource<(typeof payoutList)["row"]> => ({
  from: PAYOUTS,
  owner: sql`p.merchant_id`,
  id: sql`p.id`,
  where: sql`p.channel = ${channel}`,
  columns: COLUMNS,
});

export const payoutDeskSource: ListSource<(typeof payoutDeskList)["row"]> = {
  from: PAYOUTS,
  owner: sql`p.merchant_id`,
  id: sql`p.id`,
  columns: { ...COLUMNS, merchantId: sql`p.merchant_id` },
};

/** What waits for finance. */
export const countAwaiting = (db: Db): Promise<number> =>
  countUpTo(db, sql`select from payout where state = 'awaitingApproval'`);
