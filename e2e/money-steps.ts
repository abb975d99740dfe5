import { exchangeEndpoints, ledgerEndpoints } from "@coralhub/contract";
import { accountCode, ALWAYS_OPEN, parseMoney } from "@coralhub/domain";
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

/** Journeys run at any hour. */
export async function openMarkets(baseURL: string): Promise<void> {
  const token = await sandbox(baseURL).operatorToken("finance");
  const call = createCall(baseURL);
  for (const market of ["onshore", "global"] as const) {
    const hours = { market, hours: [...ALWAYS_OPEN], keepsHolidays: false, reason: "试用" };
    await call(exchangeEndpoints.setFxHours, hours, { token });
  }
}
