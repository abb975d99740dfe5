import {
  accountBank,
  normaliseBankDetails,
  numberEnd,
  payeeLifecycle,
  type BankDetails,
  type BankRouteKey,
  type Currency,
  type PayeeKind,
} from "@coralhub/domain";
import type { Tx } from "../../platform/db.ts";
import { SYSTEM, type Lifecycles } from "../../platform/lifecycle-engine.ts";
import type { Secrets } from "../../platform/secrets.ts";
import { insertBeneficiary } from "./beneficiaries-store.ts";
import { indexOf, sealContext } from "./save-payee.ts";

/** A payee of the demo world's past: long approved. */
export type BeneficiaryPlant = {
  merchantId: string;
  id: string;
  kind: PayeeKind;
  name: string;
  holderType: "person" | "company";
  holderName: string;
  route: BankRouteKey;
  country: string;
  currency: Currency;
  details: BankDetails;
  isDefault: boolean;
  category?: number;
  boundAt: Date;
};

export async function plantBeneficiary(
  { secrets, lifecycles }: { secrets: Secrets; lifecycles: Lifecycles },
  tx: Tx,
  plant: BeneficiaryPlant,
): Promise<void> {
  const { accountNumber = "", ...details } = normaliseBankDetails(plant.details);
  const { merchantId, id, boundAt } = plant;
  await insertBeneficiary(tx, {
    ...plant,
    bankName: details.bankName ?? "",
    details,
    sealedNumber: secrets.seal(accountNumber, sealContext(plant)),
    numberIndex: indexOf({ secrets }, plant.country, accountNumber),
    accountBank: accountBank(plant.route, { ...details, accountNumber }),
    lastFour: numberEnd(accountNumber),
    bankListed: true,
    profile: { companyAddress: "", city: "", category: plant.category ?? null, contactEmail: "", remark: "" },
    maximum: null,
    maximumFrom: null,
    restsFrom: boundAt,
    version: 1,
    at: boundAt,
  });
  await lifecycles.advance(tx, payeeLifecycle, { merchantId, id }, "clear", { at: boundAt, by: SYSTEM });
}
