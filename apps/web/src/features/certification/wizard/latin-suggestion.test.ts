import { pinyin } from "pinyin-pro";
import { expect, test } from "vitest";
import { latinCompanyName } from "./latin-suggestion.ts";

const pinyinOf = (text: string) => pinyin(text, { toneType: "none", type: "array", nonZh: "consecutive" });

test.each([
  ["深圳市南屿科技有限公司", "Shenzhen Nanyu Technology Co., Ltd."],
  ["广州云桥网络科技有限责任公司", "Guangzhouyunqiao Network Technology Co., Ltd."],
  ["义乌市越海进出口有限公司", "Yiwu Yuehai Import and Export Co., Ltd."],
  ["浙江省海棠里商贸有限公司", "Zhejiang Haitangli Trading Co., Ltd."],
])("%s", (name, latin) => {
  expect(latinCompanyName(name, pinyinOf)).toBe(latin);
});
