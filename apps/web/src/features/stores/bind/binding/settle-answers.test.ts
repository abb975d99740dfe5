import { platformByCode, sampleStoreAnswers, type Platform } from "@coralhub/domain";
import { expect, test } from "vitest";
import { carriedOver, countingAnswers, problemsOf } from "./settle-answers.ts";

const platform = (code: string): Platform => platformByCode(code)!;
const shopify = platform("SHOPIFY");
const keys = { apiKey: "0123456789abcdef", password: "shpat_0123456789", version: "2026-10" };

test("keys of a private app count only when they were chosen", () => {
  const answers = { ...sampleStoreAnswers(shopify, "one"), ...keys };
  expect(countingAnswers(shopify, { ...answers, connectBy: "oauth" })).not.toHaveProperty("apiKey");
  expect(countingAnswers(shopify, { ...answers, connectBy: "keys" })).toMatchObject(keys);
  const chosen = { ...sampleStoreAnswers(shopify, "one"), connectBy: "keys" };
  expect(Object.keys(problemsOf(shopify, chosen)).sort()).toEqual(["apiKey", "password", "version"]);
  expect(problemsOf(shopify, { ...chosen, connectBy: "oauth" })).toEqual({});
});

test("secrets the server keeps may stay empty, but a new one must be right", () => {
  const qoo10 = platform("QOO10");
  const { password: _password, apiKey: _key, ...rest } = sampleStoreAnswers(qoo10, "one");
  expect(problemsOf(qoo10, rest, ["password", "apiKey"])).toEqual({});
  expect(problemsOf(qoo10, { ...rest, apiKey: "short" }, ["password", "apiKey"])).toHaveProperty("apiKey");
});

test("a shared account settles currency and holder, and must be named", () => {
  const ebay = platform("EBAY");
  const answers = { ...sampleStoreAnswers(ebay, "one"), accountBy: "shared" };
  expect(problemsOf(ebay, answers)).toEqual({ foreignBankAccountId: "请选择一个收款账户" });
  const named = { ...answers, foreignBankAccountId: "account-1" };
  expect(problemsOf(ebay, named)).toEqual({});
  expect(countingAnswers(ebay, named)).not.toHaveProperty("expectCurrency");
  expect(countingAnswers(ebay, { ...named, accountBy: "new" })).not.toHaveProperty("foreignBankAccountId");
});

test("what an answer has settled is not sent", () => {
  const amazon = platform("AMAZON");
  const answers = { ...sampleStoreAnswers(amazon, "one"), applicationType: "PRE_APPLY" };
  expect(countingAnswers(amazon, answers)).not.toHaveProperty("url");
  expect(problemsOf(amazon, answers)).toEqual({});
});

test("what the new platform would refuse is not carried over to it", () => {
  const { expectCurrency: _old, ...kept } = { ...sampleStoreAnswers(platform("COD"), "one"), expectCurrency: "USD" };
  expect(carriedOver(platform("SF"), { ...kept, expectCurrency: "USD" })).toEqual(kept);
});
