import { Refusal } from "@coralhub/contract";
import { maskEmail, maskMobile, mobileText, parseLoginName, USER_SOURCES, type LoginName } from "@coralhub/domain";
import type { RequestContext } from "../../platform/context.ts";
import type { Tx } from "../../platform/db.ts";
import type { Codes } from "./codes.ts";
import type { IdentityDeps } from "./deps.ts";
import { deviceLabel } from "./device-label.ts";
import { knownDevice, recognise } from "./devices.ts";
import { insertSignIn, type Device, type SignInOutcome } from "./devices-store.ts";
import { findByLogin, holdProof, type Merchant } from "./merchants-store.ts";
import { proveSecondFactor } from "./prove-second-factor.ts";
import type { SignInGuard, Visitor } from "./sign-in-guard.ts";

type Input = {
  username: string;
  password: string;
  param?: string;
  totp?: string;
  verifyCode?: string;
  device?: string;
};
type Parts = { deps: IdentityDeps; codes: Codes; guard: SignInGuard };
type At = Pick<RequestContext, "address" | "userAgent">;

export type SignedIn = { token: string; userId: string; mobile: string; userSource: number; device: string };

/** Nobody's: where there is no account its devices are looked for all the same, because that takes time. */
const NO_ID = "00000000-0000-0000-0000-000000000000";
const NOBODY = { merchantId: NO_ID, personId: NO_ID };

/** The name to count attempts under where there is no account: nothing about the answer may depend on whether there is one. */
const strangerKey = (username: string, name: LoginName | undefined) => name?.value ?? username.trim().toLowerCase();

/** A sign-in code goes to the very name that was typed: nobody learns what else belongs to the same account. */
export const signInCode = (name: LoginName) => ({ purpose: "signIn", recipient: name.value, binding: "" }) as const;

export async function signIn({ deps, codes, guard }: Parts, ctx: At, input: Input): Promise<SignedIn> {
  const { db } = deps.database;
  const name = parseLoginName(input.username);
  const merchant = name && (await findByLogin(db, name.kind, name.value));
  const device = await knownDevice(db, merchant ?? NOBODY, input.device, deps.clock.now());
  const account = merchant?.personId ?? strangerKey(input.username, name);
  const proof = name && input.verifyCode ? await codes.prove(signInCode(name), input.verifyCode) : undefined;
  const visitor: Visitor = {
    account,
    address: ctx.address,
    device: device?.deviceId,
    provenOwner: proof !== undefined,
  };

  const admission = await guard.admit(visitor, input.param);
  const right = merchant
    ? await deps.passwords.verify(merchant.passwordHash, input.password)
    : await deps.passwords.verifyDummy(input.password);
  const fail = async (outcome: SignInOutcome) => {
    const record = { at: deps.clock.now(), outcome, device: deviceLabel(ctx.userAgent), address: ctx.address };
    if (merchant) await insertSignIn(db, merchant, { id: deps.ids.next(), ...record, browserId: null });
  };
  if (!merchant || !right) {
    await fail("wrongPassword");
    throw new Refusal("identity.wrong_password");
  }
  if (merchant.closedAt) throw new Refusal("identity.account_closed");
  // A device that has shown the second factor before need not show it each time.
  if (merchant.totpSecret && !device) {
    if (!input.totp) {
      await guard.giveBack(admission);
      throw new Refusal("identity.second_factor_needed");
    }
    if (!(await proveSecondFactor(deps, merchant, input.totp))) {
      await fail("wrongSecondFactor");
      throw new Refusal("identity.second_factor_wrong");
    }
  }
  await Promise.all([guard.giveBack(admission), guard.forgive(visitor)]);
  return deps.database.transaction(async (tx) => {
    if (proof) await codes.spend(tx, proof);
    await requireStillProven(tx, merchant);
    return openSession(deps, tx, merchant, ctx, { known: device, token: input.device });
  });
}

/** A reset that came while the password was looked at ends this sign-in too: its session would outlive all others. */
async function requireStillProven(tx: Tx, merchant: Merchant): Promise<void> {
  const now = await holdProof(tx, merchant);
  if (now?.passwordHash !== merchant.passwordHash) throw new Refusal("identity.wrong_password");
  const sealed = (secret: Uint8Array | null) => secret && Buffer.from(secret).toString("hex");
  if (sealed(now.totpSecret) !== sealed(merchant.totpSecret)) throw new Refusal("identity.second_factor_needed");
}

/** What timelines call a person: their name, else how they are reached, masked. */
const nameOf = (person: Pick<Merchant, "personName" | "contactName" | "mobile" | "email">): string | null => {
  const { personName, contactName, mobile, email } = person;
  return personName ?? contactName ?? (mobile ? maskMobile(mobile) : email && maskEmail(email));
};

/** A session for someone who has proved who they are, on a device that is known from now on. */
export async function openSession(
  deps: IdentityDeps,
  tx: Tx,
  merchant: Pick<Merchant, "merchantId" | "personId" | "personName" | "contactName" | "mobile" | "email" | "source">,
  ctx: At,
  device: { known: Device | undefined; token: string | undefined },
): Promise<SignedIn> {
  const { merchantId, personId, mobile, source } = merchant;
  const at = { address: ctx.address, userAgent: ctx.userAgent };
  const { token, session } = await deps.sessions.open(tx, {
    realm: "merchant",
    subjectId: personId,
    ownerId: merchantId,
    subjectName: nameOf(merchant),
    ...at,
  });
  const seen = await recognise(deps, tx, { who: merchant, sessionId: session.id, ...device, ...at });
  const record = {
    at: deps.clock.now(),
    outcome: "signedIn",
    device: deviceLabel(ctx.userAgent),
    address: ctx.address,
  } as const;
  await insertSignIn(tx, merchant, { id: deps.ids.next(), ...record, browserId: seen.browserId });
  return {
    token,
    userId: merchantId,
    mobile: mobile ? mobileText(mobile) : "",
    userSource: USER_SOURCES[source].wire,
    device: seen.token,
  };
}
