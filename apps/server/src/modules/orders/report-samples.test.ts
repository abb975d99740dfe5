import { ORDER_SHEET_NAMES } from "@coralhub/domain";
import { expect, test } from "vitest";
import { readSheet } from "./read-sheet.ts";
import { REPORT_SAMPLES } from "./report-samples-fixture.ts";

const NOW = new Date("2026-11-15T00:00:00Z");

test.each(Object.entries(REPORT_SAMPLES))("%s", async (_name, { sheet, platform, currency, text, orders }) => {
  const bytes = new TextEncoder().encode(text);
  const { total, take } = await readSheet({ bytes, isWorkbook: false, sheet, platform, currency, now: NOW });
  const read = take(0, total).map((row) => row.read);
  expect(read.map(({ orderNumber }) => orderNumber)).toEqual(orders.map(({ orderNumber }) => orderNumber));
  orders.forEach(({ at, amount, refunded = 0n, findings = [], ...same }, place) => {
    const { orderedAt, findings: found, ...row } = read[place]!;
    expect(orderedAt?.toISOString()).toBe(at);
    expect(found.toSorted()).toEqual(findings);
    expect(row).toMatchObject({ amountMinor: amount, refundedMinor: refunded, ...same });
  });
});

test("every report that can be chosen has a sample", () => {
  const sampled = new Set(Object.values(REPORT_SAMPLES).map(({ sheet }) => sheet));
  expect(ORDER_SHEET_NAMES.filter((name) => !sampled.has(name))).toEqual(["template"]);
});
