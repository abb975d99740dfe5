import { CURRENCY_CODES, POSTING_REASON_NAMES, POSTING_REASONS } from "@coralhub/domain";
import { z } from "zod";
import { endpoint, fileReply, money, nothing } from "../endpoint.ts";
import { account } from "./books.ts";
import { defineList, filter, listInput, listOutput } from "../list.ts";
import { wireTime } from "../wire-time.ts";

/** One account as its owner reads it: words for the reason, and nothing of the house's own accounts. */
export const walletEntryList = defineList({
  title: "账目明细",
  row: z.object({
    postedAt: wireTime,
    postingId: z.uuid(),
    line: z.number().int(),
    reason: z.enum(POSTING_REASON_NAMES),
    what: z.string(),
    reference: z.string().nullable(),
    amount: money,
    /** The part of the amount that was charged for it. */
    fee: money.nullable(),
    balance: money,
  }),
  columns: {
    what: { header: "事由" },
    postedAt: { header: "记账时间", as: "time" },
    reference: { header: "参考号", as: "code" },
    amount: { header: "金额", as: "money" },
    fee: { header: "其中手续费", as: "money" },
    balance: { header: "余额", as: "money" },
  },
  filters: {
    postedAt: filter.dateRange("记账时间"),
    reason: filter.choice(
      "事由",
      POSTING_REASON_NAMES.map((value) => ({ value, label: POSTING_REASONS[value] })),
    ),
    reference: filter.text("参考号", "exact"),
  },
  sort: ["postedAt"],
});

const walletCall = { family: "gateway", access: "merchant", flag: "multiCurrencyWallet" } as const;
/** What can be used, what is under way because its owner asked for it, and what we hold until something is clear. */
const part = z.object({ available: money, processing: money, held: money });

export const walletEndpoints = {
  walletBalances: endpoint({
    ...walletCall,
    method: "GET",
    path: "/finance/outside/query/balances",
    title: "各币种余额与账户",
    input: nothing,
    output: z.array(
      part.extend({
        currency: z.enum(CURRENCY_CODES),
        /** `name` is what the account's owner calls it: a receiving account's currency, bank and last digits, or nothing for the wallet itself. */
        accounts: z.array(
          part.extend({ code: z.string(), kind: z.enum(["collection", "wallet"]), name: z.string().nullable() }),
        ),
      }),
    ),
  }),
  walletEntries: endpoint({
    ...walletCall,
    method: "POST",
    path: "/guest/outside/transactionInfo/list",
    title: "一个账户的账目明细",
    input: listInput(walletEntryList).extend({ account }),
    output: listOutput(walletEntryList),
  }),
  exportWalletEntries: endpoint({
    ...walletCall,
    method: "POST",
    path: "/guest/outside/transactionInfo/export",
    title: "导出账目明细",
    reply: "file",
    rateLimit: { per: "caller", limit: 10, windowSeconds: 60 },
    input: z.object({ account, filters: listInput(walletEntryList).shape.filters }),
    output: fileReply,
  }),
};
