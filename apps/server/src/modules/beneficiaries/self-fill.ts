import { Refusal, type PayeeLink } from "@coralhub/contract";
import { numberEnd, PAYEE_LINK_DAYS } from "@coralhub/domain";
import { createHash } from "node:crypto";
import type { MerchantContext, PublicContext } from "../../platform/context.ts";
import type { BeneficiariesDeps } from "./deps.ts";
import { formsFor } from "./describe-payee.ts";
import { checkDraft, draftOfSupplier, type SupplierDraft } from "./draft-payee.ts";
import { proveCode } from "../identity/index.ts";
import { insertPayee, preparePayee, refuseRaced, type Saved } from "./save-payee.ts";
import { closeLink, fillLink, findFilled, findOpenLink, insertLink, listLinks, type Link } from "./self-fill-store.ts";

const SECRET_BYTES = 32;
const hashOf = (secret: string): Uint8Array => createHash("sha256").update(secret).digest();
const sealContext = ({ merchantId, id }: Pick<Link, "merchantId" | "id">): string =>
  `beneficiary link:${merchantId}:${id}`;

type Wanted = Pick<Link, "kind" | "name" | "country" | "currency">;
/** The secret is said once; only its hash is kept. */
export async function sendLink(deps: BeneficiariesDeps, ctx: MerchantContext, wanted: Wanted) {
  const secret = deps.random.bytes(SECRET_BYTES).toString("base64url");
  return ctx.once(async (tx) => {
    const createdAt = deps.clock.now();
    const expiresAt = new Date(createdAt.getTime() + PAYEE_LINK_DAYS * 86_400_000);
    const id = deps.ids.next();
    await insertLink(tx, hashOf(secret), { merchantId: ctx.merchantId, id, ...wanted, createdAt, expiresAt });
    return { id, secret, expiresAt };
  });
}

export async function openLink(deps: BeneficiariesDeps, secret: string) {
  const link = await findOpenLink(deps.database.db, hashOf(secret), deps.clock.now());
  if (!link) throw new Refusal("payee.link_dead");
  const { name, country, currency, merchantId } = link;
  return { payer: await deps.displayName(merchantId), name, country, currency, forms: formsFor(country, currency) };
}

/** By the same rules as the merchant's own form; the country and the currency are what the merchant asked for. */
export async function fillIn(
  deps: BeneficiariesDeps,
  ctx: PublicContext,
  { secret, ...given }: SupplierDraft & { secret: string },
): Promise<null> {
  const link = await findOpenLink(deps.database.db, hashOf(secret), deps.clock.now());
  if (!link) throw new Refusal("payee.link_dead");
  const asked = {
    supplierCountryCode: link.country as SupplierDraft["supplierCountryCode"],
    bankCurrency: link.currency,
  };
  const input: SupplierDraft = { ...given, ...asked };
  await checkDraft(deps.database.db, draftOfSupplier(link.kind, input));
  const { bankAccount, ...filled } = input;
  const sealedNumber = deps.secrets.seal(bankAccount, sealContext(link));
  return ctx.once(async (tx) => {
    const isFirst = await fillLink(tx, hashOf(secret), { filled, sealedNumber, at: deps.clock.now() });
    if (!isFirst) throw new Refusal("payee.link_dead");
    const data = { name: link.name, payeeId: link.id };
    await deps.sendMessage(tx, { event: "payee.filled", merchantId: link.merchantId, data });
    return null;
  });
}

const answerOf = (deps: BeneficiariesDeps, link: Link): SupplierDraft => ({
  ...(link.filled as Omit<SupplierDraft, "bankAccount">),
  bankAccount: deps.secrets.openText(link.sealedNumber!, sealContext(link)),
});

export async function showLinks(deps: BeneficiariesDeps, merchantId: string): Promise<PayeeLink[]> {
  return (await listLinks(deps.database.db, merchantId)).map((link) => {
    const { id, kind, name, country, currency, createdAt, expiresAt, filledAt } = link;
    const head = { id, kind, name, country, currency, createdAt, expiresAt, filledAt };
    if (!filledAt) return { ...head, filled: null };
    const draft = draftOfSupplier(kind, answerOf(deps, link));
    const filled = {
      holderName: draft.holderName,
      bankName: draft.details.bankName ?? "",
      lastFour: numberEnd(draft.details.accountNumber ?? ""),
      country,
    };
    return { ...head, filled };
  });
}

/** The merchant has looked at what came back, and proves it by a code: then it is a payee like any other, and rests. */
export async function acceptLink(
  deps: BeneficiariesDeps,
  ctx: MerchantContext,
  { id, verificationCode }: { id: string; verificationCode: string },
): Promise<Saved> {
  const { merchantId } = ctx;
  const link = await findFilled(deps.database.db, merchantId, id);
  if (!link) throw new Refusal("not_found");
  if (!link.filledAt) throw new Refusal("payee.link_not_filled");
  const prepared = await preparePayee(deps, merchantId, draftOfSupplier(link.kind, answerOf(deps, link)));
  const spendCode = await proveCode(deps.codes, { merchantId, purpose: "bankAccount", code: verificationCode });
  const saving = ctx.once(async (tx) => {
    await spendCode(tx);
    const saved = await insertPayee(deps, tx, ctx, prepared);
    if (!(await closeLink(tx, merchantId, id, deps.clock.now(), saved.id))) throw new Refusal("state.changed");
    return saved;
  });
  return saving.catch(refuseRaced);
}

/** Sent to the wrong person, or filled in by one: from here on it opens nothing, and what was written there is forgotten. */
export const withdrawLink = (deps: BeneficiariesDeps, ctx: MerchantContext, id: string): Promise<null> =>
  ctx.once(async (tx) => {
    if (!(await closeLink(tx, ctx.merchantId, id, deps.clock.now(), null))) throw new Refusal("not_found");
    return null;
  });
