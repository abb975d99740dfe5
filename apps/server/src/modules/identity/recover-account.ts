import { Refusal } from "@coralhub/contract";
import { BRAND, parseLoginName, recoveryLifecycle, type AuditAction } from "@coralhub/domain";
import type { OperatorContext, PersonKey } from "../../platform/context.ts";
import type { Tx } from "../../platform/db.ts";
import { operatorActor } from "../../platform/lifecycle-engine.ts";
import { openCell, sealCell } from "../../platform/sealed-cells.ts";
import { requireIndependent } from "../operations/index.ts";
import { applyChange, maskFactor } from "./change-factor.ts";
import type { Codes } from "./codes.ts";
import type { IdentityDeps } from "./deps.ts";
import { announceSessions } from "./end-sessions.ts";
import { deleteOtherDevices } from "./devices-store.ts";
import { deleteAllChanges } from "./factor-changes-store.ts";
import {
  findByLogin,
  findPerson,
  lockMerchant,
  ownerOf,
  releaseName,
  updateFactor,
  updatePassword,
} from "./merchants-store.ts";
import { deletePasskeys } from "./passkeys-store.ts";
import { findRecovery, insertRecovery, type NewRecovery } from "./recovery-store.ts";
import { requireMobile } from "./register-merchant.ts";
import { clearTotp } from "./second-factor-store.ts";

type Request = { username: string; newMobile: string; verifyCode: string; contactName: string; story: string };

/** The lost phone: the new number is proved at once, the rest is for two people to judge. Answers alike whether or not the account exists. */
export async function requestRecovery(
  { deps, codes }: { deps: IdentityDeps; codes: Codes },
  input: Request,
): Promise<{ reference: string }> {
  const newMobile = requireMobile(input.newMobile, "newMobile");
  const proof = await codes.prove({ purpose: "recoverAccount", recipient: newMobile, binding: "" }, input.verifyCode);
  const name = parseLoginName(input.username);
  const merchant = name && (await findByLogin(deps.database.db, name.kind, name.value));
  const id = deps.ids.next();
  await deps.database.transaction(async (tx) => {
    await codes.spend(tx, proof);
    await insertRecovery(tx, {
      id,
      merchantId: merchant?.merchantId ?? null,
      personId: merchant?.personId ?? null,
      username: input.username,
      ...sealedParts(deps, id, { ...input, newMobile }),
      createdAt: deps.clock.now(),
    });
    if (merchant?.mobile) {
      const text = `【${BRAND.name}】有人申请更换您账户的登录手机，正在人工核实。如果不是您，请立即致电 ${BRAND.servicePhone}。`;
      await deps.tellAddress(tx, merchant.merchantId, merchant.mobile, text);
      if (merchant.email) await deps.tellAddress(tx, merchant.merchantId, merchant.email, text);
    }
  });
  return { reference: id };
}

const SEALED = ["newMobile", "contactName", "story"] as const;
const CELLS = {
  newMobile: "account_recovery.new_mobile",
  contactName: "account_recovery.contact_name",
  story: "account_recovery.story",
} as const;
type Parts<T> = Record<(typeof SEALED)[number], T>;

const sealedParts = (
  { secrets }: IdentityDeps,
  id: string,
  parts: Parts<string>,
): Pick<NewRecovery, keyof typeof CELLS> => ({
  newMobile: sealCell(secrets, CELLS.newMobile, [id], parts.newMobile),
  contactName: sealCell(secrets, CELLS.contactName, [id], parts.contactName),
  story: sealCell(secrets, CELLS.story, [id], parts.story),
});

/** A row of the desk's list as it lies in the database, for whoever may read it. */
export const openRecovery =
  ({ secrets }: Pick<IdentityDeps, "secrets">) =>
  (row: Record<string, unknown>): Record<string, unknown> => ({
    ...row,
    ...Object.fromEntries(
      SEALED.map((part) => [part, openCell(secrets, CELLS[part], [String(row["id"])], row[part] as Uint8Array)]),
    ),
  });

type Opinion = { id: string; accept: boolean; note: string };

export async function proposeRecovery(deps: IdentityDeps, ctx: OperatorContext, input: Opinion): Promise<null> {
  const recovery = await findRecovery(deps.database.db, input.id);
  if (!recovery) throw new Refusal("not_found");
  if (input.accept && !recovery.merchantId) throw new Refusal("identity.recovery_no_account");
  return ctx.once(async (tx) => {
    await deps.lifecycles.advance(tx, recoveryLifecycle, { id: input.id }, "propose", {
      by: operatorActor(ctx),
      at: deps.clock.now(),
      set: { proposedBy: ctx.operator.id, proposedAccept: input.accept, proposalNote: input.note },
    });
    await record(deps, tx, ctx, "identity.recovery_proposed", input);
    return null;
  });
}

/** Two pairs of eyes: who proposed may not decide. Acceptance swaps the number and ends whatever opened the account before. */
export async function decideRecovery(deps: IdentityDeps, ctx: OperatorContext, input: Opinion): Promise<null> {
  const recovery = await findRecovery(deps.database.db, input.id);
  if (!recovery) throw new Refusal("not_found");
  if (recovery.proposedBy === ctx.operator.id) throw new Refusal("identity.recovery_same_person");
  const agreed = input.accept && recovery.proposedAccept === true;
  const unusable = await deps.passwords.hash(deps.random.bytes(32).toString("base64url"));
  return ctx.once(async (tx) => {
    if (recovery.proposedBy)
      await requireIndependent(tx, { maker: recovery.proposedBy, checker: ctx.operator.id, at: ctx.now });
    await deps.lifecycles.advance(tx, recoveryLifecycle, { id: input.id }, agreed ? "accept" : "decline", {
      by: operatorActor(ctx),
      at: deps.clock.now(),
      set: { decidedBy: ctx.operator.id, decisionNote: input.note },
    });
    const { merchantId, personId } = recovery;
    const newMobile = openCell(deps.secrets, CELLS.newMobile, [recovery.id], recovery.newMobile);
    let ended: string[] = [];
    if (agreed && merchantId && personId) {
      const who = { merchantId, personId };
      if (await ownerOf(tx, "mobile", newMobile)) throw new Refusal("identity.mobile_taken");
      const merchant = await findPerson(tx, who);
      if (!merchant || merchant.closedAt) throw new Refusal("identity.recovery_no_account");
      // First: what is told of the recovery goes to no address that may be somebody else's.
      const released = await releaseEmail(deps, tx, who);
      await applyChange(deps, tx, who, "mobile", newMobile);
      // Whoever took the account over may know the password, or have added a key or asked for a change of their own.
      await updatePassword(tx, who, unusable, deps.clock.now());
      await clearTotp(tx, who);
      await deletePasskeys(tx, who);
      await deleteAllChanges(tx, who);
      await deleteOtherDevices(tx, who, null);
      await deps.sessions.endAllOf(tx, "merchant", personId);
      await announceSessions(deps, tx, merchantId);
      ended = [...released, ...(await deps.together.endsAccess(tx, merchantId, "recovered"))];
      if (ended.length > 0) {
        const data = { what: ended.join("；") };
        await deps.sendMessage(tx, { event: "security.recovered", merchantId, data });
      }
    }
    await record(deps, tx, ctx, agreed ? "identity.recovery_accepted" : "identity.recovery_declined", {
      ...input,
      ended,
    });
    const passed = ["已通过，请用新手机号找回密码后登录", ...ended].join("；");
    const result = agreed ? passed : "未通过，如需帮助请联系客服";
    await deps.tellAddress(tx, merchantId ?? input.id, newMobile, `【${BRAND.name}】您的手机更换申请${result}。`);
    return null;
  });
}

/**
 * An e-mail sets a new password as well as the phone does, and when it was bound says little about by whom: it signs in no
 * longer, whoever had it hears so, and the owner binds it again.
 */
async function releaseEmail(deps: IdentityDeps, tx: Tx, who: PersonKey): Promise<string[]> {
  const { email } = await lockMerchant(tx, who);
  if (!email) return [];
  await releaseName(tx, "email", email);
  await updateFactor(tx, who, "email", null);
  const text = `【${BRAND.name}】您的邮箱已与账户解除绑定：账户的登录手机经人工核实后更换。如果不是您申请的，请立即致电 ${BRAND.servicePhone}。`;
  await deps.tellAddress(tx, who.merchantId, email, text);
  return [`邮箱 ${maskFactor(email)} 已解除绑定，登录后请重新绑定`];
}

const record = (
  deps: IdentityDeps,
  tx: Tx,
  ctx: OperatorContext,
  action: AuditAction,
  { id, accept, note, ended = [] }: Opinion & { ended?: readonly string[] },
) =>
  deps.audit.record(tx, {
    actor: { kind: "operator", id: ctx.operator.id },
    action,
    subject: id,
    detail: { accept, note, ...(ended.length > 0 && { ended }) },
    address: ctx.address,
  });
