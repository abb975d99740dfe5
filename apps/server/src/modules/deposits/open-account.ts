import { Refusal } from "@coralhub/contract";
import {
  addMonths,
  AUTHORISATION_MONTHS,
  FINANCIAL_FORM,
  FINANCIAL_FIELD_NAMES,
  openingLifecycle,
  startOfShanghaiDay,
  toShanghaiDay,
  type DepositCurrency,
  type FinancialFieldName,
  type OpeningState,
} from "@coralhub/domain";
import type { MerchantContext } from "../../platform/context.ts";
import type { Db, Tx } from "../../platform/db.ts";
import { merchantActor } from "../../platform/lifecycle-engine.ts";
import { namePapers } from "./answer-papers.ts";
import type { DepositsDeps } from "./deps.ts";
import { insertPapers } from "./papers-store.ts";
import { newOpening, passOn, tellPartner } from "./hand-over.ts";
import { sendOperatorCode } from "./operators.ts";
import {
  ensureAccount,
  findAccount,
  listOperators,
  lockAccount,
  saveAnswers,
  type DepositAccount,
} from "./opening-store.ts";

export type FormAnswers = Partial<Record<FinancialFieldName, string>>;
type Standing = { state: OpeningState };

const answersContext = (merchantId: string): string => `deposit_account ${merchantId}`;
export const openAnswers = ({ secrets }: Pick<DepositsDeps, "secrets">, account: DepositAccount): FormAnswers =>
  JSON.parse(secrets.openText(account.sealedAnswers, answersContext(account.merchantId))) as FormAnswers;
const sealAnswers = ({ secrets }: DepositsDeps, merchantId: string, answers: FormAnswers): Uint8Array =>
  secrets.seal(JSON.stringify(answers), answersContext(merchantId));

/** Whether the company has to name who speaks for it; a person speaks for themselves. */
export const needsOperators = async (deps: DepositsDeps, merchantId: string): Promise<boolean> =>
  (await deps.certifiedAs(merchantId))?.kind !== "person";

/** The first step, and again after a refusal: the merchant agrees that the partner gets its papers. */
export function applyForAccount(
  deps: DepositsDeps,
  ctx: MerchantContext,
  { currencies }: { currencies: DepositCurrency[] },
): Promise<Standing> {
  const { merchantId, now } = ctx;
  return ctx.once(async (tx) => {
    await ensureAccount(tx, merchantId, sealAnswers(deps, merchantId, {}), now);
    const account = (await lockAccount(tx, merchantId))!;
    if (account.state === "open") throw new Refusal("deposit.account_open");
    if (!openingLifecycle.actions.apply.from.includes(account.state)) throw new Refusal("deposit.account_waiting");
    const state = await deps.lifecycles.advance(tx, openingLifecycle, { merchantId }, "apply", {
      by: merchantActor(ctx),
      at: now,
      set: { currencies, reason: null, reference: null, appliedAt: now },
    });
    return { state };
  });
}

/** What is known so far; a form may be filled in over several days. */
export function saveForm(deps: DepositsDeps, ctx: MerchantContext, answers: FormAnswers): Promise<null> {
  return ctx.once(async (tx) => {
    const account = await requireState(tx, ctx.merchantId, ["filling"]);
    await saveAnswers(
      tx,
      ctx.merchantId,
      sealAnswers(deps, ctx.merchantId, { ...openAnswers(deps, account), ...answers }),
    );
    return null;
  });
}

/** Everything is filled in: operators prove their addresses, then the partner is told. */
export async function handIn(deps: DepositsDeps, ctx: MerchantContext): Promise<Standing> {
  const { merchantId, now } = ctx;
  const withOperators = await needsOperators(deps, merchantId);
  requirePartner(deps);
  return ctx.once(async (tx) => {
    const account = await requireState(tx, merchantId, ["filling"]);
    const given = openAnswers(deps, account);
    const missing = FINANCIAL_FIELD_NAMES.filter((name) => given[name] === undefined);
    if (missing.length > 0) {
      const labels = missing.map((name) => FINANCIAL_FORM[name].label).join("、");
      const fields = Object.fromEntries(missing.map((name) => [name, "请填写"]));
      throw new Refusal("deposit.form_incomplete", { missing: labels }, fields);
    }
    const operators = withOperators ? await listOperators(tx, merchantId) : [];
    if (withOperators && operators.length === 0) throw new Refusal("deposit.no_operator");
    await deps.lifecycles.advance(tx, openingLifecycle, { merchantId }, "handIn", {
      by: merchantActor(ctx),
      at: now,
    });
    // Whoever was verified for an application the partner declined is not asked again.
    const waiting = operators.filter(({ verifiedAt }) => verifiedAt === null);
    for (const operator of waiting) await sendOperatorCode(deps, tx, operator);
    return { state: waiting.length > 0 ? "verifying" : await passOn(deps, tx, merchantId) };
  });
}

/** In words, and with papers where there are any. */
export async function answerPartner(
  deps: DepositsDeps,
  ctx: MerchantContext,
  { answer, papers: fileIds }: { answer: string; papers: readonly string[] },
): Promise<Standing> {
  const { merchantId, now } = ctx;
  requirePartner(deps);
  const papers = await namePapers(deps, merchantId, fileIds);
  return ctx.once(async (tx) => {
    const { reference } = await requireState(tx, merchantId, ["asked"]);
    const state = await deps.lifecycles.advance(tx, openingLifecycle, { merchantId }, "answer", {
      by: merchantActor(ctx),
      at: now,
      set: { reason: null },
      note: answer,
    });
    await insertPapers(tx, { merchantId, reference: reference! }, papers, now);
    await tellPartner(deps, tx, { merchantId, reference: reference! }, answer);
    return { state };
  });
}

/** The consent has ended and is given again, with the papers and people of before. */
export function reauthorise(deps: DepositsDeps, ctx: MerchantContext): Promise<Standing> {
  const { merchantId, now } = ctx;
  requirePartner(deps);
  return ctx.once(async (tx) => {
    await requireState(tx, merchantId, ["expired"]);
    const reference = await newOpening(deps, tx, merchantId);
    const state = await deps.lifecycles.advance(tx, openingLifecycle, { merchantId }, "reauthorise", {
      by: merchantActor(ctx),
      at: now,
      set: { reference },
    });
    await tellPartner(deps, tx, { merchantId, reference }, null);
    return { state };
  });
}

/** So long from now the consent holds. */
export const authorisedUntil = (now: Date): Date =>
  startOfShanghaiDay(addMonths(toShanghaiDay(now), AUTHORISATION_MONTHS));

async function requireState(tx: Tx, merchantId: string, states: readonly OpeningState[]): Promise<DepositAccount> {
  const account = await lockAccount(tx, merchantId);
  if (!account || !states.includes(account.state)) throw new Refusal("state.changed");
  return account;
}

export function requirePartner({ partner }: Pick<DepositsDeps, "partner">): void {
  if (!partner.isOpen) throw new Refusal("deposit.partner_closed");
}

/** Money may be placed: the account is open and its consent holds, whether or not the job has said so already. */
export async function consentHolds(
  { clock }: Pick<DepositsDeps, "clock">,
  db: Db,
  merchantId: string,
): Promise<boolean> {
  const account = await findAccount(db, merchantId);
  return account?.state === "open" && account.authorisedUntil !== null && account.authorisedUntil > clock.now();
}
export async function requireOpenAccount(deps: DepositsDeps, merchantId: string): Promise<void> {
  if (!(await consentHolds(deps, deps.database.db, merchantId))) throw new Refusal("deposit.account_not_open");
}
