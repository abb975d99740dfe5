import { CURRENCY_CODES } from "@coralhub/domain";
import { z } from "zod";
import { endpoint, money, nothing } from "../endpoint.ts";
import { defineList, filter, listInput, listOutput } from "../list.ts";
import { wireTime } from "../wire-time.ts";
import { walletNumberField, walletOverview, walletSource, walletTransfer, walletTransferList } from "./wallets.ts";

const reader = { family: "ops", access: "operator:finance" } as const;

/** Every merchant's, each transfer once: as who paid sees it. */
export const walletDeskList = defineList({
  title: "钱包转账",
  row: walletTransferList.row.extend({ merchantId: z.uuid(), otherNumber: z.string().nullable() }),
  columns: { merchantId: { header: "商户", as: "code" }, ...walletTransferList.columns },
  filters: {
    ...walletTransferList.filters,
    merchantId: filter.text("商户编号", "exact"),
    otherNumber: filter.text("对方钱包号", "exact"),
  },
  sort: ["createdAt"],
});

const total = z.object({
  currency: z.enum(CURRENCY_CODES),
  /** In all merchants' wallets, on their receiving accounts, and set aside from either. */
  wallets: money,
  collected: money,
  held: money,
  /** All three; null where there is no rate. */
  inDollars: money.nullable(),
  /** Since midnight in Beijing. */
  sentToday: money,
  fundedToday: money,
});

export const walletDeskEndpoints = {
  walletTotals: endpoint({
    ...reader,
    method: "GET",
    path: "/wallets/totals",
    title: "全部商户钱包：各币种余额和今天的转账",
    input: nothing,
    output: z.object({ asOf: wireTime.nullable(), currencies: z.array(total) }),
  }),
  walletDesk: endpoint({
    ...reader,
    method: "POST",
    path: "/wallets/transfers/list",
    title: "全部钱包转账",
    input: listInput(walletDeskList),
    output: listOutput(walletDeskList),
  }),
  walletTransferCase: endpoint({
    ...reader,
    method: "GET",
    path: "/wallets/transfers/{merchantId}/{id}",
    title: "一笔钱包转账：双方和经过",
    input: z.object({ merchantId: z.uuid(), id: z.uuid() }),
    output: walletTransfer.extend({ merchantId: z.uuid(), otherMerchantId: z.uuid().nullable() }),
  }),
  walletByNumber: endpoint({
    ...reader,
    method: "GET",
    path: "/wallets/{number}",
    title: "按钱包号查看一个商户的钱包（记审计）",
    input: z.object({ number: walletNumberField }),
    output: walletOverview.extend({ merchantId: z.uuid(), sources: z.array(walletSource) }),
  }),
};
