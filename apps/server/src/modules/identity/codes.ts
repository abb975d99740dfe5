import { Refusal } from "@coralhub/contract";
import {
  BRAND,
  CODE_PURPOSES,
  CODE_RULES,
  maskEmail,
  maskMobile,
  startOfShanghaiDay,
  toShanghaiDay,
  type CodePurpose,
} from "@coralhub/domain";
import { timingSafeEqual } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { Tx } from "../../platform/db.ts";
import {
  countTry,
  deleteCode,
  insertCode,
  markUsed,
  recentSends,
  returnTry,
  sweepCodes,
  type CodeKey,
} from "./codes-store.ts";
import type { IdentityDeps } from "./deps.ts";
import { spendSmsBudget } from "./sms-budget.ts";

/** `binding` is what the code is good for besides its purpose: the merchant, and for money the payee and the amount. */
export type CodeRequest = { purpose: CodePurpose; recipient: string; binding: string };
export type CodeProof = CodeKey & { id: string };

export type SendOptions = {
  /** Given where there may be nobody to receive it, which the caller must not notice; true when there is nobody. */
  decoy?: boolean;
  /** Sent instead of a code: the caller sees no difference, the owner of the number learns something. */
  insteadOfCode?: string;
  /** For money: what the code confirms, in words. */
  about?: string;
  /** Where somebody asks from who names the number: a visitor, or whoever changes a phone. */
  address?: string;
};

const SAME_FOR_ALL_MS = 200;

export type Codes = ReturnType<typeof createCodes>;
type Deps = Pick<
  IdentityDeps,
  "database" | "clock" | "ids" | "random" | "secrets" | "notifications" | "log" | "rateLimits" | "raiseAlarm"
>;

export const channelOf = (recipient: string): "sms" | "email" => (recipient.includes("@") ? "email" : "sms");
const masked = (recipient: string) => (channelOf(recipient) === "email" ? maskEmail(recipient) : maskMobile(recipient));

export function codeText(purpose: CodePurpose, code: string, about: string | undefined): string {
  const minutes = CODE_RULES.lifeSeconds / 60;
  const use = about ?? CODE_PURPOSES[purpose].label;
  return `【${BRAND.name}】验证码 ${code}，用于${use}，${minutes} 分钟内有效。请勿告诉任何人，我们的员工也不会向您索要。`;
}

type Delivery = Omit<CodeRequest, "binding"> & {
  id: string;
  text: string;
  code: string | undefined;
  /** What it was counted with; nothing of a mail. */
  giveBack: (() => Promise<void>) | undefined;
};

async function deliver(deps: Deps, { recipient, purpose, id, text, code, giveBack }: Delivery) {
  const { database, notifications, log } = deps;
  const channel = channelOf(recipient);
  try {
    await notifications.send({ reference: id, channel, to: recipient, subject: `${BRAND.name}验证码`, text, code });
  } catch (error) {
    // It never arrived: the next request need not wait, and it does not count.
    await giveBack?.();
    await deleteCode(database.db, keyOf(deps, { recipient, purpose }), id);
    log.warn({ err: error, channel, reference: id }, "a code could not be sent");
    throw new Refusal("identity.code_not_sent");
  }
}

const keyOf = ({ secrets }: Pick<Deps, "secrets">, { recipient, purpose }: Omit<CodeRequest, "binding">): CodeKey => ({
  recipient: secrets.blindIndex(recipient, "code recipient"),
  purpose,
});

/** What the budget refuses was never asked for: no wait begins, no day's count, and an earlier code stays good. */
async function spendFor(deps: Deps, request: CodeRequest, id: string, address: string | undefined) {
  if (channelOf(request.recipient) === "email") return undefined;
  try {
    return await spendSmsBudget(deps, request.recipient, address);
  } catch (error) {
    await deleteCode(deps.database.db, keyOf(deps, request), id);
    throw error;
  }
}

export function createCodes(deps: Deps) {
  const { database, clock, ids, random, secrets } = deps;
  const hashOf = (id: string, binding: string, code: string) =>
    secrets.sign(`${id}\0${binding}\0${code}`, "verification code");

  /** Checks pace and daily number, and stores the hash; nothing has been sent yet. */
  const reserve = (request: CodeRequest, code: string | undefined) =>
    database.transaction(async (tx) => {
      const now = clock.now();
      const key = keyOf(deps, request);
      const { lastAt, count } = await recentSends(tx, key, startOfShanghaiDay(toShanghaiDay(now)));
      const waitMs = lastAt ? lastAt.getTime() + CODE_RULES.resendSeconds * 1000 - now.getTime() : 0;
      if (waitMs > 0) throw new Refusal("identity.code_too_soon", { seconds: Math.ceil(waitMs / 1000) });
      if (count >= CODE_RULES.perDay) throw new Refusal("identity.code_day_limit");
      const id = ids.next();
      const codeHash = code === undefined ? null : hashOf(id, request.binding, code);
      const expiresAt = new Date(now.getTime() + CODE_RULES.lifeSeconds * 1000);
      await insertCode(tx, { ...request, ...key, id, codeHash, createdAt: now, expiresAt });
      return id;
    });

  const prove = async (request: CodeRequest, code: string): Promise<CodeProof> => {
    const key = keyOf(deps, request);
    const tried = await countTry(database.db, key, CODE_RULES.maxTries, clock.now());
    if (!tried) throw new Refusal("identity.code_dead");
    const right = tried.codeHash !== null && timingSafeEqual(tried.codeHash, hashOf(tried.id, request.binding, code));
    const left = CODE_RULES.maxTries - tried.tries;
    if (!right) throw left > 0 ? new Refusal("identity.code_wrong", { left }) : new Refusal("identity.code_dead");
    return { ...key, id: tried.id };
  };

  return {
    async send(request: CodeRequest, options: SendOptions = {}) {
      const isReal = !options.decoy && options.insteadOfCode === undefined;
      const code = isReal ? String(random.below(10 ** CODE_RULES.digits)).padStart(CODE_RULES.digits, "0") : undefined;
      const id = await reserve(request, code);
      const giveBack = await spendFor(deps, request, id, options.address);
      const text = code === undefined ? options.insteadOfCode : codeText(request.purpose, code, options.about);
      const sending = text === undefined ? undefined : deliver(deps, { ...request, id, text, code, giveBack });
      if (options.decoy === undefined) await sending;
      else {
        // Where there may be nobody, the answer must not wait for a carrier: its time would tell. All wait alike instead.
        sending?.catch(() => undefined);
        await sleep(SAME_FOR_ALL_MS);
      }
      return {
        sentTo: masked(request.recipient),
        expiresInSeconds: CODE_RULES.lifeSeconds,
        resendInSeconds: CODE_RULES.resendSeconds,
      };
    },
    /** A right code, not yet used: `spend` it in the transaction of its effect. Every guess counts, whatever happens next. */
    prove,
    /** Whether it is right, without using it up. */
    async peek(request: CodeRequest, code: string): Promise<void> {
      const proof = await prove(request, code);
      await returnTry(database.db, proof, proof.id);
    },
    async spend(tx: Tx, proof: CodeProof): Promise<void> {
      if (!(await markUsed(tx, proof, proof.id, clock.now()))) throw new Refusal("identity.code_dead");
    },
    async sweep() {
      await sweepCodes(database.db, new Date(clock.now().getTime() - 2 * 86_400_000));
    },
  };
}
