import { API_SCOPES, type ApiScope } from "@coralhub/domain";
import { plantApp } from "../../modules/developer/index.ts";
import type { Database } from "../../platform/db.ts";
import { demoAppId, demoPersonId } from "../ids.ts";
import { DEMO_MERCHANTS } from "../merchants.ts";

/** A program of the app developer's, ready to be tried with the SDK. */
export const DEMO_PROGRAM = { appId: "APP-CORALDEMO", token: "coral_test_demo" } as const;

type Deps = { database: Pick<Database, "transaction">; now: Date };
/** Its owner withdraws already: a first payment needs nothing else. */
export async function plantProgram({ database, now }: Deps): Promise<void> {
  const [, { merchantId }] = DEMO_MERCHANTS;
  await database.transaction((tx) =>
    plantApp(tx, {
      ...DEMO_PROGRAM,
      merchantId,
      id: demoAppId(1),
      product: "收款看板",
      scopes: Object.keys(API_SCOPES) as ApiScope[],
      personId: demoPersonId(merchantId),
      createdAt: now,
    }),
  );
}
