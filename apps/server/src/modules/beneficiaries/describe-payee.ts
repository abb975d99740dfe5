import { Refusal, type PayeeBrief, type PayeeDetail } from "@coralhub/contract";
import {
  accountCode,
  bankRoute,
  roundFigure,
  coolingUntil,
  fieldsOf,
  intermediaryOf,
  moneyOf,
  PAYEE_STEPS,
  payeeLifecycle,
  routesTo,
  seedBankName,
  seedBanks,
  type BankCodeScheme,
  type BankRouteKey,
  type Currency,
  type PayeeKind,
  type PayeeStep,
} from "@coralhub/domain";
import type { MerchantContext } from "../../platform/context.ts";
import { requireFresh } from "../identity/index.ts";
import {
  coolingDollars,
  findBeneficiary,
  listBeneficiaries,
  listPaidFrom,
  listVersions,
  sumPaid,
  type Beneficiary,
  type BeneficiaryKey,
} from "./beneficiaries-store.ts";
import type { BeneficiariesDeps } from "./deps.ts";
import { findListedBank, listAddedBanks, listPapers, type Paper } from "./papers-store.ts";
import { differenceText, openNumber } from "./save-payee.ts";

/** What lists and choices show: without changes and timeline. */
async function briefOf(
  deps: BeneficiariesDeps,
  payee: Beneficiary,
  cooling: number,
  papers: readonly Paper[],
): Promise<PayeeBrief> {
  const { maximum, maximumFrom, profile } = payee;
  const rests = coolingUntil(payee.restsFrom);
  const paid = maximum && (await sumPaid(deps.database.db, payee, maximumFrom!));
  const left =
    maximum && paid ? moneyOf(maximum.currency, maximum.minor > paid.minor ? maximum.minor - paid.minor : 0n) : null;
  return {
    id: payee.id,
    kind: payee.kind,
    state: payee.state,
    name: payee.name,
    holderType: payee.holderType,
    holderName: payee.holderName,
    route: payee.route,
    country: payee.country,
    currency: payee.currency,
    bankName: payee.bankName,
    details: payee.details,
    lastFour: payee.lastFour,
    bankListed: payee.bankListed,
    isDefault: payee.isDefault,
    ...profile,
    coolingUntil: rests > deps.clock.now() ? rests : null,
    coolingLimit: roundFigure(cooling, payee.currency),
    maximum,
    left,
    reason: payee.reason,
    version: payee.version,
    restsFrom: payee.restsFrom,
    createdAt: payee.createdAt,
    papers: papers.map(({ fileId, paper, fileName, addedAt }) => ({ fileId, paper, fileName, addedAt })),
  };
}

export const briefPayees = async (
  deps: BeneficiariesDeps,
  merchantId: string,
  kind: PayeeKind,
): Promise<PayeeBrief[]> => {
  const { db } = deps.database;
  const [payees, cooling] = await Promise.all([listBeneficiaries(db, merchantId, kind), coolingDollars(db)]);
  const ids = payees.map(({ id }) => id);
  const papers = Map.groupBy(await listPapers(db, merchantId, ids), ({ beneficiaryId }) => beneficiaryId);
  return Promise.all(payees.map((payee) => briefOf(deps, payee, cooling, papers.get(payee.id) ?? [])));
};

/** A merchant's suppliers; of one of its stores those that were paid out of the account the store is paid into. */
export async function suppliersOf(
  deps: BeneficiariesDeps,
  merchantId: string,
  storeId: string | undefined,
): Promise<PayeeBrief[]> {
  if (storeId === undefined) return briefPayees(deps, merchantId, "supplier");
  const account = await deps.stores.accountOf(merchantId, storeId);
  if (!account) return [];
  const code = accountCode("collection", account.currency, account.id);
  const paid = await listPaidFrom(deps.database.db, merchantId, code);
  return (await briefPayees(deps, merchantId, "supplier")).filter(({ id }) => paid.has(id));
}

export async function describePayee(deps: BeneficiariesDeps, key: BeneficiaryKey): Promise<PayeeDetail> {
  const { db } = deps.database;
  const payee = await findBeneficiary(db, key);
  if (!payee) throw new Refusal("not_found");
  const [cooling, papers, versions, timeline] = await Promise.all([
    coolingDollars(db),
    listPapers(db, key.merchantId, [key.id]),
    listVersions(db, key),
    deps.lifecycles.timeline(db, payeeLifecycle, key),
  ]);
  return {
    ...(await briefOf(deps, payee, cooling, papers)),
    changes: versions.map(({ version, difference, signature, at }) => ({
      version,
      at,
      fields: Object.fromEntries(Object.entries(difference).map(([name, [before, after]]) => [name, [before, after]])),
      genuine: deps.secrets.sign(differenceText(key, version, difference), "payee difference").equals(signature),
    })),
    timeline: timeline.map(({ action, note, at }) => ({
      action: action as PayeeStep,
      label: PAYEE_STEPS[action as PayeeStep],
      note,
      at,
    })),
  };
}

/** The whole number, to its owner, who has just proven to be it; the look is recorded. */
export async function revealNumber(deps: BeneficiariesDeps, ctx: MerchantContext, id: string) {
  requireFresh(deps, ctx);
  const payee = await findBeneficiary(deps.database.db, { merchantId: ctx.merchantId, id });
  if (!payee) throw new Refusal("not_found");
  await ctx.once((tx) =>
    deps.audit.record(tx, {
      actor: { kind: "merchant", id: ctx.merchantId, personId: ctx.personId },
      action: "payee.number_read",
      subject: `beneficiary:${id}`,
      address: ctx.address,
    }),
  );
  return { accountNumber: openNumber(deps, payee) };
}

const formOf = (route: BankRouteKey) => ({
  route,
  label: bankRoute(route).label,
  way: bankRoute(route).way,
  fields: fieldsOf(route).map(([name, field]) => ({
    name,
    label: field.label,
    placeholder: field.placeholder,
    hint: field.hint ?? null,
    optional: field.optional ?? false,
    pattern: field.pattern.source,
    message: field.message,
    options: field.options ? [...field.options] : null,
  })),
});
export const formsFor = (country: string, currency: Currency | undefined) => routesTo(country, currency).map(formOf);

const SCHEMES: Readonly<Record<string, BankCodeScheme>> = {
  CN: "cnaps",
  HK: "hk",
  SG: "sg",
  JP: "jp",
  KR: "kr",
  CA: "ca",
  US: "aba",
  GB: "gb",
  AU: "au",
};
/** What has to be filled in for an account there, and the banks we know. */
export async function describeForms(
  deps: BeneficiariesDeps,
  { country, currency }: { country: string; currency?: Currency | undefined },
) {
  const scheme = SCHEMES[country] ?? "bic";
  const banks = [
    ...seedBanks(scheme).map((bank) => ({ scheme, ...bank })),
    ...(await listAddedBanks(deps.database.db, [scheme])),
  ].filter(({ code }) => scheme !== "bic" || code.slice(4, 6) === country);
  return { forms: formsFor(country, currency), banks };
}

export const hongkongBanks = async (deps: BeneficiariesDeps) => [
  ...seedBanks("hk"),
  ...(await listAddedBanks(deps.database.db, ["hk"]))
    .filter(({ code }) => code.length === 3)
    .map(({ code, name }) => ({ code, name })),
];

/** Names we know by a bank's first eight characters, the shipped lists before what operators added. */
export async function describeIntermediary(deps: BeneficiariesDeps, swiftCode: string) {
  const bank = { scheme: "bic" as const, code: swiftCode.slice(0, 8) };
  const name =
    intermediaryOf(swiftCode)?.name ??
    seedBankName(bank) ??
    (await findListedBank(deps.database.db, bank.scheme, bank.code)) ??
    null;
  return { swiftCode, name, country: swiftCode.slice(4, 6) };
}
