/** What partner banks call the lines and ways of an account, for papers in English. Their own words stay as they are. */
const ENGLISH: Readonly<Record<string, string>> = {
  户名: "Account holder",
  账号: "Account number",
  账户类型: "Account type",
  普通: "Ordinary",
  银行: "Bank",
  银行英文名: "Bank",
  银行地址: "Bank address",
  银行代码: "Bank code",
  支店代码: "Branch code",
  分行代码: "Branch code",
  大额支付行号: "CNAPS code",
  "ABA 路由号码": "ABA routing number",
  本地转账: "Local transfer",
  境内人民币: "Local transfer in CNY",
  "境外电汇 SWIFT": "International wire (SWIFT)",
  "欧元 SEPA": "SEPA credit transfer",
};

/** 「美国本地 ACH」: the country is said elsewhere on the paper, the scheme keeps its name. */
const LOCAL = /^.*本地\s*(.*)$/;

export function englishPayInWord(words: string): string {
  const known = ENGLISH[words];
  if (known !== undefined) return known;
  const scheme = LOCAL.exec(words)?.[1];
  if (scheme === undefined) return words;
  return scheme === "" ? "Local transfer" : `Local transfer (${scheme.replace("转数快", "FPS")})`;
}

/** The bank's name in Latin letters, where it gave one beside its own. */
export const latinBankName = (
  ways: readonly { fields: readonly { label: string; value: string }[] }[],
): string | undefined => ways.flatMap(({ fields }) => fields).find(({ label }) => label === "银行英文名")?.value;
