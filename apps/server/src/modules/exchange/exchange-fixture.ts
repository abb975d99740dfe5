import { approvalEndpoints, exchangeEndpoints as calls, operationsEndpoints } from "@coralhub/contract";
import { accountCode, ALWAYS_OPEN, parseMoney, walletOf, type Currency } from "@coralhub/domain";
import type { TestMerchant, TestServerOptions } from "@coralhub/testkit";
import { certified, startDesk, until, type Desk } from "../income/income-fixture.ts";
import { createLedger, type Ledger } from "../ledger/index.ts";

export type ExchangeDesk = Desk & {
  ledger: Ledger;
  fund(merchant: TestMerchant, currency: Currency, amount: string): Promise<void>;
};

/** A server whose markets are open at any hour, with the wallet for everybody. */
export async function startExchange(options?: TestServerOptions): Promise<ExchangeDesk> {
  const desk = await startDesk(options);
  // Only for posting: prices and reconciliation are the server's.
  const ledger = createLedger({
    ...desk.app.platform,
    rails: undefined as never,
    prices: undefined as never,
    approvals: undefined as never,
    together: undefined as never,
  });
  await desk.call(
    operationsEndpoints.changeFlag,
    { flag: "multiCurrencyWallet", mode: "on", percentage: 0, merchantIds: [], reason: "试用" },
    desk.admin,
  );
  for (const market of ["onshore", "global"] as const) await openMarket(desk, market);
  return {
    ...desk,
    ledger,
    async fund({ userId }, currency, amount) {
      await ledger.post({
        merchantId: userId,
        key: `fund:${desk.app.platform.ids.next()}`,
        reason: "income.credited",
        transfers: [
          {
            from: accountCode("house.nostro", currency, "bank"),
            to: walletOf(currency),
            amount: parseMoney(amount, currency),
          },
        ],
      });
    },
    async close() {
      await ledger.close();
      await desk.close();
    },
  };
}

export async function openMarket({ call, finance, admin }: Desk, market: "onshore" | "global", hours = ALWAYS_OPEN) {
  const request = { market, hours: [...hours], keepsHolidays: false, reason: "试验" };
  const { approvalId } = await call(calls.setFxHours, request, finance);
  if (approvalId === null) return;
  await call(approvalEndpoints.decideApproval, { id: approvalId, decision: "approve", note: "同意" }, admin);
}

export async function richMerchant(desk: ExchangeDesk, amount = "10000.00"): Promise<TestMerchant> {
  const merchant = await certified(desk);
  await desk.fund(merchant, "USD", amount);
  return merchant;
}

type Job = "exchange.keep-rates" | "exchange.watch-orders";
/** The minute's look, now; the clock of the queue is not waited for. */
export const sendJob = ({ app }: Pick<Desk, "app">, name: Job, data = {}) =>
  app.platform.database.transaction((tx) => app.platform.jobs.send(tx, name, data));
/** The same, and its end: a look that is still under way would be another test's. */
export async function runJob(desk: Pick<Desk, "app">, name: Job, data = {}): Promise<void> {
  await sendJob(desk, name, data);
  await until(async () => {
    const all = await desk.app.platform.jobs.counts();
    return all.some((one) => one.name === name && one.waiting + one.active > 0) ? undefined : true;
  });
}

export const walletBalances = async ({ database }: Desk, { userId }: TestMerchant): Promise<Record<string, bigint>> => {
  const rows = await database.query<{ code: string; balance: string }>(
    "select code, balance::text from ledger_account where merchant_id = $1 and (kind = 'wallet' or kind = 'hold') and balance <> 0",
    [userId],
  );
  return Object.fromEntries(rows.map(({ code, balance }) => [code, BigInt(balance)]));
};
