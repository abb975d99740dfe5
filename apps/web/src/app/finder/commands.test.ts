import { expect, test } from "vitest";
import type { Flags } from "../menu.ts";
import { commandsOf, isNamed } from "./commands.ts";

test("a page behind a flag is offered to those who have it, the developers' to those who may call", () => {
  const labels = (flags: Flags, openApiUserId: string | null = null) =>
    commandsOf({ flags, openApiUserId }).map(({ label }) => label);
  expect(labels({})).not.toContain("开始换汇");
  expect(labels({ multiCurrencyWallet: true })).toContain("开始换汇");
  expect(labels({})).toEqual(expect.arrayContaining(["提现到银行", "收款账户", "珊瑚卡交易"]));
  expect([labels({}).includes("开发者"), labels({}, "2088000000000001").includes("开发者")]).toEqual([false, true]);
});

test("no line leads where something else must be known first", () => {
  const flags = { multiCurrencyWallet: true, personalFinance: true };
  for (const { to } of commandsOf({ flags, openApiUserId: "1" })) expect(to).not.toMatch(/[$?]/);
});

test("a label is found by its characters, its reading and its initials", () => {
  const syllables = ["ti", "xian", "dao", "yin", "hang"];
  for (const text of ["提现", "tixian", "txd", "YINHANG", ""])
    expect(isNamed("提现到银行", text, syllables), text).toBe(true);
  for (const text of ["付款", "fk", "t1"]) expect(isNamed("提现到银行", text, syllables), text).toBe(false);
});
