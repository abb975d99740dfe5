import { toCurrency } from "../money/currencies.ts";
import {
  PAYEE_HEADER_WORDS,
  payeeColumnLabel,
  payeeColumnsFor,
  headerKey,
  readPayee,
  type NameOfBank,
  type PayeeColumn,
  type SheetColumn,
  type WrittenPayee,
} from "./payee-cells.ts";

/** What a list of payees says beside the account. */
const EXTRAS = {
  name: "收款人名称",
  contactEmail: "联系邮箱",
  remark: "备注",
} as const;
export type PayeeSheetColumn = PayeeColumn | keyof typeof EXTRAS;
export type PayeeSheetCells = Partial<Record<PayeeSheetColumn, string>>;
export const payeeSheetLabel = (column: PayeeSheetColumn): string =>
  Object.hasOwn(EXTRAS, column) ? EXTRAS[column as keyof typeof EXTRAS] : payeeColumnLabel(column as PayeeColumn);

/** How other services call the same in the lists of payees they export, Chinese and English. */
const ELSEWHERE: Readonly<Partial<Record<PayeeSheetColumn, string>>> = {
  name: "收款人,收款人名称,收款方,收款方名称,供应商名称,别名,Nickname,Alias,Payee,Payee name,Recipient,Company name",
  holderName:
    "户名,开户名,账户名,账户名称,账户持有人,收款人姓名,Name,Account name,Account holder,Account holder name,Holder name,Beneficiary,Beneficiary name,Recipient name,Bank account name",
  holderType: "类型,收款人类型,主体类型,账户性质,对公对私,Type,Entity type,Legal type,Recipient type,Beneficiary type",
  country:
    "国家/地区,国家地区,收款国家,收款地区,银行所在国家,开户国家,Country,Country code,Bank country,Bank country code,Recipient country",
  currency: "收款币种,账户币种,结算币种,Currency,Currency code,Account currency,Target currency",
  accountNumber:
    "账号,银行账号,银行卡号,卡号,收款人账号,账户号码,Account,Account number,Account no.,Bank account number,Beneficiary account,IBAN,Account number / IBAN,IBAN / Account number,CLABE",
  swiftCode: "SWIFT,SWIFT代码,SWIFT码,银行识别码,BIC,SWIFT code,BIC code,SWIFT/BIC,BIC/SWIFT,Bank SWIFT code",
  clearCode:
    "清算号,路由号,路由号码,路由编号,ABA号,ABA号码,ABA路由号,ABA路由号码,ACH路由号,ACH路由号码,银行路由号码,联行号,大额行号,CNAPS号,Clearing code,Routing number,ABA,ABA routing number,ACH routing number,Sort code,BSB,BSB code,IFSC,IFSC code,CNAPS,CNAPS code",
  bankCode: "Bank code",
  branchCode: "Branch code",
  bankName: "银行,银行名称,开户行,收款银行,开户行名称,Bank,Bank name,Beneficiary bank,Beneficiary bank name",
  bankCity: "开户城市,Bank city",
  bankAccountType: "Account type,Bank account type",
  holderAddress: "地址,公司地址,Address,Beneficiary address,Recipient address,Street address",
  contactEmail: "邮箱,Email,E-mail,Recipient email,Contact email",
  remark: "备注,说明,Remark,Note,Notes,Memo",
};

const HEADERS: ReadonlyMap<string, PayeeSheetColumn> = new Map([
  ...Object.entries(ELSEWHERE).flatMap(([column, words]) =>
    words.split(",").map((word): [string, PayeeSheetColumn] => [headerKey(word), column as PayeeSheetColumn]),
  ),
  // Our own words count where somebody else's mean another column.
  ...PAYEE_HEADER_WORDS.map(([label, column]): [string, PayeeSheetColumn] => [headerKey(label), column]),
  ...Object.entries(EXTRAS).map(([column, label]): [string, PayeeSheetColumn] => [
    headerKey(label),
    column as PayeeSheetColumn,
  ]),
]);
/** Which column each cell of the first row names; nothing where it names neither a holder nor a number. */
export function readPayeeHeader(cells: readonly string[]): (PayeeSheetColumn | undefined)[] | undefined {
  const columns = cells.map((cell) => HEADERS.get(headerKey(cell)));
  const isThere = (column: PayeeSheetColumn) => columns.includes(column);
  return isThere("accountNumber") && (isThere("holderName") || isThere("name")) ? columns : undefined;
}

/** One corridor's columns with a line that shows how they are filled in; empty: there is none. */
export function payeeSheetTemplate(country: string, currency: string): SheetColumn<PayeeSheetColumn>[] {
  const known = toCurrency(currency);
  const account = known ? payeeColumnsFor(country, known) : [];
  if (account.length === 0) return [];
  const samples = { name: "绿叶包装", contactEmail: "ap@greenleaf.example", remark: "纸箱" };
  const extras = (Object.keys(EXTRAS) as (keyof typeof EXTRAS)[]).map((column) => ({
    column,
    header: EXTRAS[column],
    sample: samples[column],
  }));
  return [...account, ...extras];
}

export type SheetPayee = WrittenPayee & { name: string; contactEmail: string; remark: string };
export type PayeeSheetProblems = Partial<Record<PayeeSheetColumn, string>>;

const MOST = { name: 140, remark: 200 } as const;
const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;
/** Reads one payee; what is wrong stands under its column. Who gives one name means the holder. */
export function readPayeeRow(
  cells: PayeeSheetCells,
  nameOf: NameOfBank,
): { problems: PayeeSheetProblems; payee?: SheetPayee } {
  const holderName = cells.holderName?.trim() || (cells.name ?? "");
  const { problems: found, payee } = readPayee({ ...cells, holderName }, nameOf);
  const problems: PayeeSheetProblems = { ...found };
  const name = (cells.name ?? "").trim() || holderName.trim();
  if (name.length > MOST.name) problems.name = `最多 ${MOST.name} 个字`;
  const contactEmail = (cells.contactEmail ?? "").trim();
  if (contactEmail !== "" && !EMAIL.test(contactEmail)) problems.contactEmail = "邮箱格式不对";
  const remark = (cells.remark ?? "").trim();
  if (remark.length > MOST.remark) problems.remark = `最多 ${MOST.remark} 个字`;
  if (!payee || Object.keys(problems).length > 0) return { problems };
  return { problems, payee: { ...payee, name, contactEmail, remark } };
}
