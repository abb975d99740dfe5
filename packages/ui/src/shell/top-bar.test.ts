import { expect, it } from "vitest";
import { foldItems, unreadLabel, type BarItem } from "./top-bar.tsx";

const items: BarItem[] = [
  { key: "home", label: "首页", to: "#home" },
  { key: "wallet", label: "多币种钱包", to: "#moreToken", secondary: true },
  { key: "more", label: "更多服务", to: "#more", children: [{ label: "出口退税", to: "#tax" }] },
];

it("moves secondary items into the last list when there is no room", () => {
  const folded = foldItems(items);
  expect(folded.map(({ key }) => key)).toEqual(["home", "more"]);
  expect(folded[1]!.children!.map(({ to }) => to)).toEqual(["#moreToken", "#tax"]);
});

it("keeps every item where there is no list to move it into", () => {
  expect(foldItems(items.slice(0, 2))).toHaveLength(2);
});

it("says how much is unread, up to 99", () => {
  expect([0, 6, 120].map(unreadLabel)).toEqual(["消息", "消息，6 条未读", "消息，99 条以上未读"]);
});
