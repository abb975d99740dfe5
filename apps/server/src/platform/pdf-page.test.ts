import { expect, test } from "vitest";
import { openPdf } from "./pdf-page.ts";

test("fault 14: a table of many pages lets others do their work between its rows", async () => {
  const pdf = openPdf({ title: "订单证明", subtitle: "Proof of Orders", issuedAt: new Date(0) });
  const table = pdf.table([{ title: "编号", width: 200 }]);
  let turns = 0;
  const other = () => {
    turns++;
    next = setImmediate(other);
  };
  let next = setImmediate(other);
  // Awaiting alone lets nobody else run: only a turn that is given up does.
  for (let row = 0; row < 500; row++) await table.row([`No. ${row}`]);
  clearImmediate(next);
  expect(turns).toBeGreaterThan(0);
});
