import {
  accountCode,
  formatMoney,
  holdCode,
  moneyOf,
  transfer,
  type PostingReason,
  type Transfer,
} from "@coralhub/domain";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { readActivity } from "./activity.ts";
import { createLedgerFixture, type LedgerFixture } from "./ledger-fixture.ts";
import { holdPosting, resolutionPosting } from "./links.ts";

let ledger: LedgerFixture;
let merchantId: string;
beforeAll(async () => void (ledger = await createLedgerFixture()));
afterAll(() => ledger.close());
beforeEach(async () => {
  merchantId = ledger.ids.next();
  await post("income.credited", [transfer(nostro, wallet, usd(10_000n))]);
});

const wallet = accountCode("wallet", "USD");
const cards = accountCode("card_wallet", "USD");
const card = accountCode("card", "USD", "c-1");
const nostro = accountCode("house.nostro", "USD", "bank");
const fees = accountCode("house.fees", "USD");
const usd = (minor: bigint) => moneyOf("USD", minor);

function post(reason: PostingReason, transfers: Transfer[]) {
  ledger.clock.advance({ seconds: 1 });
  return ledger.writer.post({ merchantId, key: `${reason}:${ledger.ids.next()}`, reason, transfers });
}
const newest = async () => {
  const [matter] = await readActivity(ledger.db, merchantId, 1);
  return matter && [matter.title, formatMoney(matter.amount), matter.body];
};

test("money put aside for cards or a deposit is money given, with its fee beside it", async () => {
  await post("card.funded", [transfer(wallet, cards, usd(500n)), transfer(wallet, fees, usd(25n))]);
  expect(await newest()).toEqual(["卡钱包充值", "-5.00", "手续费 USD 0.25"]);
  await post("deposit.placed", [transfer(wallet, accountCode("deposit", "USD", "d-1"), usd(700n))]);
  expect(await newest()).toEqual(["存定期", "-7.00", ""]);
});

test("what changes nothing usable is told by what is not held, or by everything", async () => {
  await post("card.funded", [transfer(wallet, cards, usd(500n))]);
  await post("card.loaded", [transfer(cards, card, usd(500n))]);
  ledger.clock.advance({ seconds: 1 });
  const head = { merchantId, key: "shop", reason: "card.authorised" as const };
  const hold = await ledger.writer.post(holdPosting(head, card, usd(120n)));
  expect(await newest()).toEqual(["珊瑚卡消费", "-1.20", ""]);
  ledger.clock.advance({ seconds: 1 });
  const parts = [{ to: nostro, amount: usd(120n) }];
  const settled = await resolutionPosting(
    ledger.db,
    { ...head, key: "done", reason: "card.settled" },
    hold.postingId,
    parts,
  );
  await ledger.writer.post(settled);
  expect(settled.transfers[0]!.from).toBe(holdCode(card));
  expect(await newest()).toEqual(["珊瑚卡消费", "-1.20", ""]);
});
