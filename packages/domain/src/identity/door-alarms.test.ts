import { expect, test } from "vitest";
import { alarmSubjectText } from "./door-alarms.ts";

test("every budget of SMS is told in words", () => {
  expect(
    ["everyone", "notices", "reserve", "country:CN", "country:HK"].map((one) => alarmSubjectText("sms", one)),
  ).toEqual([
    "全部短信，每小时总额度",
    "通知短信，每小时额度",
    "安全提醒的备用额度，每小时",
    "发往中国大陆，每小时额度",
    "发往 HK 地区，每小时额度",
  ]);
});
