import { expect } from "@playwright/test";
import { approvalEndpoints, exchangeEndpoints, ledgerEndpoints } from "@coralhub/contract";
import { accountCode, ALWAYS_OPEN, parseMoney, type FxMarket, type MarketWindow } from "@coralhub/domain";
import { createCall } from "@coralhub/testkit";
import { sandbox } from "./portal-steps.ts";

/** One of finance proposes, another agrees: the merchant's wallet holds dollars. */
export async function fillWallet(baseURL: string, merchantId: string, amount: string): Promise<void> {
  const call = createCall(baseURL);
  const driver = sandbox(baseURL);
  const [finance, admin] = [await driver.operatorToken("finance"), await driver.operatorToken("admin")];
  const { id } = await call(
    ledgerEndpoints.proposeAdjustment,
    {
      merchantId,
      from: accountCode("house.suspense", "USD"),
      to: accountCode("wallet", "USD"),
      amount: parseMoney(amount, "USD"),
      memo: "试用资金",
    },
    { token: finance },
  );
  await call(ledgerEndpoints.decideAdjustment, { merchantId, id, decision: "approve" }, { token: admin });
}

/** Journeys run at any hour. One of finance proposes, another agrees; where another journey is just doing so, it is waited for. */
export async function openMarkets(baseURL: string): Promise<void> {
  const driver = sandbox(baseURL);
  const [token, other] = [await driver.operatorToken("finance"), await driver.operatorToken("admin")];
  const call = createCall(baseURL);
  const isAlways = (hours: readonly MarketWindow[]) =>
    hours.length === ALWAYS_OPEN.length &&
    ALWAYS_OPEN.every(({ weekday, from, to }) =>
      hours.some((own) => own.weekday === weekday && own.from === from && own.to === to),
    );
  const closed = async () => {
    const markets = await call(exchangeEndpoints.fxMarkets, {}, { token });
    return markets.filter(({ hours, holidays }) => holidays !== null || !isAlways(hours));
  };
  const open = async ({ market }: { market: FxMarket }) => {
    const request = { market, hours: [...ALWAYS_OPEN], keepsHolidays: false, reason: "试用" };
    // Refused, where a proposal waits already: then it is that one that is agreed to.
    await call(exchangeEndpoints.setFxHours, request, { token }).catch(() => undefined);
    const input = { filters: { kind: ["fx.hours"], state: ["pending"] } };
    const { records } = await call(approvalEndpoints.approvals, input, { token });
    for (const { id } of records)
      await call(approvalEndpoints.decideApproval, { id, decision: "approve", note: "同意" }, { token: other });
  };
  await expect
    .poll(
      async () => {
        for (const market of await closed()) await open(market).catch(() => undefined);
        return closed();
      },
      { timeout: 60_000 },
    )
    .toEqual([]);
}
