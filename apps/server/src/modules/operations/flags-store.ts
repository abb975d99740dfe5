import type { FlagMode, FlagName } from "@coralhub/domain";
import { sql } from "kysely";
import type { Db, Tx } from "../../platform/db.ts";
import type { FlagSetting } from "./flags.ts";

export async function readFlagSettings(db: Db): Promise<Map<string, FlagSetting>> {
  const { rows } = await sql<{ flag: string; mode: FlagMode; percentage: number; merchants: string[] }>`
    select flag, mode, percentage,
           array(select m.merchant_id::text from feature_flag_merchant m where m.flag = f.flag) as merchants
    from feature_flag f`.execute(db);
  return new Map(rows.map(({ flag, merchants, ...row }) => [flag, { ...row, merchants: new Set(merchants) }]));
}

export type FlagHistory = { flag: string; changedAt: Date; changedBy: string | null };

export async function readFlagHistory(db: Db): Promise<Map<string, FlagHistory>> {
  const { rows } = await sql<FlagHistory>`
    select f.flag, f.changed_at as "changedAt", o.name as "changedBy"
    from feature_flag f left join operator o on o.id = f.changed_by`.execute(db);
  return new Map(rows.map((row) => [row.flag, row]));
}

export type FlagChange = {
  flag: FlagName;
  mode: FlagMode;
  percentage: number;
  merchantIds: readonly string[];
  reason: string;
};

/** The row is written first: its lock makes two editors of one flag take turns over the list as well. */
export async function writeFlag(tx: Tx, change: FlagChange, by: string | null, now: Date): Promise<void> {
  const { flag, mode, percentage, merchantIds, reason } = change;
  await sql`
    insert into feature_flag (flag, mode, percentage, reason, changed_at, changed_by)
    values (${flag}, ${mode}, ${percentage}, ${reason}, ${now}, ${by})
    on conflict (flag) do update set mode = excluded.mode, percentage = excluded.percentage,
      reason = excluded.reason, changed_at = excluded.changed_at, changed_by = excluded.changed_by`.execute(tx);
  await sql`delete from feature_flag_merchant where flag = ${flag}`.execute(tx);
  await sql`
    insert into feature_flag_merchant (merchant_id, flag)
    select distinct id, ${flag} from unnest(${[...merchantIds]}::uuid[]) as id`.execute(tx);
}
