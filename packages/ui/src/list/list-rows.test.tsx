import { renderToString } from "react-dom/server";
import { expect, test } from "vitest";
import { z } from "zod";
import { ListRows } from "./list-rows.tsx";
import type { ListPageProps } from "./list-types.ts";

const row = z.object({ id: z.string(), merchantId: z.string(), product: z.string() });
type Props = ListPageProps<typeof row>;
const columns = {
  merchantId: { header: "商户", as: "code" },
  product: { header: "产品" },
};

const draw = (cells: Props["cells"], phoneNote?: Props["phoneNote"]) => {
  const page = {
    spec: { columns },
    columns: ["merchantId", "product"],
    cells,
    phoneNote,
    rowKey: ({ id }: { id: string }) => id,
    data: { records: [{ id: "1", merchantId: "018f-42", product: "订单贷" }] },
    list: { state: {} },
  } as unknown as Props;
  return renderToString(<ListRows page={page} instead={null} />);
};

test("a phone's row says whose it is where the page names the merchant, and what it is where it does not", () => {
  expect(draw({ merchantId: () => "深圳珊瑚贸易" })).toContain("深圳珊瑚贸易");
  expect(draw({})).toContain("订单贷");
});

test("a phone's row says behind its time whom it is about", () => {
  expect(draw({}, () => "AMAZON · 珊瑚旗舰店")).toMatch(/phone-row-second">.*AMAZON · 珊瑚旗舰店/);
  expect(draw({}, () => "")).not.toContain("·");
});
