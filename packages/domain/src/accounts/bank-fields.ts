import type { CertificationKind } from "../certification/certification.ts";
import { passesLuhn } from "../reference/union-banks.ts";

/** What a bank account is called in a country: the form, its checks and the bank's instruction come from here. */
export type BankField = {
  label: string;
  placeholder: string;
  pattern: RegExp;
  message: string;
};

export const BANK_FIELDS = {
  CN: {
    bankCode: {
      label: "开户行联行号",
      placeholder: "12 位数字，可向开户行查询",
      pattern: /^\d{12}$/,
      message: "联行号是 12 位数字，请核对",
    },
    accountNumber: {
      label: "银行账号",
      placeholder: "本人或本企业的人民币账户",
      pattern: /^\d{6,32}$/,
      message: "账号只有数字，最多 32 位，请核对",
    },
  },
} as const satisfies Record<string, Record<string, BankField>>;

/** Digits as people type them: with spaces between the groups. */
export const plainNumber = (text: string): string => text.replaceAll(/\s/g, "");

const PERSONAL_CARD = /^\d{16,19}$/;

/** What is wrong with the number of a mainland account, in words; undefined where nothing is. A person's is a card. */
export function mainlandAccountProblem(accountNumber: string, holder: CertificationKind): string | undefined {
  const { pattern, message } = BANK_FIELDS.CN.accountNumber;
  if (holder !== "person") return pattern.test(accountNumber) ? undefined : message;
  if (!PERSONAL_CARD.test(accountNumber)) return "个人银行卡号是 16–19 位数字，请核对";
  return passesLuhn(accountNumber) ? undefined : "卡号有误，请对照银行卡重新填写";
}
