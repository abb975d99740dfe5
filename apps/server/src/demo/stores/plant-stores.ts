import { consentConnectorOf, platformByCode, sampleStoreAnswers } from "@coralhub/domain";
import { enterPastStore, plantConnection } from "../../modules/stores/index.ts";
import type { Database, Tx } from "../../platform/db.ts";
import type { Ids } from "../../platform/ids.ts";
import type { Lifecycles } from "../../platform/lifecycle-engine.ts";
import type { Random } from "../../platform/random.ts";
import type { Secrets } from "../../platform/secrets.ts";
import { plantSandboxGrant } from "../../rails/marketplaces/index.ts";
import { DEMO_OPERATORS, stepBy } from "../operators.ts";
import { DEMO_HOLDER_NAMES, DEMO_STORES, type DemoStore } from "./stores.ts";

type Deps = {
  database: Pick<Database, "transaction">;
  ids: Ids;
  lifecycles: Lifecycles;
  random: Random;
  secrets: Secrets;
  now: Date;
};
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const daysFrom = (now: Date, days: number) => new Date(now.getTime() + days * DAY_MS);

function answersOf({ platform: code, merchantId, id, name, url, country, option, answers }: DemoStore) {
  const platform = platformByCode(code);
  if (!platform) throw new Error(`demo store ${name} is on ${code}, which the catalogue does not know`);
  return {
    ...sampleStoreAnswers(platform, id.slice(-4)),
    name,
    ...(url && { url }),
    ...(country && { country }),
    expectCurrency: option,
    expectAccountName: DEMO_HOLDER_NAMES[merchantId] ?? name,
    ...answers,
  };
}

/** The demo merchants' stores. One that is there keeps whatever has become of it. */
export async function plantStores({ database, now, ...deps }: Deps): Promise<void> {
  const reviewer = DEMO_OPERATORS.find(({ roles }) => roles.includes("reviewer"))!;
  await database.transaction(async (tx) => {
    for (const demo of DEMO_STORES) {
      const { merchantId, id, platform, accountId, boundDaysAgo, authorised, remark, hidden, declined } = demo;
      const decidedAt = daysFrom(now, -boundDaysAgo);
      const waiting = accountId === null && declined === undefined;
      // Handed in half a day before it was decided; one that waits came two hours ago.
      const submittedAt = new Date((waiting ? now.getTime() : decidedAt.getTime() - 10 * HOUR_MS) - 2 * HOUR_MS);
      const fresh = await enterPastStore(deps, tx, {
        merchantId,
        id,
        platform,
        receivingAccountId: accountId,
        answers: answersOf(demo),
        submittedAt,
        decided: waiting ? null : { at: decidedAt, by: stepBy(reviewer), ...(declined && { declineReason: declined }) },
        ...(authorised && {
          tie: {
            authorisation: authorised.state,
            authorisedUntil: authorised.daysLeft === null ? null : daysFrom(now, authorised.daysLeft),
          },
        }),
        labels: { ...(remark && { remark }), ...(hidden && { hidden }) },
      });
      if (fresh) await plantTie({ ...deps, now }, tx, demo);
    }
  });
}

/** What the stand-in for the platform and we know of its consent, for stores that have one. */
async function plantTie(deps: Omit<Deps, "database">, tx: Tx, demo: DemoStore): Promise<void> {
  const platform = platformByCode(demo.platform);
  const connector = platform && consentConnectorOf(platform);
  if (!connector || !demo.authorised) return;
  const { daysLeft, state } = demo.authorised;
  const at = daysFrom(deps.now, -Math.min(demo.boundDaysAgo, 200));
  const endsAt = daysLeft === null ? null : daysFrom(deps.now, daysLeft);
  const lapsed = state === "lapsed";
  const grant = await plantSandboxGrant(deps, tx, {
    connector,
    storeId: demo.id,
    seller: demo.answers?.["sellerId"] ?? null,
    at,
    endsAt,
    revoked: lapsed,
  });
  await plantConnection(deps, tx, demo, { connector, grant, at, lapsed });
}
