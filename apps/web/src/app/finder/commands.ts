import {
  addressOf,
  fillPath,
  PORTAL,
  PORTAL_KEYS,
  type Address,
  type PortalKey,
  type PortalRow,
} from "@coralhub/domain";
import type { Flags } from "../menu.ts";

/** A line of the finder that needs no server: a page to open, or something to begin. */
export type Command = { kind: "begin" | "page"; label: string; to: Address };

/** What people come to do, in the words they use for it. */
const BEGINNINGS: readonly { label: string; page: PortalKey; to?: Address }[] = [
  { label: "提现到银行", page: "withdrawals" },
  { label: "付款给供应商", page: "paySupplier" },
  { label: "付款给服务商", page: "payService" },
  { label: "新建批量付款", page: "batches" },
  { label: "添加供应商", page: "addSupplier" },
  { label: "开始换汇", page: "exchange" },
  { label: "钱包转账给其他商户", page: "walletTransfer" },
  { label: "从钱包付款给供应商", page: "paySupplierFromWallet" },
  { label: "绑定新店铺", page: "bind" },
  { label: "上传平台订单", page: "uploadElectronic" },
  { label: "填写线下贸易订单", page: "uploadOffline" },
  { label: "下载对账单", page: "statements" },
  { label: "申请珊瑚卡", page: "applyForCards" },
  { label: "给珊瑚卡充值", page: "loadCard" },
  { label: "充值卡钱包", page: "fundCardWallet" },
  { label: "归集资金", page: "pooling" },
  { label: "存一笔定期", page: "placeDeposit" },
  { label: "申请贷款", page: "loans" },
  { label: "发起担保交易", page: "escrows" },
  { label: "申请出口退税", page: "taxRefunds" },
  { label: "修改密码", page: "alterPassword" },
];

/** Ends of a way, which nobody looks for. */
const NOT_OFFERED: readonly PortalKey[] = ["lost", "done", "bigDone", "sellerDone", "noAccount", "bindPhone", "phone"];

/** What decides over what a merchant is offered. */
type Standing = { flags: Flags; openApiUserId: string | null | undefined };

const isOffered = (key: PortalKey, { flags, openApiUserId }: Standing): boolean => {
  const { flag, openApi }: PortalRow = PORTAL[key];
  return (flag === undefined || flags[flag] === true) && (!openApi || Boolean(openApiUserId));
};

/** Pages that open without anything else being said; of two with one title the first. */
function pages(standing: Standing): Command[] {
  const titles = new Set<string>();
  return PORTAL_KEYS.flatMap((key) => {
    const { path, title, access, document, redirect, needs }: PortalRow = PORTAL[key];
    const opens = access === "merchant" && !document && !redirect && !needs && !path.includes("$");
    if (!opens || NOT_OFFERED.includes(key) || !isOffered(key, standing) || titles.has(title)) return [];
    titles.add(title);
    return [{ kind: "page" as const, label: title, to: fillPath(path) }];
  });
}

export const commandsOf = (standing: Standing): Command[] => [
  ...BEGINNINGS.filter(({ page }) => isOffered(page, standing)).map(({ label, page }) => ({
    kind: "begin" as const,
    label,
    to: fillPath(PORTAL[page].path),
  })),
  ...pages(standing),
  { kind: "page", label: "帮助中心", to: addressOf("help") },
];

/** By what is written, or by how it is read: 提现 is found under 提现, tixian and tx. */
export function isNamed(label: string, text: string, syllables: readonly string[]): boolean {
  const wanted = text.toLowerCase().replaceAll(/\s/g, "");
  if (wanted === "" || label.toLowerCase().includes(wanted)) return true;
  const whole = syllables.join("").toLowerCase();
  const initials = syllables
    .map((syllable) => syllable.slice(0, 1))
    .join("")
    .toLowerCase();
  return /^[a-z]+$/.test(wanted) && (whole.includes(wanted) || initials.includes(wanted));
}
