import { statementEndpoints, walletEndpointTable as calls } from "@coralhub/contract";
import { toShanghaiDay, type Money, type SweepRhythm } from "@coralhub/domain";
import type { TestMerchant, TestServer } from "@coralhub/testkit";

type Desk = Pick<TestServer, "call" | "codeAfter" | "database" | "mailbox">;

/** Codes this merchant has used no longer make the next one wait. */
const forgetUsed = ({ database }: Desk, { userId }: TestMerchant) =>
  database.query(
    `update verification_code set created_at = created_at - interval '2 minutes'
     where used_at is not null and starts_with(binding, $1)`,
    [userId],
  );

export async function fundingCode(desk: Desk, merchant: TestMerchant, request: { accountId: string; amount: Money }) {
  await forgetUsed(desk, merchant);
  return desk.codeAfter(merchant.mobile, () => desk.call(calls.sendFundingCode, request, merchant));
}

/** From a receiving account into the wallet, with the code from the phone. */
export async function fundByHand(desk: Desk, merchant: TestMerchant, request: { accountId: string; amount: Money }) {
  const verifyCode = await fundingCode(desk, merchant, request);
  return desk.call(calls.fundWallet, { ...request, verifyCode }, merchant);
}

/** A standing rule, with the code from the phone. */
export async function setRule(
  desk: Desk,
  merchant: TestMerchant,
  rule: { accountId: string; keep: Money; rhythm: SweepRhythm },
) {
  await forgetUsed(desk, merchant);
  const verifyCode = await desk.codeAfter(merchant.mobile, () => desk.call(calls.sendSweepCode, rule, merchant));
  return desk.call(calls.setSweep, { ...rule, verifyCode }, merchant);
}

export const textsTo = async ({ mailbox }: Desk, { mobile }: TestMerchant): Promise<string> =>
  (await mailbox(mobile)).map(({ text }) => text).join("\n");

export const freeze = ({ database }: Desk, accountId: string) =>
  database.query("update receiving_account set state = 'frozen', reason = '核查' where id = $1", [accountId]);

export const sweepNow = ({ app }: Pick<TestServer, "app">) =>
  app.platform.database.transaction((tx) => app.platform.jobs.send(tx, "wallets.sweep", {}));

/** The line of today's transfer to or from another wallet, as the statement's file has it. */
export async function transferOnStatement(
  { call, clock }: Pick<TestServer, "call" | "clock">,
  merchant: TestMerchant,
): Promise<string | undefined> {
  const day = { grain: "day", period: toShanghaiDay(clock.now()), currency: "USD" } as const;
  const request = { ...day, format: "csv", language: "zh" } as const;
  const { blob } = await call(statementEndpoints.statementFile, request, merchant);
  return (await blob.text()).split("\n").find((line) => line.includes("钱包转账"));
}
