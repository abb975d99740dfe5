import { CallFailed, CallRefused } from "@coralhub/contract";
import { expect, test } from "vitest";
import { announce } from "./error-catalogue.ts";

function hear(
  error: CallRefused | CallFailed,
  { reply, background = false }: { reply?: "file"; background?: boolean } = {},
) {
  const said: string[] = [];
  let expired = 0;
  announce(error, { reply }, { toast: (text) => said.push(text), onExpired: () => expired++ }, background);
  return { said, expired };
}
const refused = (code: number) => new CallRefused({ message: "服务器的话", status: 400, code });
const failed = new CallFailed("network", new TypeError("offline"));

test("600 says that the login expired and leaves, also on background calls", () => {
  for (const background of [false, true])
    expect(hear(refused(600), { background })).toEqual({ said: ["登录已过期，请重新登录"], expired: 1 });
});

test("a broken line says so, unless the call is background", () => {
  expect(hear(failed).said).toEqual(["请求失败，请重试"]);
  expect(hear(failed, { background: true }).said).toEqual([]);
});

test("a file that is refused has its own words; one that a broken line lost says that the line broke", () => {
  expect(hear(failed, { reply: "file" }).said).toEqual(["请求失败，请重试"]);
  expect(hear(refused(404), { reply: "file" }).said).toEqual(["获取文件失败"]);
});

test("any other refusal is the page's to explain", () => {
  expect(hear(refused(12001))).toEqual({ said: [], expired: 0 });
});
