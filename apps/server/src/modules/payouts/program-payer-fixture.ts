import { beneficiaryEndpoints } from "@coralhub/contract";
import { parseMoney } from "@coralhub/domain";
import type { TestMerchant } from "@coralhub/testkit";
import { expect } from "vitest";
import { callOpen, program, type Program } from "../developer/developer-fixture.ts";
import type { Desk } from "../income/income-fixture.ts";
import { accountCode, certifiedMerchant, fundedAccount, rested } from "./payouts-fixture.ts";

export type ProgramPayer = { merchant: TestMerchant; source: { id: string }; app: Program; beneficiaryId: string };

/** A program has no phone: it confirms by its signature, as many at once as it likes. */
export async function programPayer(desk: Desk, amount: string, maximum: string | null = null): Promise<ProgramPayer> {
  const merchant = await certifiedMerchant(desk);
  const source = await fundedAccount(desk, merchant, amount);
  const { id: beneficiaryId } = await desk.call(
    beneficiaryEndpoints.addSupplier,
    {
      supplierName: "HARBOR PACKAGING LLC",
      bankAccount: "4830000099",
      bankCurrency: "USD",
      supplierCountryCode: "US",
      clearCode: "021000021",
      bankAccountType: "checking",
      bankAccountHolder: "HARBOR PACKAGING LLC",
      maximumAmount: maximum === null ? null : parseMoney(maximum, "USD"),
      verificationCode: await accountCode(desk, merchant),
    },
    merchant,
  );
  await rested(desk, merchant);
  const app = await program(desk, merchant);
  await desk.database.query("update open_app set calls_per_minute = 10000 where merchant_id = $1", [merchant.userId]);
  return { merchant, source, app, beneficiaryId };
}

export type Prepared = { who: ProgramPayer; id: string; quoteId: string };
/** Written down and priced: everything up to the confirmation. */
export async function prepared(desk: Desk, who: ProgramPayer, count: number, amount: string): Promise<Prepared[]> {
  const body = { accountId: who.source.id, beneficiaryId: who.beneficiaryId, amount: { currency: "USD", amount } };
  const done: Prepared[] = [];
  for (let n = 0; n < count; n++) {
    const created = await callOpen(desk, who.app, { method: "POST", path: "/payouts/supplier", body });
    const quote = await callOpen(desk, who.app, { method: "POST", path: "/payouts/supplier/quote", body });
    expect([created.status, quote.status], created.msg + quote.msg).toEqual([200, 200]);
    const { id } = created.data as { id: string };
    done.push({ who, id, quoteId: (quote.data as { quoteId: string }).quoteId });
  }
  return done;
}
export const confirmOpen = (desk: Desk, { who, id, quoteId }: Prepared, requestId?: string) =>
  callOpen(desk, who.app, {
    method: "POST",
    path: `/payouts/${id}/confirm`,
    body: { quoteId },
    ...(requestId && { requestId }),
  });
/** The state it is in then, or what was said instead. */
export const outcomeOf = ({ status, msg, data }: Awaited<ReturnType<typeof confirmOpen>>): string =>
  status === 200 ? (data as { state: string }).state : msg;
export const countBy = (outcomes: readonly string[]) =>
  Object.fromEntries(
    Map.groupBy(outcomes, (outcome) => outcome)
      .entries()
      .map(([name, same]) => [name, same.length]),
  );
