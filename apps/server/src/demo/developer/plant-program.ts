import { API_SCOPES, type ApiScope } from "@coralhub/domain";
import { plantBeneficiary } from "../../modules/beneficiaries/index.ts";
import { plantApp } from "../../modules/developer/index.ts";
import type { Database } from "../../platform/db.ts";
import type { Secrets } from "../../platform/secrets.ts";
import { demoAppId, demoBankAccountId, demoPersonId } from "../ids.ts";
import { DEMO_MERCHANTS } from "../merchants.ts";

/** A program of the app developer's, ready to be tried with the SDK. */
export const DEMO_PROGRAM = { appId: "APP-CORALDEMO", token: "coral_test_demo" } as const;

const BOUND_DAYS_AGO = 90;
const DAY_MS = 86_400_000;

type Deps = { database: Pick<Database, "transaction">; secrets: Secrets; now: Date };
/** With an account of the owner's own to withdraw to: a first payment needs nothing else. */
export async function plantProgram({ database, secrets, now }: Deps): Promise<void> {
  const [, { merchantId, certification }] = DEMO_MERCHANTS;
  const holderName = certification.name!;
  await database.transaction(async (tx) => {
    const isNew = await plantApp(tx, {
      ...DEMO_PROGRAM,
      merchantId,
      id: demoAppId(1),
      product: "收款看板",
      scopes: Object.keys(API_SCOPES) as ApiScope[],
      personId: demoPersonId(merchantId),
      createdAt: now,
    });
    if (!isNew) return;
    await plantBeneficiary({ secrets }, tx, {
      merchantId,
      id: demoBankAccountId(21),
      kind: "own",
      name: holderName,
      holderType: "person",
      holderName,
      route: "CN",
      country: "CN",
      currency: "CNY",
      details: { clearCode: "308651020028", accountNumber: "6225880281930457", bankName: "招商银行" },
      isDefault: true,
      boundAt: new Date(now.getTime() - BOUND_DAYS_AGO * DAY_MS),
    });
  });
}
