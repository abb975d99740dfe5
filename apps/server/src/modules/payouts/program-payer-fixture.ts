import { beneficiaryEndpoints } from "@coralhub/contract";
import { parseMoney } from "@coralhub/domain";
import type { TestMerchant } from "@coralhub/testkit";
import { program, type Program } from "../developer/developer-fixture.ts";
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
