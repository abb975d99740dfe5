import { expect, test } from "vitest";
import { payeeSheetTemplate, readPayeeHeader, readPayeeRow, type PayeeSheetCells } from "./payee-sheet.ts";

const nobody = () => undefined;
const under = (header: readonly string[], row: readonly string[]): PayeeSheetCells =>
  Object.fromEntries(readPayeeHeader(header)!.flatMap((column, at) => (column ? [[column, row[at] ?? ""]] : [])));

test("lists as other services export them are read without renaming a column", () => {
  const english = [
    "Nickname",
    "Recipient name",
    "Legal type",
    "Country code",
    "Currency",
    "IBAN",
    "BIC/SWIFT",
    "Bank name",
    "Email",
  ];
  const wise = under(english, [
    "Nordlicht",
    "NORDLICHT LOGISTIK GMBH",
    "BUSINESS",
    "DE",
    "eur",
    "DE89 3704 0044 0532 0130 00",
    "COBADEFF",
    "Commerzbank",
    "ap@nordlicht.example",
  ]);
  expect(readPayeeRow(wise, nobody)).toMatchObject({
    problems: {},
    payee: {
      name: "Nordlicht",
      holderName: "NORDLICHT LOGISTIK GMBH",
      holderType: "company",
      route: "IBAN",
      contactEmail: "ap@nordlicht.example",
      details: { accountNumber: "DE89370400440532013000", swiftCode: "COBADEFF" },
    },
  });
  const chinese = ["收款人名称", "账户性质", "收款国家", "收款币种", "银行账号", "路由号码", "Account type", "开户行"];
  const american = ["GREENLEAF PACKAGING LLC", "对公", "美国", "USD", "483077192204", "021000021", "checking", "Chase"];
  expect(readPayeeRow(under(chinese, american), nobody)).toMatchObject({
    problems: {},
    payee: { holderName: "GREENLEAF PACKAGING LLC", route: "US", details: { clearCode: "021000021" } },
  });
  for (const word of ["ACH 路由号", "ABA 号码", "ABA 路由号码", "银行路由号码"])
    expect(readPayeeHeader(["户名", "账号", word])![2], word).toBe("clearCode");
  expect(readPayeeHeader(["Date", "Amount"])).toBeUndefined();
});

test("what is wrong with a row stands under its column", () => {
  const cells = { holderName: "A GMBH", country: "德国", currency: "EUR", accountNumber: "DE89370400440532013001" };
  expect(
    readPayeeRow({ ...cells, swiftCode: "COBADEFF", bankName: "Commerzbank", contactEmail: "nobody" }, nobody).problems,
  ).toMatchObject({
    accountNumber: "IBAN 校验不通过，有一位多半抄错了",
    contactEmail: "邮箱格式不对",
  });
});

test("a template's own headings are found again", () => {
  const columns = payeeSheetTemplate("US", "USD");
  expect(readPayeeHeader(columns.map(({ header }) => header))).toEqual(columns.map(({ column }) => column));
});
