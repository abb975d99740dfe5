import { Refusal } from "@coralhub/contract";
import {
  accountBank,
  coolingUntil,
  moneyText,
  numberEnd,
  PAYEE_KINDS,
  payeeLifecycle,
  plainName,
  roundFigure,
  toShanghaiTime,
  type PayeeState,
} from "@coralhub/domain";
import type { AuditRecord } from "../../platform/audit.ts";
import type { MerchantContext } from "../../platform/context.ts";
import type { Tx } from "../../platform/db.ts";
import { isUniqueViolation } from "../../platform/db-errors.ts";
import { merchantActor, SYSTEM } from "../../platform/lifecycle-engine.ts";
import {
  coolingDollars,
  dropDefault,
  findBeneficiary,
  findSameNumber,
  hasDefault,
  insertBeneficiary,
  insertVersion,
  listTurnedDown,
  lockBeneficiary,
  lockDefaults,
  makeDefault,
  updateBeneficiary,
  type Beneficiary,
  type BeneficiaryKey,
  type Difference,
  type Written,
} from "./beneficiaries-store.ts";
import type { BeneficiariesDeps } from "./deps.ts";
import { checkDraft, type Draft } from "./draft-payee.ts";
import { keepPapers, namePapers, type NamedPaper } from "./keep-papers.ts";
import { proveCode } from "../identity/index.ts";

export type Saved = { id: string; state: PayeeState };
type Checked = Awaited<ReturnType<typeof checkDraft>>;

/** What a sealed number is good for: moved to another row it does not open. */
export const sealContext = ({ merchantId, id }: BeneficiaryKey): string => `beneficiary:${merchantId}:${id}`;
export const openNumber = ({ secrets }: Pick<BeneficiariesDeps, "secrets">, payee: Beneficiary): string =>
  secrets.openText(payee.sealedNumber, sealContext(payee));
export const indexOf = ({ secrets }: Pick<BeneficiariesDeps, "secrets">, country: string, number: string): Uint8Array =>
  secrets.blindIndex(`${country}:${number}`, "bank account number");

/** Why a person has to look; undefined where nobody has to. */
async function doubt(deps: BeneficiariesDeps, merchantId: string, draft: Checked): Promise<string | undefined> {
  if (draft.kind === "own") {
    const holder = await deps.certifiedAs(merchantId);
    if (!holder) throw new Refusal("access.not_certified");
    const isSame = plainName(holder.name) === plainName(draft.holderName);
    // Abroad a bank writes the name in letters the certificate may not have; whether it is the same, a person says.
    if (!isSame && draft.route === "CN") {
      throw new Refusal(
        "payee.not_own_name",
        { name: holder.name },
        {
          nameOfAccountHolder: `户名要与实名认证一致：${holder.name}`,
        },
      );
    }
    if (!isSame) return "户名与实名认证的写法不同，需要核对";
  }
  if (!draft.bankListed) return "银行代码未收录，需要核对";
  if (!deps.screening.connected) return "名单筛查没有接入，需要人工核查";
  const names = [...new Set([draft.holderName, draft.name])];
  const hits = await deps.screening.screen({ names, countries: [draft.country] }).catch((error: unknown) => {
    deps.log.warn({ err: error }, "a payee could not be screened");
    return undefined;
  });
  if (hits === undefined) return "名单筛查暂时没有结果，需要人工核查";
  return hits.length > 0 ? "名单筛查需要人工核查" : undefined;
}

export type Prepared = { draft: Checked; doubt: string | undefined; papers: readonly NamedPaper[] };
/** Everything that can be said before anything is written, the lists outside included. */
export async function preparePayee(deps: BeneficiariesDeps, merchantId: string, wanted: Draft): Promise<Prepared> {
  const draft = await checkDraft(deps.database.db, wanted);
  const papers = await namePapers(deps, merchantId, draft.papers);
  return { draft, doubt: await doubt(deps, merchantId, draft), papers };
}

export function writtenOf(
  deps: BeneficiariesDeps,
  key: BeneficiaryKey,
  draft: Checked,
  before: Beneficiary | null,
): Written {
  const { accountNumber = "", ...details } = draft.details;
  const at = deps.clock.now();
  const sameMaximum = before !== null && before.maximum?.minor === draft.maximum?.minor;
  return {
    ...key,
    kind: draft.kind,
    name: draft.name,
    holderType: draft.holderType,
    holderName: draft.holderName,
    route: draft.route,
    country: draft.country,
    currency: draft.currency,
    bankName: details.bankName ?? "",
    details,
    sealedNumber: deps.secrets.seal(accountNumber, sealContext(key)),
    numberIndex: indexOf(deps, draft.country, accountNumber),
    accountBank: accountBank(draft.route, draft.details),
    lastFour: numberEnd(accountNumber),
    bankListed: draft.bankListed,
    profile: draft.profile,
    maximum: draft.maximum,
    maximumFrom: draft.maximum === null ? null : sameMaximum ? before.maximumFrom : at,
    restsFrom: at,
    version: (before?.version ?? 0) + 1,
    at,
  };
}

/** A new one, proven by a code; it rests, and the owner hears of it everywhere. */
export async function addPayee(
  deps: BeneficiariesDeps,
  ctx: MerchantContext,
  wanted: Draft,
  verificationCode: string,
): Promise<Saved> {
  const { merchantId } = ctx;
  const prepared = await preparePayee(deps, merchantId, wanted);
  const use = { merchantId, purpose: "bankAccount", code: verificationCode } as const;
  const spendCode = await proveCode(deps.codes, use, ctx);
  const saving = ctx.once(async (tx) => {
    await spendCode(tx);
    return insertPayee(deps, tx, ctx, prepared);
  });
  return saving.catch(refuseRaced);
}

export type By = Pick<MerchantContext, "merchantId" | "personId" | "personName" | "address">;
export async function insertPayee(
  deps: BeneficiariesDeps,
  tx: Tx,
  by: By,
  { draft, doubt: why, papers }: Prepared,
): Promise<Saved> {
  const key = { merchantId: by.merchantId, id: deps.ids.next() };
  const written = writtenOf(deps, key, draft, null);
  if (draft.kind === "own") await lockDefaults(tx, key.merchantId);
  await refuseTwice(tx, written);
  const isDefault = draft.kind === "own" && !(await hasDefault(tx, key.merchantId, draft.currency));
  await insertBeneficiary(tx, { ...written, isDefault });
  await deps.lifecycles.record(tx, payeeLifecycle, key, { action: "add", at: written.at, by: merchantActor(by) });
  await keepPapers(tx, key, papers, written.at);
  const doubted = why ?? (await turnedDown(tx, written));
  return settle(deps, tx, by, written, { what: "添加了", why: doubted, action: "payee.added" });
}

/** Changed bank details rest and are looked at anew; the difference is kept, signed. */
export async function changePayee(
  deps: BeneficiariesDeps,
  ctx: MerchantContext,
  id: string,
  wanted: Draft,
  verificationCode: string,
): Promise<Saved> {
  const { merchantId } = ctx;
  const key = { merchantId, id };
  const seen = await findBeneficiary(deps.database.db, key);
  if (!seen || seen.kind !== wanted.kind || seen.state === "disabled") throw new Refusal("not_found");
  const { draft, doubt: why, papers } = await preparePayee(deps, merchantId, wanted);
  const use = { merchantId, purpose: "bankAccount", code: verificationCode } as const;
  const spendCode = await proveCode(deps.codes, use, ctx);
  const saving = ctx.once(async (tx) => {
    if (draft.kind === "own") await lockDefaults(tx, merchantId);
    const before = (await lockBeneficiary(tx, key, "update"))!;
    if (before.state === "disabled") throw new Refusal("not_found");
    await spendCode(tx);
    const written = writtenOf(deps, key, draft, before);
    const difference = differenceOf(before, written, why);
    const isSame = Object.keys(difference).length === 0;
    await keepPapers(tx, key, papers, written.at);
    // One that is to be looked at again is saved for that, also as it was.
    if (isSame && before.state !== "outdated" && before.state !== "declined") {
      await updateBeneficiary(tx, { ...written, restsFrom: before.restsFrom, version: before.version });
      return { id, state: before.state };
    }
    await refuseTwice(tx, written);
    const { at } = written;
    const version = isSame ? before.version : written.version;
    await deps.lifecycles.advance(tx, payeeLifecycle, key, "change", {
      at,
      by: merchantActor(ctx),
      set: { reason: null },
    });
    // What other money goes to by default stays so.
    const taken = before.isDefault && before.currency !== written.currency;
    if (taken && (await hasDefault(tx, merchantId, written.currency))) await dropDefault(tx, key);
    await updateBeneficiary(tx, { ...written, version });
    if (!isSame) {
      const signature = deps.secrets.sign(differenceText(key, version, difference), "payee difference");
      await insertVersion(tx, key, { version, difference, signature, at });
    }
    const news = {
      what: isSame ? "核对了" : "修改了",
      why: why ?? unsettled(before) ?? (await turnedDown(tx, written)),
      action: "payee.changed",
    } as const;
    return settle(deps, tx, ctx, written, news);
  });
  return saving.catch(refuseRaced);
}

const TURNED_DOWN = "上次审核没有通过或要求更新，需要核对";
/** One of us said no, or not yet: no list answers that in their place. */
const unsettled = ({ reviewedBy, state }: Beneficiary): string | undefined =>
  reviewedBy !== null && state !== "approved" ? TURNED_DOWN : undefined;
/** Nor does the same account written down once more, after the one that was looked at has been stopped. */
const turnedDown = async (tx: Tx, written: Written): Promise<string | undefined> =>
  (await listTurnedDown(tx, written.merchantId, [written])).size > 0 ? TURNED_DOWN : undefined;

export const differenceText = ({ merchantId, id }: BeneficiaryKey, version: number, difference: Difference): string =>
  `${merchantId}:${id}:${version}:${JSON.stringify(Object.entries(difference).toSorted(([a], [b]) => (a < b ? -1 : 1)))}`;

async function refuseTwice(tx: Tx, written: Written): Promise<void> {
  const known = await findSameNumber(tx, written);
  if (known) throw new Refusal("payee.known", { name: known.name });
}

/** Somebody else's transaction added the same account after ours had looked: nothing was saved, and a second look helps. */
export function refuseRaced(error: unknown): never {
  throw isUniqueViolation(error, "beneficiary_once") ? new Refusal("payee.just_added") : error;
}

/** Before and after of what money depends on, numbers by their end; a new name only where somebody has to look at it. */
function differenceOf(before: Beneficiary, after: Written, doubted: string | undefined): Difference {
  const shown = (payee: Beneficiary | Written, isSame: boolean): Record<string, string> => ({
    ...payee.details,
    ...(doubted !== undefined && { name: payee.name }),
    holderName: payee.holderName,
    country: payee.country,
    currency: payee.currency,
    accountNumber: isSame ? "" : `尾号 ${payee.lastFour}`,
  });
  const isSame = Buffer.from(before.numberIndex).equals(after.numberIndex);
  const [old, now] = [shown(before, isSame), shown(after, isSame)];
  const names = [...new Set([...Object.keys(old), ...Object.keys(now)])];
  const changed = names.filter((name) => old[name] !== now[name] || (name === "accountNumber" && !isSame));
  return Object.fromEntries(changed.map((name) => [name, [old[name] ?? "", now[name] ?? ""] as const]));
}

export const addedRecord = (by: By, payee: Written, action: News["action"]): AuditRecord => ({
  actor: { kind: "merchant", id: by.merchantId, personId: by.personId },
  action,
  subject: `beneficiary:${payee.id}`,
  address: by.address,
  detail: { kind: payee.kind, name: payee.name, bankName: payee.bankName, lastFour: payee.lastFour },
});

type News = { what: string; why: string | undefined; action: "payee.added" | "payee.changed" };
/** Usable at once where nobody has to look. Told and audited either way. */
async function settle(deps: BeneficiariesDeps, tx: Tx, by: By, payee: Written, news: News): Promise<Saved> {
  const key = { merchantId: payee.merchantId, id: payee.id };
  const { at } = payee;
  if (news.why === undefined) await deps.lifecycles.advance(tx, payeeLifecycle, key, "clear", { at, by: SYSTEM });
  await deps.audit.record(tx, addedRecord(by, payee, news.action));
  await deps.sendMessage(tx, {
    event: "payee.bound",
    merchantId: key.merchantId,
    data: {
      what: news.what,
      kind: PAYEE_KINDS[payee.kind].label.replace(/账户$/, ""),
      payee: `${payee.bankName} 尾号 ${payee.lastFour}`,
      until: toShanghaiTime(coolingUntil(payee.restsFrom)).slice(5, 16),
      limit: moneyText(roundFigure(await coolingDollars(tx), payee.currency)),
      payeeId: key.id,
    },
  });
  return { id: key.id, state: news.why === undefined ? "approved" : "pending" };
}

export const chooseDefault = (deps: BeneficiariesDeps, ctx: MerchantContext, id: string): Promise<null> =>
  ctx.once(async (tx) => {
    await chooseDefaultIn(deps, tx, ctx, id);
    return null;
  });

/** Where money goes when nothing else is said: as good as a change of account, so it is told on every channel and audited. */
export async function chooseDefaultIn(deps: BeneficiariesDeps, tx: Tx, by: By, id: string): Promise<void> {
  const key = { merchantId: by.merchantId, id };
  await lockDefaults(tx, by.merchantId);
  const payee = await lockBeneficiary(tx, key, "update");
  if (!payee || payee.kind !== "own" || payee.state === "disabled") throw new Refusal("not_found");
  if (payee.isDefault) return;
  await makeDefault(tx, key, payee.currency);
  const { name, bankName, lastFour, currency } = payee;
  await deps.audit.record(tx, {
    actor: { kind: "merchant", id: by.merchantId, personId: by.personId },
    action: "payee.default_chosen",
    subject: `beneficiary:${id}`,
    address: by.address,
    detail: { currency, name, bankName, lastFour },
  });
  await deps.sendMessage(tx, {
    event: "payee.default_chosen",
    merchantId: by.merchantId,
    data: { currency, payee: `${bankName} 尾号 ${lastFour}`, payeeId: id },
  });
}
