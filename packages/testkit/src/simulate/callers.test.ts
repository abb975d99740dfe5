import { ALL_ENDPOINTS, CallRefused } from "@coralhub/contract";
import { expect, test } from "vitest";
import { createCaller, isAnswer, readsAlike, TURNED_AWAY } from "./callers.ts";
import { createChance } from "./chance.ts";
import { createGate } from "./gate.ts";
import { createRecord } from "./record.ts";
import { StepEnds } from "./simulation.ts";

const { changeMobile, changePassword } = ALL_ENDPOINTS.identity;
const meant = { mobile: "13710000001", verifyCode: "123456", oldVerifyCode: undefined };

test("a new phone typed with a blank is read as the phone that was meant: whoever is answered has changed it", () => {
  expect(readsAlike(changeMobile, { ...meant, mobile: "13710000001 " }, meant)).toBe(true);
  expect(readsAlike(changeMobile, meant, meant)).toBe(true);
});

test("another phone is another, and so is a password with a blank", () => {
  expect(readsAlike(changeMobile, { ...meant, mobile: "0" }, meant)).toBe(false);
  expect(readsAlike(changeMobile, { ...meant, mobile: "13710000002" }, meant)).toBe(false);
  const password = { oldPassword: "Coral#2026", newPassword: "Coral#123456" };
  expect(readsAlike(changePassword, { ...password, newPassword: "Coral#123456 " }, password)).toBe(false);
});

test("whoever outside is not there is told as such; a server that failed has not answered", () => {
  expect(isAnswer({ status: 409, reason: "state.changed" })).toBe(true);
  expect(isAnswer({ status: 503, reason: "card.issuer_silent" })).toBe(true);
  expect(isAnswer({ status: 500, reason: "server.failed" })).toBe(false);
  expect(isAnswer({ status: 503, reason: "server.busy" })).toBe(false);
  expect(isAnswer({ status: 502, reason: undefined })).toBe(false);
});

test("a call of somebody who is not let in any more is told: its replay makes it again", async () => {
  const record = createRecord();
  const refuse = () => Promise.reject(new CallRefused({ message: "请先登录", status: 401, code: 401 }));
  const deps = {
    call: refuse,
    record,
    gate: createGate(),
    moment: () => ({ step: 7, chance: createChance("left"), whims: false }),
    now: () => new Date(0),
    keeps: () => Promise.resolve(false),
    strike: () => Promise.resolve(),
    turnedAway: () => Promise.reject(new StepEnds("the account is closed")),
    traces: () => Promise.resolve(""),
    stranger: () => undefined,
    read: new Map(),
  };
  const caller = createCaller(deps, { label: "merchant 1", address: "", token: "", signIn: refuse }, "merchant");
  await expect(caller.call(ALL_ENDPOINTS.home.home, {})).rejects.toThrow(StepEnds);
  expect(record.calls).toMatchObject([{ step: 7, who: "merchant 1", call: "home.home", outcome: TURNED_AWAY }]);
});
