import { identityEndpoints } from "@coralhub/contract";
import { startTestServer, type TestServer } from "@coralhub/testkit";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { loosen, plant, type Values } from "../../platform/planted-rows-fixture.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

type Kind = { rows: (merchantId: string) => Record<string, Values>; words: string };
const id = crypto.randomUUID();
/** What is under way without any money of the merchant's in the books: each capability counts its own. */
const KINDS: Record<string, Kind> = {
  "a loan": {
    rows: (merchant_id) => ({ loan: { merchant_id, state: "reviewing" } }),
    words: "还有 1 笔贷款没有结束",
  },
  "a tax refund": {
    rows: (merchant_id) => ({ tax_refund: { merchant_id, state: "filed" } }),
    words: "还有 1 笔退税没有结束",
  },
  "a deposit": {
    rows: (merchant_id) => ({ deposit_placement: { merchant_id, state: "pending" } }),
    words: "还有 1 笔定期存款没有结束",
  },
  "an escrow of somebody else that the merchant sells in": {
    rows: (merchant_id) => {
      const owner_id = crypto.randomUUID();
      return {
        escrow: { merchant_id: owner_id, id, state: "funded" },
        escrow_party: { merchant_id, owner_id, escrow_id: id },
      };
    },
    words: "还有 1 笔担保交易没有结束",
  },
  "a card": {
    rows: (merchant_id) => ({ card: { merchant_id, state: "active" } }),
    words: "还有 1 张珊瑚卡没有注销",
  },
  "a transfer into the card wallet": {
    rows: (merchant_id) => ({ card_recharge: { merchant_id, state: "processing" } }),
    words: "还有 1 笔卡钱包汇款或转出没有结束",
  },
  "a withdrawal from the card wallet": {
    rows: (merchant_id) => ({ card_withdrawal: { merchant_id, state: "unverified" } }),
    words: "还有 1 笔卡钱包汇款或转出没有结束",
  },
  "what a settlement took beyond the cards' money": {
    rows: (merchant_id) => ({ card_account: { merchant_id, currency: "USD", owed_minor: 2_000 } }),
    words: "珊瑚卡清算还欠 USD 20.00，请先充值卡钱包结清",
  },
  "a dispute about a card payment": {
    rows: (merchant_id) => ({ card_dispute: { merchant_id, state: "submitted" } }),
    words: "还有 1 件珊瑚卡交易争议没有结束",
  },
};

describe("fault 1: nobody's account with us is closed while something of any kind is under way", () => {
  test.each(Object.keys(KINDS))("%s", async (kind) => {
    const { rows, words } = KINDS[kind]!;
    const { userId, token } = await server.registerMerchant();
    const blockers = async () =>
      (await server.call(identityEndpoints.closing, {}, { token })).blockers.map(({ reason }) => reason);
    expect(await blockers()).toEqual([]);
    const planted = rows(userId);
    for (const [table, values] of Object.entries(planted)) {
      await loosen(server.database, table);
      await server.database.query(`alter table ${table} disable trigger user`);
      await plant(server.database, table, values);
    }
    expect(await blockers()).toEqual([words]);
    await expect(
      server.call(identityEndpoints.requestClosing, { verifyCode: "000000" }, { token }),
    ).rejects.toMatchObject({ reason: "identity.closing_blocked", message: `现在还不能注销：${words}` });
    for (const table of Object.keys(planted).toReversed()) await server.database.query(`delete from ${table}`);
    expect(await blockers()).toEqual([]);
  });
});
