import {
  CURRENCIES,
  CURRENCY_CODES,
  INCOME_HOLD_NAMES,
  INCOME_HOLDS,
  INCOME_PROPOSAL_NAMES,
  INCOME_PROPOSALS,
  incomeLifecycle,
  stateNames,
  unclaimedIncomeLifecycle,
} from "@coralhub/domain";
import { z } from "zod";
import { incomeHead } from "./views.ts";
import { money } from "../endpoint.ts";
import { defineList, filter } from "../list.ts";
import { wireTime } from "../wire-time.ts";

const currencies = filter.choice(
  "币种",
  CURRENCY_CODES.map((value) => ({ value, label: CURRENCIES[value].name })),
);

/** Every payment of every merchant; the desk opens on what waits. */
export const incomeDeskList = defineList({
  title: "异常收款",
  row: incomeHead.extend({
    merchantId: z.uuid(),
    currency: z.enum(CURRENCY_CODES),
    /** Somebody has proposed to credit it or to send it back: another colleague decides. */
    proposed: z.enum([...INCOME_PROPOSAL_NAMES, "no"]),
    proposedBy: z.uuid().nullable(),
    /** The merchant would rather have it sent back. */
    returnWished: z.enum(["yes", "no"]),
    dueAt: wireTime.nullable(),
  }),
  columns: {
    announcedAt: { header: "通知时间", as: "time" },
    merchantId: { header: "商户", as: "code" },
    payerName: { header: "付款方" },
    platform: { header: "平台" },
    amount: { header: "金额", as: "money" },
    takenBack: { header: "已红冲", as: "money" },
    hold: { header: "原因" },
    state: { header: "状态", as: "state", lifecycle: incomeLifecycle },
    dueAt: { header: "商户应在此前说明", as: "time" },
    reference: { header: "银行流水号", as: "code" },
  },
  filters: {
    state: filter.state("状态", incomeLifecycle),
    hold: filter.choice(
      "原因",
      INCOME_HOLD_NAMES.map((value) => ({ value, label: INCOME_HOLDS[value].label })),
    ),
    currency: currencies,
    proposed: filter.choice("复核", [
      ...INCOME_PROPOSAL_NAMES.map((value) => ({ value, label: `待复核${INCOME_PROPOSALS[value].label}` })),
      { value: "no", label: "无" },
    ]),
    payerName: filter.text("付款方"),
    merchantId: filter.text("商户编号", "exact"),
    reference: filter.text("银行流水号", "exact"),
    announcedAt: filter.dateRange("通知时间"),
  },
  sort: ["announcedAt"],
});

export const unclaimedIncomeList = defineList({
  title: "无主来款",
  row: z.object({
    id: z.uuid(),
    state: z.enum(stateNames(unclaimedIncomeLifecycle)),
    accountNumber: z.string(),
    payerName: z.string(),
    payerCountry: z.string().nullable(),
    remittance: z.string(),
    amount: money,
    reference: z.string(),
    arrivedAt: wireTime,
    /** What a colleague proposes, and for whom. */
    proposal: z.enum(["assign", "return"]).nullable(),
    proposedMerchantId: z.uuid().nullable(),
    proposedAccountId: z.uuid().nullable(),
    proposedBy: z.uuid().nullable(),
    proposedName: z.string().nullable(),
    reason: z.string().nullable(),
  }),
  columns: {
    arrivedAt: { header: "到账时间", as: "time" },
    accountNumber: { header: "收款账号", as: "code" },
    payerName: { header: "付款方" },
    remittance: { header: "附言" },
    amount: { header: "金额", as: "money" },
    state: { header: "状态", as: "state", lifecycle: unclaimedIncomeLifecycle },
    proposedName: { header: "提出人" },
    reason: { header: "说明" },
    reference: { header: "银行流水号", as: "code" },
  },
  filters: {
    state: filter.state("状态", unclaimedIncomeLifecycle),
    accountNumber: filter.text("收款账号", "exact"),
    payerName: filter.text("付款方"),
    reference: filter.text("银行流水号", "exact"),
    arrivedAt: filter.dateRange("到账时间"),
  },
  sort: ["arrivedAt"],
});
