import { ANNOUNCEMENT_DAYS } from "@coralhub/domain";
import { sql } from "kysely";
import type { Db, Tx } from "../../platform/db.ts";
import type { IncomeKey } from "./incomes-store.ts";

/** Every step of a payment in the words its owner reads. */
export const INCOME_STEPS = {
  announce: "平台发出付款",
  lapse: `超过 ${ANNOUNCEMENT_DAYS} 天没有到账`,
  arrive: "到达收款银行",
  credit: "核验通过，已入账",
  askEvidence: "等您补充材料",
  flag: "暂扣，等待核查",
  supplement: "已提交补充材料",
  claim: "已指明所属店铺",
  wishReturn: "申请退回付款方",
  proposeCredit: "入账复核中",
  rejectCredit: "入账未通过复核",
  proposeReturn: "退回复核中",
  rejectReturn: "退回未通过复核",
  giveBack: "已退回付款方",
  assign: "认领到收款账户",
  recheck: "重新核验",
} as const satisfies Record<string, string>;
export type IncomeStep = keyof typeof INCOME_STEPS;
export type Evidence = { fileId: string; fileName: string; note: string; at: Date };
/** A paper handed in twice for one payment is one paper. */
export async function insertEvidence(tx: Tx, { merchantId, id }: IncomeKey, e: Evidence): Promise<void> {
  await sql`insert into income_evidence (merchant_id, income_id, file_id, file_name, note, at)
    values (${merchantId}, ${id}, ${e.fileId}, ${e.fileName}, ${e.note}, ${e.at}) on conflict do nothing`.execute(tx);
}

export async function listEvidence(db: Db, { merchantId, id }: IncomeKey): Promise<Evidence[]> {
  const { rows } = await sql<Evidence>`
    select file_id as "fileId", file_name as "fileName", note, at from income_evidence
    where merchant_id = ${merchantId} and income_id = ${id} order by at, file_id`.execute(db);
  return rows;
}
