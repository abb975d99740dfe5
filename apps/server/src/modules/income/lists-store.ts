import type { abnormalIncomeList, incomeDeskList, unclaimedIncomeList } from "@coralhub/contract";
import { sql } from "kysely";
import { countUpTo } from "../../platform/count-up-to.ts";
import type { Db } from "../../platform/db.ts";
import type { ListSource } from "../../platform/list-query.ts";

const INCOMES = sql`income i
  join receiving_account_brief a on a.merchant_id = i.merchant_id and a.id = i.receiving_account_id
  left join store_brief s on s.merchant_id = i.merchant_id and s.id = i.store_id`;
const HEAD = {
  id: sql`i.id`,
  state: sql`i.state`,
  amount: { minor: sql`i.amount_minor`, currency: sql`i.currency` },
  takenBack: { minor: sql`i.taken_back_minor`, currency: sql`i.currency` },
  payerName: sql`i.payer_name`,
  platform: sql`i.platform`,
  storeId: sql`i.store_id`,
  storeName: sql`s.name`,
  accountId: sql`i.receiving_account_id`,
  accountNumber: sql`a.account_number`,
  reference: sql`i.rail_reference`,
  hold: sql`i.hold`,
  announcedAt: sql`i.announced_at`,
  arrivedAt: sql`i.arrived_at`,
  dueAt: sql`i.evidence_due_at`,
};

export const abnormalSource: ListSource<(typeof abnormalIncomeList)["row"]> = {
  from: INCOMES,
  owner: sql`i.merchant_id`,
  id: sql`i.id`,
  where: sql`i.hold is not null and i.state in ('reviewing', 'needsEvidence', 'abnormal')`,
  columns: HEAD,
};

export const deskSource: ListSource<(typeof incomeDeskList)["row"]> = {
  from: INCOMES,
  owner: sql`i.merchant_id`,
  id: sql`i.id`,
  columns: {
    ...HEAD,
    merchantId: sql`i.merchant_id`,
    currency: sql`i.currency`,
    proposed: sql`case when i.proposed is null or i.state in ('credited', 'returned') then 'no' else i.proposed end`,
    proposedBy: sql`i.proposed_by`,
    returnWished: sql`case when i.return_wish is null then 'no' else 'yes' end`,
  },
};

export const unclaimedSource: ListSource<(typeof unclaimedIncomeList)["row"]> = {
  from: sql`unclaimed_income u`,
  owner: sql`u.proposed_owner_id`,
  id: sql`u.id`,
  columns: {
    id: sql`u.id`,
    state: sql`u.state`,
    accountNumber: sql`u.account_number`,
    payerName: sql`u.payer_name`,
    payerCountry: sql`u.payer_country`,
    remittance: sql`u.remittance`,
    amount: { minor: sql`u.amount_minor`, currency: sql`u.currency` },
    reference: sql`u.rail_reference`,
    arrivedAt: sql`u.arrived_at`,
    proposal: sql`u.proposal`,
    proposedMerchantId: sql`u.proposed_owner_id`,
    proposedAccountId: sql`u.proposed_account_id`,
    proposedBy: sql`u.proposed_by`,
    proposedName: sql`u.proposed_name`,
    reason: sql`u.reason`,
  },
};

/** What waits at each desk, over all merchants: held payments, and money that is nobody's. */
export const waitingAtDesks = {
  incomes: (db: Db) =>
    countUpTo(db, sql`select 1 from income where state in ('reviewing', 'needsEvidence', 'abnormal')`),
  unclaimed: (db: Db) => countUpTo(db, sql`select 1 from unclaimed_income where state in ('waiting', 'proposed')`),
};
