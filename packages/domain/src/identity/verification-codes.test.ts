import { expect, test } from "vitest";
import { parseMoney } from "../money/money.ts";
import { CODE_PURPOSES, codeBinding } from "./verification-codes.ts";

test("every purpose has a number of its own; the specification's two are kept", () => {
  const wires = Object.values(CODE_PURPOSES).map((purpose) => purpose.wire);
  expect(new Set(wires).size).toBe(wires.length);
  expect([CODE_PURPOSES.bankAccount.wire, CODE_PURPOSES.card.wire]).toEqual([1, 3]);
});

test("a binding differs with payee, amount and currency, not with spacing", () => {
  const usd = parseMoney("100.00", "USD");
  expect(codeBinding(" 招商银行  0831 ", usd)).toBe(codeBinding("招商银行 0831", usd));
  const others = [
    codeBinding("招商银行 0832", usd),
    codeBinding("招商银行 0831", parseMoney("100.01", "USD")),
    codeBinding("招商银行 0831", parseMoney("100.00", "EUR")),
  ];
  expect(new Set([codeBinding("招商银行 0831", usd), ...others]).size).toBe(4);
});
