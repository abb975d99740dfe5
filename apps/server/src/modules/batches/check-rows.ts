import {
  batchColumnLabel,
  BATCH_MARKS,
  BATCH_REPEAT_DAYS,
  moneyOf,
  moneyText,
  PAYOUT_KINDS,
  payeeLifecycle,
  plainName,
  readBatchRow,
  toShanghaiDay,
  waysTo,
  type BankDetails,
  type BankRouteKey,
  type BatchCells,
  type BatchPayment,
  type BatchProblems,
  type PayoutKind,
} from "@coralhub/domain";
import type { KnownPayee } from "../beneficiaries/index.ts";
import type { BatchKey } from "./batches-store.ts";
import type { BatchesDeps } from "./deps.ts";
import type { Mark, Row } from "./rows-store.ts";

const DAY_MS = 86_400_000;

/** What a row is compared with, read once for a sheet. */
export type Surroundings = {
  kind: PayoutKind;
  nameOf(route: BankRouteKey, details: BankDetails): string | undefined;
  /** The same number may be registered at several banks. */
  byNumber: ReadonlyMap<string, readonly KnownPayee[]>;
  byName: ReadonlyMap<string, KnownPayee>;
  paid: ReadonlyMap<string, { id: string; day: string }>;
  /** Names of the merchant's related parties, as they are compared. */
  related: ReadonlySet<string>;
};
const numberKey = (index: Uint8Array, currency: string): string => `${Buffer.from(index).toString("hex")} ${currency}`;

export async function surroundings(deps: BatchesDeps, merchantId: string, kind: PayoutKind): Promise<Surroundings> {
  const since = new Date(deps.clock.now().getTime() - BATCH_REPEAT_DAYS * DAY_MS);
  const [known, nameOf, related] = await Promise.all([
    deps.beneficiaries.known(merchantId, PAYOUT_KINDS[kind].payee),
    deps.beneficiaries.bankNames(),
    deps.beneficiaries.related(merchantId),
  ]);
  const paid = await deps.payouts.paidTo(
    merchantId,
    known.map(({ id }) => id),
    since,
  );
  return {
    kind,
    nameOf,
    related: new Set(related.map(({ relateName }) => plainName(relateName))),
    byNumber: Map.groupBy(known, (payee) => numberKey(payee.numberIndex, payee.currency)),
    byName: new Map(known.map((payee) => [`${plainName(payee.holderName)} ${payee.currency}`, payee])),
    paid: new Map(
      paid
        .toReversed()
        .map((p) => [`${p.beneficiaryId} ${p.currency} ${p.minor}`, { id: p.id, day: toShanghaiDay(p.at) }]),
    ),
  };
}

export type Typed = { line: number; cells: BatchCells };
const EMPTY = {
  numberOfPayee: false,
  before: null,
  beforeSealedNumber: null,
  marks: [] as Mark[],
  accepted: false,
  numberIndex: null,
  plainName: null,
  currency: null,
  amountMinor: null,
  beneficiaryId: null,
  knownId: null,
  payoutId: null,
  reason: null,
};

/** What a sealed number is good for: moved to another sheet it does not open. It is bound to the merchant, as rows move. */
export const rowContext = (merchantId: string): string => `batch row:${merchantId}`;

/** Reads one row, recognises its payee, and says what is wrong and what has to be asked. */
export function checkRow(
  deps: BatchesDeps,
  { merchantId }: BatchKey,
  around: Surroundings,
  { line, cells }: Typed,
): Row {
  const { accountNumber = "", ...open } = cells;
  const sealedNumber = accountNumber === "" ? null : deps.secrets.seal(accountNumber, rowContext(merchantId));
  const { problems, payment } = readBatchRow(cells, around.nameOf);
  const name = plainName(cells.holderName ?? "");
  const head = { ...EMPTY, line, cells: open, sealedNumber, plainName: name };
  if (!payment) {
    const known = cells.currency ? around.byName.get(`${name} ${cells.currency.trim().toUpperCase()}`) : undefined;
    return { ...head, state: "bad", problems, payment: null, knownId: known?.id ?? null };
  }
  const { currency, amount } = payment;
  const numberIndex = deps.beneficiaries.numberIndex(payment.country, payment.details.accountNumber ?? "");
  const payee = atBank(payment, around.byNumber.get(numberKey(numberIndex, currency)) ?? []);
  const namesake = payee ? undefined : around.byName.get(`${name} ${currency}`);
  const found = payeeProblems(around, payment, payee);
  const row: Row = {
    ...head,
    state: "ready",
    problems: found,
    payment: { ...payment, details: withoutNumber(payment.details) },
    numberIndex,
    currency,
    amountMinor: amount.minor,
    beneficiaryId: payee?.id ?? null,
    knownId: namesake?.id ?? null,
  };
  if (Object.keys(found).length > 0) return { ...row, state: "bad", payment: null };
  return { ...row, marks: marksOf(around, row, payee, namesake) };
}
const withoutNumber = ({ accountNumber: _number, ...details }: BankDetails): BankDetails => details;

/** What the account's own rules did not see: nobody may be paid there by a sheet. */
function payeeProblems(
  { kind, nameOf, related }: Surroundings,
  payment: BatchPayment,
  payee: KnownPayee | undefined,
): BatchProblems {
  const { route, country, currency, details, holderName } = payment;
  if (waysTo({ kind, route, country, currency }).length === 0) return { currency: `不能把 ${currency} 付到这个国家` };
  // A sheet has no place for the relation and its contract.
  if (related.has(plainName(holderName))) return { holderName: "这是您登记的关联方，请单独付款并选择关联方" };
  if (payee && payee.state !== "approved") {
    return { accountNumber: `收款人${payeeLifecycle.states[payee.state].label}，请在「付款管理」查看` };
  }
  if (payee) return otherAccount(payment, payee);
  if (kind === "withdrawal") return { accountNumber: "这个账户还没有绑定，请先在「提现账户」绑定" };
  if (kind === "seller") return { accountNumber: "这个卖家账户还没有登记，请先在「卖家」添加" };
  const hasList = nameOf(route, details) !== undefined;
  return hasList || !hasCode(payment)
    ? {}
    : { [codeColumn(payment)]: "银行代码未收录，请先在「供应商」里添加，审核后再付" };
}
const CODES = ["clearCode", "bankCode", "branchCode", "swiftCode"] as const;
/**
 * Numbers repeat from bank to bank, and money goes to the account as it is registered: a row that names another bank is not
 * paid there unseen. A mainland bank is one whatever the branch, and an IBAN names its bank itself.
 */
function otherBank(
  { route, details }: Pick<BatchPayment, "route" | "details">,
  known: Pick<KnownPayee, "route" | "details">,
): BatchProblems {
  if (route !== known.route || route === "IBAN" || route === "AE") return {};
  const codeOf = (name: (typeof CODES)[number], from: BankDetails): string =>
    (from[name] ?? "").slice(0, route === "CN" ? 3 : name === "swiftCode" ? 8 : undefined);
  const differs = CODES.find((name) => {
    const [here, there] = [codeOf(name, details), codeOf(name, known.details)];
    return here !== "" && there !== "" && here !== there;
  });
  if (!differs) return {};
  return { [differs]: `这个账号登记的${batchColumnLabel(differs)}是 ${known.details[differs]}，请核对` };
}
/** Whoever the row names is not the one registered there, or the bank is not: money never goes to somebody else's account. */
export const otherAccount = (
  payment: Pick<BatchPayment, "route" | "details" | "holderName">,
  known: Pick<KnownPayee, "route" | "details" | "holderName">,
): BatchProblems =>
  plainName(known.holderName) === plainName(payment.holderName)
    ? otherBank(payment, known)
    : { holderName: `这个账号登记的户名是 ${known.holderName}，请核对` };
/** The one at the bank the row names; any other, where none is, to say so. */
export const atBank = (
  payment: Pick<BatchPayment, "route" | "details">,
  known: readonly KnownPayee[],
): KnownPayee | undefined => known.find((payee) => Object.keys(otherBank(payment, payee)).length === 0) ?? known[0];
const codeColumn = ({ details }: BatchPayment) =>
  details.clearCode !== undefined ? "clearCode" : details.bankCode !== undefined ? "bankCode" : "swiftCode";
/** Mainland cards and British accounts by IBAN go without a code of their own. */
const hasCode = ({ details }: BatchPayment): boolean =>
  (details.clearCode ?? details.bankCode ?? details.swiftCode) !== undefined;

function marksOf(
  { paid }: Surroundings,
  row: Row,
  payee: KnownPayee | undefined,
  namesake: KnownPayee | undefined,
): Mark[] {
  const marks: Mark[] = [];
  const amount = moneyOf(row.currency!, row.amountMinor!);
  const before = payee && paid.get(`${payee.id} ${amount.currency} ${amount.minor}`);
  if (before) {
    const day = before.day.slice(5);
    marks.push({
      mark: "paidLately",
      text: `${day} 付过同额`,
      detail: `可能付重了。${day} 已付 ${payee.holderName} ${moneyText(amount)}`,
      payoutId: before.id,
    });
  }
  if (namesake) {
    marks.push({
      mark: "accountChanged",
      text: BATCH_MARKS.accountChanged,
      detail: `账号换过。以前付到尾号 ${namesake.lastFour}。换账号是常见的邮件诈骗，请打您留存的电话核实，不要用邮件里的号码`,
      payoutId: null,
    });
  }
  return marks;
}

/** Rows with the same account and amount: the later ones ask. */
export const repeatedMark = (line: number): Mark => ({
  mark: "repeated",
  text: `与第 ${line} 行相同`,
  detail: `和第 ${line} 行的账号、金额都相同，确实是两笔才照付`,
  payoutId: null,
});
export const twinKey = ({ numberIndex, currency, amountMinor }: Row): string | undefined =>
  numberIndex ? `${numberKey(numberIndex, currency!)} ${amountMinor}` : undefined;

/** Marks that were not answered keep a row from being paid. */
export const settled = (row: Row): Row =>
  row.state === "ready" && row.marks.length > 0 && !row.accepted ? { ...row, state: "asks" } : row;
