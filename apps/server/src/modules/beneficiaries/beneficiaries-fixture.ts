import { beneficiaryEndpoints as calls, type CallInput } from "@coralhub/contract";
import type { TestMerchant, TestServer } from "@coralhub/testkit";

export async function certifiedCompany(server: TestServer): Promise<TestMerchant> {
  const merchant = await server.registerMerchant();
  await server.database.query(
    `update certification set state = 'certified', kind = 'mainland', subject_name = '深圳南屿科技有限公司',
       open_user_id = 'OU' || $1::text where merchant_id = $1`,
    [merchant.userId],
  );
  return merchant;
}

/** A fresh code for whatever changes payees; another one may be asked for only after a minute. */
export async function codeForPayee(server: TestServer, merchant: TestMerchant): Promise<string> {
  server.clock.advance({ seconds: 61 });
  await server.call(calls.sendAccountCode, {}, merchant);
  return server.codeSentTo(merchant.mobile);
}

type Supplier = CallInput<typeof calls.addSupplier.input>;
export const GERMAN: Omit<Supplier, "verificationCode"> = {
  supplierName: "  Nordlicht Logistik GmbH ",
  bankAccount: "de89 3704 0044 0532 0130 00",
  bankCurrency: "EUR",
  supplierCountryCode: "DE",
  swiftCode: "cobadeff",
  bankAccountHolder: "NORDLICHT LOGISTIK GMBH",
  firstName: "NORDLICHT LOGISTIK GMBH",
  lastName: "",
};
