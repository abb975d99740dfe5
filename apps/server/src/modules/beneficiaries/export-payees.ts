import { payeeList, Refusal, type FileReply, type ListInput } from "@coralhub/contract";
import {
  countryName,
  payeeLifecycle,
  PAYEE_KINDS,
  toShanghaiDay,
  toShanghaiTime,
  type ExportFormat,
} from "@coralhub/domain";
import type { MerchantContext } from "../../platform/context.ts";
import { sheetFile } from "../../platform/sheet-file.ts";
import { requireFresh } from "../identity/index.ts";
import { findMany } from "./beneficiaries-store.ts";
import type { BeneficiariesDeps } from "./deps.ts";
import { payeeSource } from "./lists-store.ts";
import { openNumber } from "./save-payee.ts";

const AT_ONCE = 100 as const;
/** A merchant's payees are hundreds at most; whoever has more narrows the list first. */
const MOST = 5_000;

type Input = { filters: ListInput["filters"]; format: ExportFormat; numbers: "end" | "whole" };

/** The list as a file. Whole numbers only for whoever has just proved to be the person, and it is written down who took them. */
export async function exportPayees(deps: BeneficiariesDeps, ctx: MerchantContext, request: Input): Promise<FileReply> {
  const { filters, format, numbers } = request;
  const { merchantId } = ctx;
  if (numbers === "whole") requireFresh(deps, ctx);
  const rows: string[][] = [];
  let cursor: string | undefined;
  do {
    const input = { pageNo: 1, pageSize: AT_ONCE, order: "desc" as const, filters, ...(cursor && { cursor }) };
    const { records, nextCursor } = await deps.lists.page({ ownerId: merchantId }, payeeList, payeeSource, input);
    if (rows.length + records.length > MOST) throw new Refusal("payee.export_too_many", { most: MOST });
    const whole =
      numbers === "whole"
        ? new Map(
            (
              await findMany(
                deps.database.db,
                merchantId,
                records.map(({ id }) => id),
              )
            ).map((payee) => [payee.id, openNumber(deps, payee)]),
          )
        : undefined;
    for (const row of records)
      rows.push([
        row.name,
        row.holderName,
        PAYEE_KINDS[row.kind].label,
        countryName(row.country),
        row.currency,
        row.bankName,
        whole?.get(row.id) ?? `尾号 ${row.lastFour}`,
        payeeLifecycle.states[row.state].label,
        toShanghaiTime(row.createdAt),
      ]);
    cursor = nextCursor;
  } while (cursor !== undefined);
  if (numbers === "whole")
    await ctx.once((tx) =>
      deps.audit.record(tx, {
        actor: { kind: "merchant", id: merchantId, personId: ctx.personId },
        action: "payee.number_read",
        subject: `merchant:${merchantId}`,
        detail: { payees: rows.length },
        address: ctx.address,
      }),
    );
  const header = ["收款人", "户名", "类型", "国家或地区", "币种", "开户银行", "账号", "状态", "添加时间"];
  return sheetFile({ name: `收款人-${toShanghaiDay(ctx.now)}`, title: "收款人", header, rows }, format);
}
