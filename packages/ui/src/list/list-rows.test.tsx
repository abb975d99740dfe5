import { renderToString } from "react-dom/server";
import { expect, test } from "vitest";
import { z } from "zod";
import { ListRows } from "./list-rows.tsx";
import { ListTable } from "./list-table.tsx";
import type { ListPageProps } from "./list-types.ts";

const row = z.object({ id: z.string(), merchantId: z.string(), product: z.string() });
type Props = ListPageProps<typeof row>;
const columns = {
  merchantId: { header: "商户", as: "code" },
  product: { header: "产品" },
};

type Chosen = Parameters<typeof ListRows<typeof row>>[0]["selection"];
const draw = (cells: Props["cells"], phoneNote?: Props["phoneNote"], selection?: Chosen) => {
  const page = {
    spec: { columns },
    columns: ["merchantId", "product"],
    cells,
    phoneNote,
    rowKey: ({ id }: { id: string }) => id,
    data: { records: [{ id: "1", merchantId: "018f-42", product: "订单贷" }] },
    list: { state: {} },
  } as unknown as Props;
  return renderToString(<ListRows page={page} selection={selection} instead={null} />);
};

test("a phone's row says whose it is where the page names the merchant, and what it is where it does not", () => {
  expect(draw({ merchantId: () => "深圳珊瑚贸易" })).toContain("深圳珊瑚贸易");
  expect(draw({})).toContain("订单贷");
});

test("a phone's row says behind its time whom it is about", () => {
  expect(draw({}, () => "AMAZON · 珊瑚旗舰店")).toMatch(/phone-row-second">.*AMAZON · 珊瑚旗舰店/);
  expect(draw({}, () => "")).not.toContain("·");
});

test("a phone's row is a box to tick while rows are being chosen, and a button that opens it otherwise", () => {
  const nothing = () => undefined;
  const selection: Chosen = { rows: [], all: false, has: () => true, set: nothing, setAll: nothing, clear: nothing };
  expect(draw({}, undefined, selection)).toMatch(/<input[^>]*type="checkbox"[^>]*checked/);
  expect(draw({})).not.toContain("checkbox");
});

test("a word of a short fixed list stays in one line of the table, a long one need not", () => {
  const classes = (label: string) => {
    const page = {
      spec: { columns: { product: { header: "类型", options: [{ value: "a", label }] } }, sort: ["product"] },
      columns: ["product"],
      rowKey: ({ id }: { id: string }) => id,
      data: { records: [{ id: "1", merchantId: "", product: "a" }] },
      list: { state: {} },
    } as unknown as Props;
    const drawn = renderToString(<ListTable page={page} selection={undefined} instead={null} />);
    return /<td class="([^"]*)"/.exec(drawn)![1]!.split(" ");
  };
  expect(classes("供应商付款")).toContain("cell-word");
  expect(classes("在平台上收款的海外公司账户")).not.toContain("cell-word");
});
