import { Refusal, type FileReply } from "@coralhub/contract";
import { COUPON_CODE_LENGTH, COUPON_CODE_LETTERS, toShanghaiTime } from "@coralhub/domain";
import type { OperatorContext } from "../../platform/context.ts";
import type { Tx } from "../../platform/db.ts";
import { byOperator } from "../operations/index.ts";
import { insertCodes, listCodes } from "./codes-store.ts";
import { findPlan } from "./coupons-store.ts";
import type { CouponsDeps } from "./deps.ts";

const oneCode = ({ random }: Pick<CouponsDeps, "random">): string =>
  Array.from({ length: COUPON_CODE_LENGTH }, () => COUPON_CODE_LETTERS[random.below(COUPON_CODE_LETTERS.length)]!).join(
    "",
  );

/** As many as the plan has coupons, none of them twice. */
export async function makeCodes(deps: CouponsDeps, tx: Tx, planId: string, count: number): Promise<void> {
  for (let missing = count; missing > 0;) {
    const codes = new Set(Array.from({ length: missing }, () => oneCode(deps)));
    missing -= await insertCodes(tx, planId, [...codes]);
  }
}

/** The list as a table; who took it is written down. */
export async function readCodes(deps: CouponsDeps, ctx: OperatorContext, planId: string): Promise<FileReply> {
  const plan = await findPlan(deps.database.db, planId);
  const codes = plan?.way === "codes" ? await listCodes(deps.database.db, planId) : [];
  if (!plan || codes.length === 0) throw new Refusal("not_found");
  await deps.database.transaction((tx) =>
    deps.audit.record(
      tx,
      byOperator(ctx, {
        action: "coupon.codes_read",
        subject: `coupon-plan:${planId}`,
        detail: { name: plan.name, count: codes.length },
      }),
    ),
  );
  const lines = codes.map(({ code, redeemedAt }) => `${code},${redeemedAt ? toShanghaiTime(redeemedAt) : ""}`);
  const text = ["\uFEFF兑换码,兑换时间", ...lines].join("\r\n");
  return {
    fileName: `${plan.name}-兑换码.csv`,
    contentType: "text/csv; charset=utf-8",
    body: new TextEncoder().encode(`${text}\r\n`),
  };
}
