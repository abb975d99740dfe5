import { Refusal } from "@coralhub/contract";
import { MYBANK, mybankLifecycle, numberEnd, plainNumber, withoutFullStop, type MybankState } from "@coralhub/domain";
import type { MerchantContext } from "../../platform/context.ts";
import { merchantActor, RAIL } from "../../platform/lifecycle-engine.ts";
import type { OutboxHandler } from "../../platform/outbox.ts";
import type { MybankNotice, MybankStanding } from "../../rails/mybank/index.ts";
import { proveCode } from "../identity/index.ts";
import type { MybankDeps } from "./deps.ts";
import {
  findBinding,
  findByReference,
  insertBinding,
  listToAsk,
  markAsked,
  type Binding,
  type BindingKey,
} from "./mybank-store.ts";

export const BIND_TOPIC = "mybank.bind";
export type BindingAnswer = { id: string; state: MybankState };
const reference = (id: string): string => `MB${id.replaceAll("-", "").toUpperCase()}`;

/** The account becomes one of the merchant's own, in the certified name; the bank is asked once that has committed. */
export async function bindAccount(
  deps: MybankDeps,
  ctx: MerchantContext,
  { bankNo, verificationCode }: { bankNo: string; verificationCode: string },
): Promise<BindingAnswer> {
  const { merchantId } = ctx;
  if (!deps.bank.isOpen) throw new Refusal("mybank.closed");
  const holder = await deps.certifiedAs(merchantId);
  if (!holder) throw new Refusal("access.not_certified");
  if (holder.name === null) throw new Refusal("payee.not_own_name", { name: "实名认证的名称" });
  const holderName = holder.name;
  const accountNumber = plainNumber(bankNo);
  const known = await findOwn(deps, merchantId, accountNumber);
  const prepared = known
    ? undefined
    : await deps.beneficiaries
        .prepare(merchantId, "own", {
          holderName,
          holderType: holder.kind === "person" ? "person" : "company",
          country: "CN",
          currency: "CNY",
          route: "CN",
          details: { clearCode: MYBANK.clearCode, accountNumber, bankName: MYBANK.name },
          category: null,
        })
        .catch((error: unknown) => {
          if (!(error instanceof Refusal) || !error.fields) throw error;
          throw new Refusal(error.reason, error.values, { bankNo: Object.values(error.fields)[0]! });
        });
  const spendCode = await proveCode(deps.codes, { merchantId, purpose: "bankAccount", code: verificationCode });
  return ctx.once(async (tx) => {
    await spendCode(tx);
    const beneficiaryId = known ?? (await deps.beneficiaries.add(tx, ctx, prepared!)).id;
    const id = deps.ids.next();
    const binding = {
      merchantId,
      id,
      holderKind: holder.kind,
      holderName,
      beneficiaryId,
      lastFour: numberEnd(accountNumber),
      reference: reference(id),
      createdAt: deps.clock.now(),
    };
    if (!(await insertBinding(tx, binding))) throw new Refusal("mybank.already_bound");
    const key = { merchantId, id };
    await deps.lifecycles.record(tx, mybankLifecycle, key, {
      action: "apply",
      at: binding.createdAt,
      by: merchantActor(ctx),
    });
    await deps.audit.record(tx, {
      actor: { kind: "merchant", id: merchantId, personId: ctx.personId },
      action: "mybank.bind_asked",
      subject: `mybank:${id}`,
      address: ctx.address,
      detail: { lastFour: binding.lastFour },
    });
    await deps.outbox.enqueue(tx, { topic: BIND_TOPIC, reference: binding.reference, merchantId, payload: { id } });
    return { id, state: "applied" };
  });
}

async function findOwn(deps: MybankDeps, merchantId: string, accountNumber: string): Promise<string | undefined> {
  const index = Buffer.from(deps.beneficiaries.numberIndex("CN", accountNumber));
  const own = await deps.beneficiaries.known(merchantId, "own");
  return own.find(({ numberIndex, currency }) => currency === "CNY" && index.equals(numberIndex))?.id;
}

/** The worker's side: the same reference again is the same application. */
export const deliverBinding =
  (deps: MybankDeps): OutboxHandler =>
  async ({ merchantId, payload }) => {
    const binding = (await findBinding(deps.database.db, {
      merchantId: merchantId!,
      id: (payload as { id: string }).id,
    }))!;
    if (binding.state !== "applied") return { result: "delivered" };
    const payee = await deps.beneficiaries.of({ merchantId: binding.merchantId, id: binding.beneficiaryId });
    const accountNumber = deps.beneficiaries.numberOf(payee!);
    const answer = await deps.bank.bind({ reference: binding.reference, holder: binding.holderName, accountNumber });
    await recordStanding(deps, binding, answer);
    return { result: "delivered" };
  };

/** Told or asked, once or often: each end takes effect once, and what contradicts an earlier word changes nothing. */
async function recordStanding(deps: MybankDeps, binding: Binding, answer: MybankStanding): Promise<void> {
  if (answer.standing === "unknown" || answer.standing === "taken") return;
  const { merchantId, id, lastFour: end } = binding;
  const key = { merchantId, id };
  const at = deps.clock.now();
  await deps.database.transaction(async (tx) => {
    if (answer.standing === "accepted") {
      const message = { event: "mybank.bound", data: { end } } as const;
      return deps.lifecycles.tryAdvance(tx, mybankLifecycle, key, "accept", { at, by: RAIL, message });
    }
    const reason = withoutFullStop(answer.reason);
    const change = { at, by: RAIL, set: { reason: answer.reason }, note: answer.reason };
    if (answer.standing === "refused") {
      const message = { event: "mybank.refused", data: { end, reason } } as const;
      return deps.lifecycles.tryAdvance(tx, mybankLifecycle, key, "refuse", { ...change, message });
    }
    const message = { event: "mybank.unbound", data: { end, reason } } as const;
    return deps.lifecycles.tryAdvance(tx, mybankLifecycle, key, "endByBank", { ...change, message });
  });
}

export async function hearBank(deps: MybankDeps, notice: MybankNotice): Promise<void> {
  const binding = await findByReference(deps.database.db, notice.reference);
  if (!binding) return deps.log.error({ reference: notice.reference }, "mybank tells of a binding nobody asked for");
  await recordStanding(deps, binding, notice);
}

async function askBank(deps: MybankDeps, binding: Binding): Promise<void> {
  await markAsked(deps.database.db, binding, deps.clock.now());
  await recordStanding(deps, binding, await deps.bank.ask(binding.reference));
}

/** Asked by its owner, now. */
export async function checkBinding(deps: MybankDeps, key: BindingKey): Promise<BindingAnswer> {
  const binding = await findBinding(deps.database.db, key);
  if (!binding) throw new Refusal("not_found");
  await askBank(deps, binding).catch((error: unknown) => {
    deps.log.warn({ err: error, bindingId: key.id }, "mybank does not answer");
    throw new Refusal("mybank.silent");
  });
  return { id: key.id, state: (await findBinding(deps.database.db, key))!.state };
}

const MOST_AT_ONCE = 200;
/** Applications every minute; bindings that stand once a day, because the bank may have ended them. */
export async function watchBindings(deps: MybankDeps, state: "applied" | "bound", olderMs: number): Promise<void> {
  const before = new Date(deps.clock.now().getTime() - olderMs);
  for (const binding of await listToAsk(deps.database.db, state, before, MOST_AT_ONCE)) {
    await askBank(deps, binding).catch((error: unknown) => {
      deps.log.warn({ err: error, bindingId: binding.id }, "mybank does not answer");
    });
  }
}

/** At once on our side; the bank hears of it as soon as it can be reached. */
export async function unbindAccount(deps: MybankDeps, ctx: MerchantContext, id: string): Promise<BindingAnswer> {
  const key = { merchantId: ctx.merchantId, id };
  const binding = await findBinding(deps.database.db, key);
  if (!binding) throw new Refusal("not_found");
  return ctx.once(async (tx) => {
    await deps.lifecycles.advance(tx, mybankLifecycle, key, "end", { at: deps.clock.now(), by: merchantActor(ctx) });
    await deps.audit.record(tx, {
      actor: { kind: "merchant", id: ctx.merchantId, personId: ctx.personId },
      action: "mybank.unbound",
      subject: `mybank:${id}`,
      address: ctx.address,
      detail: { lastFour: binding.lastFour },
    });
    const { reference: name, merchantId } = binding;
    await deps.outbox.enqueue(tx, { topic: UNBIND_TOPIC, reference: name, merchantId, payload: { reference: name } });
    return { id, state: "unbound" };
  });
}
export const UNBIND_TOPIC = "mybank.unbind";
export const deliverUnbinding =
  (deps: MybankDeps): OutboxHandler =>
  async ({ payload }) => {
    await deps.bank.unbind((payload as { reference: string }).reference);
    return { result: "delivered" };
  };
