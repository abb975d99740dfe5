import { Refusal } from "@coralhub/contract";
import { BRAND, CODE_RULES, MOST_OPERATORS, type OpeningState, type OperatorDuty } from "@coralhub/domain";
import { hash } from "node:crypto";
import type { MerchantContext } from "../../platform/context.ts";
import type { Tx } from "../../platform/db.ts";
import type { OutboxHandler } from "../../platform/outbox.ts";
import type { DepositsDeps } from "./deps.ts";
import { passOn } from "./hand-over.ts";
import {
  countGuess,
  deleteOperator,
  listOperators,
  lockAccount,
  markVerified,
  saveOperator,
  setOperatorCode,
  type AccountOperator,
} from "./opening-store.ts";

export const OPERATOR_CODE_TOPIC = "deposits.operator-code";
/** A colleague does not sit beside the merchant: their code lives longer than the merchant's own. */
const CODE_LIFE_MS = 30 * 60_000;

type Key = Pick<AccountOperator, "merchantId" | "id">;
const emailContext = ({ merchantId, id }: Key): string => `deposit_operator ${merchantId} ${id}`;
const codeHash = ({ id }: Key, code: string): string => hash("sha256", `${id}:${code}`);
/** 「zh***@example.com」 */
const hintOf = (email: string): string => email.replace(/^(.{1,2})[^@]*/, "$1***");

export const openEmail = ({ secrets }: Pick<DepositsDeps, "secrets">, operator: AccountOperator): string =>
  secrets.openText(operator.sealedEmail, emailContext(operator));

/**
 * While papers are being filled in; a changed one has to prove the address anew. A mistyped address never gets its code: who
 * has not proven it yet can be corrected afterwards, too, and is sent a new one.
 */
export function addOperator(
  deps: DepositsDeps,
  ctx: MerchantContext,
  { id: known, name, duty, email }: { id?: string | undefined; name: string; duty: OperatorDuty; email: string },
): Promise<{ id: string }> {
  const { merchantId } = ctx;
  return ctx.once(async (tx) => {
    const isVerifying = await requireChangeable(tx, merchantId);
    const operators = await listOperators(tx, merchantId);
    const before = operators.find(({ id }) => id === known);
    if (known !== undefined && !before) throw new Refusal("not_found");
    if (isVerifying) requireUnverified(before);
    if (known === undefined && operators.length >= MOST_OPERATORS) {
      throw new Refusal("deposit.too_many_operators", { most: MOST_OPERATORS });
    }
    const key = { merchantId, id: known ?? deps.ids.next() };
    const sealedEmail = deps.secrets.seal(email, emailContext(key));
    await saveOperator(tx, { ...key, name, duty, sealedEmail, emailHint: hintOf(email) });
    if (isVerifying) await sendOperatorCode(deps, tx, { ...before!, ...key, name, duty, sealedEmail });
    return { id: key.id };
  });
}

/** The last one stays; where only this one was missing, the papers go to the partner. */
export function removeOperator(deps: DepositsDeps, ctx: MerchantContext, id: string): Promise<null> {
  const { merchantId } = ctx;
  return ctx.once(async (tx) => {
    const isVerifying = await requireChangeable(tx, merchantId);
    const operators = await listOperators(tx, merchantId);
    if (isVerifying) {
      requireUnverified(operators.find((one) => one.id === id));
      if (operators.length === 1) throw new Refusal("deposit.no_operator");
    }
    if (!(await deleteOperator(tx, merchantId, id))) throw new Refusal("not_found");
    const isWaiting = operators.some((one) => one.id !== id && one.verifiedAt === null);
    if (isVerifying && !isWaiting) await passOn(deps, tx, merchantId);
    return null;
  });
}

/** True while they are being verified. */
async function requireChangeable(tx: Tx, merchantId: string): Promise<boolean> {
  const state = (await lockAccount(tx, merchantId))?.state;
  if (state !== "filling" && state !== "verifying") throw new Refusal("state.changed");
  return state === "verifying";
}
function requireUnverified(operator: AccountOperator | undefined): void {
  if (!operator) throw new Refusal("state.changed");
  if (operator.verifiedAt) throw new Refusal("deposit.operator_verified");
}

/** The code goes out once the transaction has committed. */
export async function sendOperatorCode(deps: DepositsDeps, tx: Tx, operator: AccountOperator): Promise<void> {
  const code = String(deps.random.below(10 ** CODE_RULES.digits)).padStart(CODE_RULES.digits, "0");
  const expiresAt = new Date(deps.clock.now().getTime() + CODE_LIFE_MS);
  await setOperatorCode(tx, operator, codeHash(operator, code), expiresAt);
  await deps.outbox.enqueue(tx, {
    topic: OPERATOR_CODE_TOPIC,
    reference: deps.ids.next(),
    merchantId: operator.merchantId,
    payload: { to: openEmail(deps, operator), name: operator.name, code },
  });
}

export const deliverOperatorCode =
  ({ notifications }: DepositsDeps): OutboxHandler =>
  async ({ reference, payload }) => {
    const { to, name, code } = payload as { to: string; name: string; code: string };
    await notifications.send({
      reference,
      channel: "email",
      to,
      subject: `${BRAND.name}：确认您是存款账户的经办人`,
      text: `${name}，您好：您被指定为公司在合作银行的存款账户经办人。验证码 ${code}，30 分钟内有效，请告诉填写开户资料的同事。如果您不知情，请不要理会这封邮件。`,
      code,
    });
    return { result: "delivered" };
  };

export function resendOperatorCode(deps: DepositsDeps, ctx: MerchantContext, id: string): Promise<null> {
  return ctx.once(async (tx) => {
    if ((await lockAccount(tx, ctx.merchantId))?.state !== "verifying") throw new Refusal("state.changed");
    const operator = (await listOperators(tx, ctx.merchantId)).find((one) => one.id === id);
    if (!operator) throw new Refusal("not_found");
    if (operator.verifiedAt) throw new Refusal("deposit.operator_verified");
    await sendOperatorCode(deps, tx, operator);
    return null;
  });
}

/** Every guess counts before anything else; with the last proof the papers go to the partner. */
export async function verifyOperator(
  deps: DepositsDeps,
  ctx: MerchantContext,
  { id, code }: { id: string; code: string },
): Promise<{ state: OpeningState }> {
  const { merchantId, now } = ctx;
  const operator = await countGuess(deps.database.db, merchantId, id);
  if (!operator) throw new Refusal("not_found");
  if (!operator.verifiedAt) {
    const spent = !operator.codeHash || operator.codeTries > CODE_RULES.maxTries || operator.codeExpiresAt! <= now;
    if (spent) throw new Refusal("deposit.operator_code_spent");
    if (operator.codeHash !== codeHash(operator, code)) {
      throw new Refusal("deposit.operator_code_wrong", { left: CODE_RULES.maxTries - operator.codeTries });
    }
  }
  return ctx.once(async (tx) => {
    if ((await lockAccount(tx, merchantId))?.state !== "verifying") throw new Refusal("state.changed");
    if (!(await markVerified(tx, { merchantId, id, codeHash: operator.codeHash }, now))) {
      throw new Refusal(operator.verifiedAt ? "deposit.operator_verified" : "deposit.operator_code_spent");
    }
    const waiting = (await listOperators(tx, merchantId)).some(({ verifiedAt }) => verifiedAt === null);
    return { state: waiting ? "verifying" : await passOn(deps, tx, merchantId) };
  });
}
