import { listInput } from "@coralhub/contract";
import { describe, expect, it } from "vitest";
import { sampleList } from "../style-gallery/sample-data.ts";
import { chipsOf, readListState, textProblem, toListInput, writeListState } from "./list-state.ts";
import { tabsOf } from "./list-tabs.tsx";
import { askedLast } from "./one-question.ts";
import { pageNumbers, totalText } from "./pager.tsx";

const spec = sampleList as never as Parameters<typeof readListState>[0];

describe("a list's address", () => {
  it("is empty for the first look", () => {
    const state = readListState(spec, "");
    expect(state).toMatchObject({ filters: {}, pageNo: 1, pageSize: 10, sort: "paidAt", order: "desc" });
    expect(writeListState(spec, state)).toBe("");
  });

  it("keeps filters, order, page and the open row through a reload", () => {
    const state = {
      filters: {
        payer: "AMAZON & 公司",
        paidAt: { begin: "2026-11-01", end: "2026-11-13" },
        state: ["booked", "inTransit"],
      },
      pageNo: 3,
      pageSize: 50 as const,
      cursor: "eyJpZCI6MX0=",
      sort: "amount",
      order: "asc" as const,
      open: "7",
    };
    expect(readListState(spec, writeListState(spec, state))).toEqual(state);
  });

  it("asks by nothing that a filter's own rule refuses, and says why", () => {
    const rule = { holds: (text: string) => /^\d{4}$/.test(text), problem: "请填写 4 位尾号" };
    const lastFour = { kind: "text" as const, label: "尾号", match: "exact" as const, rule };
    const own = { ...spec, filters: { lastFour } } as typeof spec;
    expect(readListState(own, "lastFour=4931930000001234").filters).toEqual({});
    expect(readListState(own, "lastFour=1234").filters).toEqual({ lastFour: "1234" });
    expect(textProblem(lastFour, "4931930000001234")).toBe("请填写 4 位尾号");
    expect([textProblem(lastFour, " 1234 "), textProblem(lastFour, "")]).toEqual([undefined, undefined]);
  });

  it("leaves out what it does not understand", () => {
    const state = readListState(spec, "state=booked,nonsense&paidAt=yesterday~&page=-4&size=33&sort=payer&payer=+++");
    expect(state).toMatchObject({
      filters: { state: ["booked"] },
      pageNo: 1,
      pageSize: 10,
      sort: "paidAt",
      order: "desc",
    });
    expect(Object.keys(state.filters)).toEqual(["state"]);
  });

  it("leaves the parameters of others alone", () => {
    const search = writeListState(spec, readListState(spec, "tab=income&page=2"), "tab=income&page=9&state=booked");
    expect(search).toBe("tab=income&page=2");
  });

  it("asks exactly what the list's call accepts", () => {
    const state = readListState(spec, "payer=x&paidAt=2026-11-01~&state=booked&sort=-amount&page=2&size=20");
    expect(listInput(sampleList).parse(toListInput(state))).toMatchObject({
      filters: { payer: "x", paidAt: { begin: "2026-11-01" }, state: ["booked"] },
      pageNo: 2,
      pageSize: 20,
      sort: "amount",
    });
  });
});

describe("what a list says", () => {
  it("makes a chip of every choice and says what is left without it", () => {
    const { filters } = readListState(spec, "state=booked,inTransit&paidAt=2026-11-01~2026-11-13");
    expect(chipsOf(spec, filters)).toEqual([
      { key: "paidAt", label: "付款时间：2026-11-01 至 2026-11-13", without: undefined },
      { key: "state", label: "状态：已入账", without: ["inTransit"] },
      { key: "state", label: "状态：在途", without: ["booked"] },
    ]);
  });

  it("has a tab for all and one for every state", () => {
    const tabs = tabsOf({ filter: "state", total: 46, counts: { booked: 41 } }, spec);
    expect(tabs.map(({ label, count }) => [label, count])).toEqual([
      ["全部", 46],
      ["在途", undefined],
      ["待补充", undefined],
      ["已入账", 41],
      ["异常", undefined],
      ["已退回", undefined],
    ]);
  });

  it("adds counts where a tab stands for several states", () => {
    const items = [{ label: "需要您处理", values: ["needsYou", "abnormal"] }];
    expect(tabsOf({ filter: "state", items, counts: { needsYou: 2, abnormal: 1 } }, spec)[1]).toMatchObject({
      count: 3,
    });
  });

  it("stops counting where the server does", () => {
    expect([9_999, 10_000].map(totalText)).toEqual(["9999", "10000+"]);
  });

  it("shows first, last and neighbours of many pages", () => {
    expect(pageNumbers(2, 5)).toEqual([1, 2, 3, 4, 5]);
    expect(pageNumbers(1, 100)).toEqual([1, 2, 0, 100]);
    expect(pageNumbers(50, 100)).toEqual([1, 0, 49, 50, 51, 0, 100]);
  });
});

describe("two filters that would contradict each other", () => {
  type Filters = Parameters<typeof askedLast>[1];

  it("stand for the one asked last: a state is shown whole, trouble in every state", () => {
    const asked = (before: Filters, after: Filters) => askedLast(["state", "trouble"], before, after);
    const waiting = { state: ["awaitingApproval"], merchantId: "m" };
    const stuck = { trouble: ["stuck"], merchantId: "m" };
    expect(asked(waiting, { ...waiting, trouble: ["stuck"] })).toEqual(stuck);
    expect(asked(stuck, { ...stuck, state: ["completed"] })).toEqual({ state: ["completed"], merchantId: "m" });
    expect(asked(waiting, { ...waiting, kind: ["supplier"] })).toEqual({ ...waiting, kind: ["supplier"] });
  });

  it("are never a step and the group it stands in at once", () => {
    const asked = (before: Filters, after: Filters) => askedLast(["step", "state"], before, after);
    const step = { step: ["failed"], currency: ["USD"] };
    expect(asked(step, { ...step, state: ["done"] })).toEqual({ state: ["done"], currency: ["USD"] });
    expect(asked({ state: ["done"] }, { state: ["done"], step: ["failed"] })).toEqual({ step: ["failed"] });
    expect(asked({}, { step: ["failed"] })).toEqual({ step: ["failed"] });
  });
});
