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

test.each([{ told: false }, { told: true }])(
  "what two of finance booked by the bank's own line is not booked again when its notice comes after all (told of before: $told)",
  async ({ told }) => {
    const account = await openAccount(desk, merchant);
    const reference = `LOST-${account.id}`;
    if (told) await payIn(desk, account.number, "200.00", { reference, stage: "announced" });
    await payIn(desk, account.number, "200.00", { reference, ...LOST });
    const proposal = {
      merchantId: merchant.userId,
      from: accountCode("house.nostro", "USD", SANDBOX_BANK),
      to: accountCode("collection", "USD", account.id),
      amount: usd("200.00"),
      bankReference: reference,
      memo: "银行已到账，通知丢失",
    };
    const { id } = await desk.call(books.proposeAdjustment, proposal, desk.finance);
    const verdict = { merchantId: merchant.userId, id, decision: "approve", note: "已核对" } as const;
    await desk.call(books.decideAdjustment, verdict, desk.admin);
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
  const proposal = {
    merchantId: merchant.userId,
    from: accountCode("house.nostro", "USD", SANDBOX_BANK),
    to: accountCode("collection", "USD", account.id),
    amount: usd("90.00"),
    bankReference: reference,
    memo: "银行已到账，通知丢失",
  };
  const { id } = await desk.call(books.proposeAdjustment, proposal, desk.finance);
  expect(await desk.call(bank.announceAgain, { reference }, desk.admin)).toEqual({ outcomes: ["arrived"] });
  const verdict = { merchantId: merchant.userId, id, decision: "approve", note: "已核对" } as const;
  await expect(desk.call(books.decideAdjustment, verdict, desk.admin)).rejects.toMatchObject({
    reason: "ledger.bank_line_differs",
  });
  expect(await moneyOn(desk, merchant, account.id)).toEqual({ available: minor("90.00"), held: 0n });
});
