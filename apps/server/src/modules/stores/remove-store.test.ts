import { storeEndpoints as calls } from "@coralhub/contract";
import type { TestMerchant } from "@coralhub/testkit";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import {
  accountNumberOf,
  approve,
  bind,
  certifiedMerchant,
  containing,
  detail,
  startDesk,
  uncommitted,
  waiting,
  type Desk,
} from "./stores-fixture.ts";

let desk: Desk;
let merchant: TestMerchant;
beforeAll(async () => {
  desk = await startDesk();
});
afterAll(() => desk.server.close());
beforeEach(async () => {
  merchant = await certifiedMerchant(desk);
});
const remove = (id: string) => desk.server.call(calls.removeStore, { id }, merchant);

async function boundStore(): Promise<{ id: string; accountId: string }> {
  const { merchantsId: id } = await bind(desk, merchant, "WALMART", { expectCurrency: "USD" });
  await approve(desk, merchant, id);
  await accountNumberOf(desk, merchant, id);
  return { id, accountId: (await detail(desk, merchant, id)).foreignBankAccountId! };
}

test("money that is just being announced keeps the last store, whichever commits first", async () => {
  const { id, accountId } = await boundStore();
  const commit = await uncommitted(
    desk,
    `insert into income (merchant_id, id, receiving_account_id, payer_name, currency, amount_minor, rail,
       rail_reference, state, announced_at, changed_at)
     values ($1, gen_random_uuid(), $2, 'WALMART INC', 'USD', 125000, 'test', 'in-flight-1', 'announced', now(), now())`,
    [merchant.userId, accountId],
  );
  const removal = remove(id).catch((error: unknown) => error);
  const first = await Promise.race([removal, waiting(desk, 1)]);
  await commit();
  expect(first).toBe(true);
  expect(await removal).toMatchObject({ reason: "store.in_use", message: containing("1 笔款项在途") });
  expect((await detail(desk, merchant, id)).state).toBe("bound");
});

test("of two stores that leave an account with money at once, one stays", async () => {
  const { id, accountId } = await boundStore();
  const { merchantsId: second } = await bind(desk, merchant, "WALMART", { foreignBankAccountId: accountId });
  await approve(desk, merchant, second);
  await desk.server.database.query(
    `insert into income (merchant_id, id, receiving_account_id, payer_name, currency, amount_minor, rail,
       rail_reference, state, announced_at, changed_at)
     values ($1, gen_random_uuid(), $2, 'WALMART INC', 'USD', 125000, 'test', 'shared-1', 'announced', now(), now())`,
    [merchant.userId, accountId],
  );
  // Both have locked their own store and stand before the account.
  const commit = await uncommitted(desk, "select from receiving_account where id = $1 for share", [accountId]);
  const removals = Promise.allSettled([remove(id), remove(second)]);
  await Promise.race([removals, waiting(desk, 2)]);
  await commit();
  const outcomes = (await removals).map(({ status }) => status).toSorted();
  expect(outcomes).toEqual(["fulfilled", "rejected"]);
  const left = await desk.server.call(calls.storesByAccount, { id: accountId }, merchant);
  expect(left).toHaveLength(1);
});
