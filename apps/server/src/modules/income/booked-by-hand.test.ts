import { ledgerEndpoints as books, receivingBankEndpoints as bank } from "@coralhub/contract";
import { accountCode } from "@coralhub/domain";
import type { TestMerchant } from "@coralhub/testkit";
import { expect, test } from "vitest";
import { SANDBOX_BANK } from "../../rails/bank-statements/index.ts";
import { bookProblems, minor, moneyOn, openAccount, payIn, usd, withMerchant, type Desk } from "./income-fixture.ts";

let desk: Desk;
let merchant: TestMerchant;
withMerchant((one, own) => {
  desk = one;
  merchant = own;
});

const LOST = { delaySeconds: 86_400 };

/** What stands on the bank's statement under this reference, onto the account. */
async function propose(accountId: string, amount: string, bankReference: string) {
  const { id } = await desk.call(
    books.proposeAdjustment,
    {
      merchantId: merchant.userId,
      from: accountCode("house.nostro", "USD", SANDBOX_BANK),
      to: accountCode("collection", "USD", accountId),
      amount: usd(amount),
      bankReference,
      memo: "银行已到账，通知丢失",
    },
    desk.finance,
  );
  return id;
}
const agree = (id: string) =>
  desk.call(
    books.decideAdjustment,
    { merchantId: merchant.userId, id, decision: "approve", note: "已核对" },
    desk.admin,
  );

test.each([{ told: false }, { told: true }])(
  "what two of finance booked by the bank's own line is not booked again when its notice comes after all (told of before: $told)",
  async ({ told }) => {
    const account = await openAccount(desk, merchant);
    const reference = `LOST-${account.id}`;
    if (told) await payIn(desk, account.number, "200.00", { reference, stage: "announced" });
    await payIn(desk, account.number, "200.00", { reference, ...LOST });
    await agree(await propose(account.id, "200.00", reference));
    const once = { available: minor("200.00"), held: 0n };
    expect(await moneyOn(desk, merchant, account.id)).toEqual(once);
    expect(await desk.call(bank.announceAgain, { reference }, desk.admin)).toEqual({ outcomes: ["repeated"] });
    expect(await moneyOn(desk, merchant, account.id)).toEqual(once);
    expect(await bookProblems(desk)).toEqual([]);
  },
);

test("a notice that came between the two people is what counts: the second is refused", async () => {
  const account = await openAccount(desk, merchant);
  const reference = `LATE-${account.id}`;
  await payIn(desk, account.number, "90.00", { reference, ...LOST });
  const id = await propose(account.id, "90.00", reference);
  expect(await desk.call(bank.announceAgain, { reference }, desk.admin)).toEqual({ outcomes: ["arrived"] });
  await expect(agree(id)).rejects.toMatchObject({
    reason: "ledger.bank_line_differs",
  });
  expect(await moneyOn(desk, merchant, account.id)).toEqual({ available: minor("90.00"), held: 0n });
});
