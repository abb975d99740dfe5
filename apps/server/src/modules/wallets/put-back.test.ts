import { ledgerEndpoints as books } from "@coralhub/contract";
import { accountCode, parseMoney, walletOf } from "@coralhub/domain";
import type { TestMerchant } from "@coralhub/testkit";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startExchange, walletBalances, type ExchangeDesk } from "../exchange/exchange-fixture.ts";
import { bookProblems, moneyOn, payIn, until } from "../income/income-fixture.ts";
import { certifiedMerchant, fundedAccount } from "../payouts/payouts-fixture.ts";
import { fundByHand, setRule } from "./wallets-fixture.ts";

let desk: ExchangeDesk;
beforeAll(async () => {
  desk = await startExchange();
});
afterAll(() => desk.close());

const usd = (text: string) => parseMoney(text, "USD");
const wallet = walletOf("USD");
const sweep = () => desk.app.platform.jobs.run("wallets.sweep", {});

/** Two of finance, one after the other. */
async function byHand(
  { userId: merchantId }: TestMerchant,
  proposal: { from: string; to: string; amount: string; corrects?: string },
): Promise<void> {
  const { amount, ...ways } = proposal;
  const proposed = { merchantId, ...ways, amount: usd(amount), memo: "转错账户" };
  const { id } = await desk.call(books.proposeAdjustment, proposed, desk.finance);
  await desk.call(books.decideAdjustment, { merchantId, id, decision: "approve", note: "已核对" }, desk.admin);
}
const fundedBy = async ({ userId }: TestMerchant): Promise<string> => {
  const [row] = await desk.database.query<{ id: string }>(
    "select id from ledger_posting where merchant_id = $1 and reason = 'wallet.funded' order by posted_at desc limit 1",
    [userId],
  );
  return row!.id;
};

test("a standing rule leaves what was put back by hand where it lies, and moves what comes later", async () => {
  const merchant = await certifiedMerchant(desk);
  const source = await fundedAccount(desk, merchant, "400.00");
  const account = accountCode("collection", "USD", source.id);
  await setRule(desk, merchant, { accountId: source.id, keep: usd("0.00"), rhythm: "arrival" });
  const held = async () => ({
    wallet: (await walletBalances(desk, merchant))["wallet:USD"] ?? 0n,
    account: (await moneyOn(desk, merchant, source.id)).available,
  });
  await sweep();
  expect(await held()).toEqual({ wallet: 40_000n, account: 0n });
  await byHand(merchant, { from: wallet, to: account, amount: "250.00", corrects: await fundedBy(merchant) });
  await sweep();
  expect(await held()).toEqual({ wallet: 15_000n, account: 25_000n });
  // Put right without naming what it takes back, it stays all the same.
  await byHand(merchant, { from: wallet, to: account, amount: "50.00" });
  await sweep();
  expect(await held()).toEqual({ wallet: 10_000n, account: 30_000n });

  await payIn(desk, source.number, "30.00");
  await until(async () => {
    await sweep();
    return (await held()).wallet === 13_000n ? true : undefined;
  });
  expect(await held()).toEqual({ wallet: 13_000n, account: 30_000n });
  // Its owner moves it by hand; what comes then is not taken for it.
  await fundByHand(desk, merchant, { accountId: source.id, amount: usd("300.00") });
  await payIn(desk, source.number, "20.00");
  await until(async () => {
    await sweep();
    return (await held()).wallet === 45_000n ? true : undefined;
  });
  expect(await held()).toEqual({ wallet: 45_000n, account: 0n });
  expect(await bookProblems(desk)).toEqual([]);
});
