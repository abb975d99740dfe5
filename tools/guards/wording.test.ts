import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { AUDIT_DETAILS, AUDIT_SUBJECTS, REFUSALS } from "@coralhub/contract";
import * as domain from "@coralhub/domain";
import { expect, test } from "vitest";
import { PROJECT } from "./planted-tree.ts";

const { MESSAGE_EVENTS } = domain;

/** What to do, or that nothing has to be done. */
const SAYS_WHAT_TO_DO = /请|可以|可在|不用|无需|会发消息|将按/;
/** Their reason says it: a password's rule, why a platform cannot change, why an account stays. */
const SAID_BY_VALUE = ["identity.password_refused", "store.platform_fixed", "identity.closing_blocked", "store.in_use"];
/** Stands in the message of a payment that did not go, which says what to do. */
const IN_A_MESSAGE = ["payout.rate_moved"];
/** Nothing helps: what stands, stands. */
const FINAL = ["messages.channel_locked", "card.not_disputable", "campaign.not_for_you", "coupon.not_for_you"];

test("every refusal says what to do", () => {
  const mute = Object.entries(REFUSALS).filter(([, { message }]) => !SAYS_WHAT_TO_DO.test(message));
  expect(
    mute.map(([name]) => name).filter((name) => ![...SAID_BY_VALUE, ...IN_A_MESSAGE, ...FINAL].includes(name)),
  ).toEqual([]);
});

test("every message ends as a sentence, or with what it was given", () => {
  const unfinished = Object.entries(MESSAGE_EVENTS).filter(([, { body }]) => !/[。}]$/.test(body));
  expect(unfinished.map(([name]) => name)).toEqual([]);
});

/** All that the server is, without its tests. */
function serverTexts(): string {
  const source = join(PROJECT, "apps/server/src");
  return readdirSync(source, { recursive: true, encoding: "utf8" })
    .filter((name) => /^(modules|rails)\//.test(name) && name.endsWith(".ts") && !/\.test\.ts$|fixture/.test(name))
    .map((name) => readFileSync(join(source, name), "utf8"))
    .join("\n");
}

/** Of a webhook that is tried out, which is no record. */
const NO_RECORD = ["test"];
test("every subject of the audit has a name for whoever reads it", () => {
  const named = [...serverTexts().matchAll(/\bsubject(?:: |.*=> )["`]([A-Za-z_]+)[:"`]/g)].map(([, word]) => word!);
  expect(named).toContain("beneficiary");
  const unnamed = new Set(named.filter((word) => !NO_RECORD.includes(word) && !Object.hasOwn(AUDIT_SUBJECTS, word)));
  expect([...unnamed]).toEqual([]);
});

test("everything recorded beside a deed has a name for whoever reads it", () => {
  const recorded = [...serverTexts().matchAll(/\bdetail: \{([^{}]*)\}/g)].flatMap(([, parts]) =>
    parts!.split(",").flatMap((part) => /^\s*(\w+)\s*(?::|$)/.exec(part)?.[1] ?? []),
  );
  expect(recorded).toContain("reason");
  expect([...new Set(recorded)].filter((name) => !Object.hasOwn(AUDIT_DETAILS, name))).toEqual([]);
});

test("every message is sent by the program, not by the demo world alone", () => {
  const texts = serverTexts();
  const told = new Set(
    Object.values<unknown>(domain).flatMap((value) => {
      const { actions } = (value ?? {}) as { actions?: Record<string, { tells?: string | string[] }> };
      return Object.values(actions ?? {}).flatMap(({ tells = [] }) => tells);
    }),
  );
  const unsent = Object.keys(MESSAGE_EVENTS).filter((name) => !told.has(name) && !texts.includes(`"${name}"`));
  expect(unsent).toEqual([]);
});

/** What merchants stumbled over, and what is said instead. */
const GIVEN_UP = {
  请先勾选资料真实的确认: "请勾选「以上资料真实、完整」后再提交",
  "需要您做：": "请提供",
  暂时不用您做什么: "我们正在核对",
  ">经过<": "办理进度",
  付款申请: "提现",
  资金到账待审核: "到账待核验",
  台设备登录着: "台设备已登录",
  '"处理", "': "待我处理",
  由财务审批: "由珊瑚汇财务复核，有结果会通知您",
  银行没有付成: "银行未能付款",
  您没有同意授权: "店铺已保存，尚未授权",
  "65 个平台": "个平台",
  // What a bank takes its time for, nothing in the house watches.
  "通常 1 个工作日": "合作银行正在审核，有结果会通知您",
  "通常 1–3 个工作日开通": "银行开通后通知您",
  "通常 1 到 2 个工作日到账": "到账时间由汇出银行决定",
} as const;

test("words that merchants stumbled over are gone, and what is better stands", () => {
  const said = ["apps/web/src", "apps/console/src", "apps/server/src", "packages/domain/src", "packages/contract/src"]
    .flatMap((root) =>
      readdirSync(join(PROJECT, root), { recursive: true, encoding: "utf8" }).map((name) => join(PROJECT, root, name)),
    )
    .filter((name) => /\.tsx?$/.test(name) && !/\.test\.tsx?$|fixture/.test(name))
    .map((name) => readFileSync(name, "utf8"))
    .join("\n");
  expect(Object.keys(GIVEN_UP).filter((now) => said.includes(now))).toEqual([]);
  expect(Object.values(GIVEN_UP).filter((better) => !said.includes(better))).toEqual([]);
});
