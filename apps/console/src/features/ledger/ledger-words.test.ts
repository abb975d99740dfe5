import { moneyOf, parseMoney } from "@coralhub/domain";
import { describe, expect, test } from "vitest";
import { standing } from "./account-words.tsx";
import { describeAlarm } from "./alarm-words.ts";
import { chosenFrom, totalsOf } from "./chart.ts";
import { proposeBackPath } from "./propose-address.ts";

const usd = (text: string) => parseMoney(text, "USD");
const MERCHANT = "0192a000-0000-7000-8000-000000000001";

describe("the chart", () => {
  test("has two sides that must be equal", () => {
    expect(totalsOf("USD", [usd("-5.00"), usd("3.00"), usd("2.00")])).toMatchObject({
      debit: usd("5.00"),
      credit: usd("5.00"),
      difference: usd("0.00"),
    });
    expect(totalsOf("USD", [usd("-5.00"), usd("4.99")]).difference).toEqual(usd("-0.01"));
  });

  test("puts a balance where it stands, and nothing where one expects the kind", () => {
    expect(standing(usd("-7.00"), "house.nostro")).toEqual({ side: "借", amount: usd("7.00") });
    expect(standing(usd("7.00"), "wallet")).toEqual({ side: "贷", amount: usd("7.00") });
    expect(standing(usd("0"), "house.nostro").side).toBe("借");
  });

  test("falls back to what the books have when the address asks for something else", () => {
    const rows = [
      { kind: "house.nostro", currency: "USD", accounts: 1, balance: usd("-1") },
      { kind: "wallet", currency: "USD", accounts: 1, balance: usd("1") },
      { kind: "wallet", currency: "EUR", accounts: 1, balance: moneyOf("EUR", 0n) },
    ] as const;
    expect(chosenFrom(rows, "?currency=EUR")).toMatchObject({ currency: "EUR", row: { kind: "wallet" } });
    expect(chosenFrom(rows, "?currency=USD&kind=house.nostro").row.kind).toBe("house.nostro");
    expect(chosenFrom(rows, "?currency=XXX&kind=card")).toMatchObject({ currency: "USD", row: { kind: "wallet" } });
  });
});

test("the way back of a transfer is offered, but not where a hold is touched", () => {
  const [wallet, fees] = ["wallet:USD", "house.fees:USD"];
  const back = new URL(proposeBackPath(MERCHANT, { from: wallet, to: fees })!, "http://desk").searchParams;
  expect([back.get("transferFrom"), back.get("transferTo")]).toEqual([fees, wallet]);
  expect(proposeBackPath(MERCHANT, { from: wallet, to: "hold:USD:wallet" })).toBeUndefined();
  expect(proposeBackPath(MERCHANT, { from: "hold:USD:card:7", to: fees })).toBeUndefined();
});

describe("an alarm", () => {
  test("about an account says which one, in its currency, and leads there", () => {
    const words = describeAlarm({
      rule: "holds",
      subject: `${MERCHANT} hold:USD:wallet`,
      detail: JSON.stringify({ balance: "3000", open: "2500" }),
    });
    expect(words).toMatchObject({ rule: "冻结相符", subject: "冻结金额 USD，wallet" });
    expect(words.to).toBe(`/ledger/accounts/${MERCHANT}/hold%3AUSD%3Awallet`);
    expect(words.facts.map(({ value }) => value)).toEqual(["USD\u200930.00", "USD\u200925.00"]);
  });

  test("about a rail says what each side knows", () => {
    const words = describeAlarm({
      rule: "rail",
      subject: "first-harbor CMB8841",
      detail: JSON.stringify({ problem: "missing_at_bank", bank: null, books: "320000 USD" }),
    });
    expect(words.subject).toBe("first-harbor，CMB8841");
    expect(words.facts).toEqual([
      { label: "问题", value: "账上有这笔，银行没有" },
      { label: "账上", value: "USD\u20093,200.00" },
    ]);
  });

  test("of a kind nobody described yet is shown as it came", () => {
    const words = describeAlarm({ rule: "other", subject: "thing", detail: '{"why":"because"}' });
    expect(words).toMatchObject({ rule: "other", subject: "thing", facts: [{ label: "why", value: "because" }] });
  });
});
