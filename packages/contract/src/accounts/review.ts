import { CURRENCIES, CURRENCY_CODES, receivingAccountLifecycle } from "@coralhub/domain";
import { z } from "zod";
import { done, endpoint, money } from "../endpoint.ts";
import { incomeEventView } from "../income/views.ts";
import { defineList, filter, listInput, listOutput } from "../list.ts";
import { payInWay, receivingAccountHead, storeOfAccount } from "./accounts.ts";

const reviewer = { family: "ops", access: "operator:reviewer" } as const;
const reader = { family: "ops", access: "operator" } as const;
const ref = { merchantId: z.uuid(), id: z.uuid() };
const reason = z.string().trim().min(2, "请写明原因").max(300, "最多 300 个字");
const currencies = filter.choice(
  "币种",
  CURRENCY_CODES.map((value) => ({ value, label: CURRENCIES[value].name })),
);

export const receivingAccountList = defineList({
  title: "收款账户",
  row: receivingAccountHead.extend({ merchantId: z.uuid() }),
  columns: {
    appliedAt: { header: "申请时间", as: "time" },
    merchantId: { header: "商户", as: "code" },
    holderName: { header: "户名" },
    platform: { header: "平台" },
    currency: { header: "币种", as: "code" },
    accountNumber: { header: "账号", as: "code" },
    bankName: { header: "开户行" },
    state: { header: "状态", as: "state", lifecycle: receivingAccountLifecycle },
    reason: { header: "原因" },
    openedAt: { header: "开通时间", as: "time" },
  },
  filters: {
    state: filter.state("状态", receivingAccountLifecycle),
    currency: currencies,
    holderName: filter.text("户名"),
    accountNumber: filter.text("账号", "exact"),
    merchantId: filter.text("商户编号", "exact"),
    appliedAt: filter.dateRange("申请时间"),
  },
  sort: ["appliedAt"],
});

const accountMove = {
  ...reviewer,
  method: "POST",
  idempotent: true,
  input: z.object({ ...ref, reason }),
  output: done,
} as const;
/** The operators' side of receiving accounts. */
export const accountDeskEndpoints = {
  receivingAccountDesk: endpoint({
    ...reader,
    method: "POST",
    path: "/receiving_accounts/list",
    title: "收款账户列表",
    input: listInput(receivingAccountList),
    output: listOutput(receivingAccountList),
  }),
  receivingAccountCase: endpoint({
    ...reader,
    method: "GET",
    path: "/receiving_accounts/{merchantId}/{id}",
    title: "一个收款账户：资料、店铺、余额和经过",
    input: z.object(ref),
    output: receivingAccountHead.extend({
      merchantId: z.uuid(),
      ways: z.array(payInWay),
      stores: z.array(storeOfAccount),
      available: money,
      processing: money,
      held: money,
      inTransit: money,
      timeline: z.array(incomeEventView),
    }),
  }),
  freezeReceivingAccount: endpoint({
    ...accountMove,
    path: "/receiving_accounts/{merchantId}/{id}/freeze",
    title: "冻结收款账户",
  }),
  unfreezeReceivingAccount: endpoint({
    ...accountMove,
    path: "/receiving_accounts/{merchantId}/{id}/unfreeze",
    decidesOnMoney: true,
    title: "解冻收款账户",
  }),
  closeReceivingAccount: endpoint({
    ...accountMove,
    path: "/receiving_accounts/{merchantId}/{id}/close",
    title: "关闭收款账户（没有余额和在途款时）",
  }),
};
