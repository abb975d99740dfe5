import { Refusal } from "@coralhub/contract";
import { BRAND, mobileText } from "@coralhub/domain";
import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
  type AuthenticationResponseJSON,
  type RegistrationResponseJSON,
} from "@simplewebauthn/server";
import type { MerchantContext, PersonKey, RequestContext } from "../../platform/context.ts";
import type { IdentityDeps } from "./deps.ts";
import { knownDevice } from "./devices.ts";
import {
  deletePasskey,
  findByCredential,
  insertChallenge,
  insertPasskey,
  listPasskeys,
  takeChallenge,
  recordPasskeyUse,
  type ChallengePurpose,
  type Passkey,
} from "./passkeys-store.ts";
import { requireMerchant } from "./require-merchant.ts";
import { openSession } from "./sign-in.ts";
import { requireFresh } from "./step-up.ts";

/** Ed25519, P-256, RSA: what authenticators in people's hands speak. */
const ALGORITHMS = [-8, -7, -257];
const MOST_PASSKEYS = 10;
const CHALLENGE_MS = 5 * 60_000;
type Json = Record<string, unknown>;

/** A passkey is bound to the site: the host of the public address, and nothing else. Browsers take no bare loopback address. */
export function siteOf(publicUrl: string): { rpID: string; origin: string } {
  const url = new URL(publicUrl);
  if (/^127\.|^\[::1\]$/.test(url.hostname)) url.hostname = "localhost";
  return { rpID: url.hostname, origin: url.origin };
}

async function keepChallenge(
  deps: IdentityDeps,
  purpose: ChallengePurpose,
  personId: string | null,
  options: { challenge: string },
) {
  const id = deps.ids.next();
  const expiresAt = new Date(deps.clock.now().getTime() + CHALLENGE_MS);
  await insertChallenge(deps.database.db, { id, purpose, personId, challenge: options.challenge, expiresAt });
  return { challengeId: id, options: options as unknown as Json };
}

export async function startPasskey(deps: IdentityDeps, ctx: MerchantContext) {
  requireFresh(deps, ctx);
  const [merchant, existing] = await Promise.all([requireMerchant(deps, ctx), listPasskeys(deps.database.db, ctx)]);
  if (existing.length >= MOST_PASSKEYS) throw new Refusal("identity.passkey_limit");
  const userName = merchant.mobile ? mobileText(merchant.mobile) : (merchant.email ?? merchant.userNo);
  const options = await generateRegistrationOptions({
    rpName: BRAND.name,
    rpID: siteOf(deps.publicUrl).rpID,
    userName,
    userDisplayName: userName,
    userID: new TextEncoder().encode(ctx.personId),
    excludeCredentials: existing.map(({ credentialId, transports }) => ({ id: credentialId, transports })),
    supportedAlgorithmIDs: ALGORITHMS,
    // Found without a name typed first, and never without the person's finger, face or PIN.
    authenticatorSelection: { residentKey: "required", userVerification: "required" },
  });
  return keepChallenge(deps, "register", ctx.personId, options);
}

export async function addPasskey(
  deps: IdentityDeps,
  ctx: MerchantContext,
  input: { challengeId: string; name: string; response: Json },
) {
  const { merchantId, personId } = ctx;
  const challenge = await takeChallenge(deps.database.db, input.challengeId, "register", personId, deps.clock.now());
  const { origin, rpID } = siteOf(deps.publicUrl);
  const checked = await refuseOnThrow(() =>
    verifyRegistrationResponse({
      response: input.response as unknown as RegistrationResponseJSON,
      expectedChallenge: challenge ?? "",
      expectedOrigin: origin,
      expectedRPID: rpID,
      supportedAlgorithmIDs: ALGORITHMS,
    }),
  );
  if (!challenge || !checked.verified) throw new Refusal("identity.passkey_failed");
  const { id: credentialId, publicKey, counter, transports = [] } = checked.registrationInfo.credential;
  const id = deps.ids.next();
  return ctx.once(async (tx) => {
    const key = {
      merchantId,
      personId,
      id,
      credentialId,
      publicKey: Buffer.from(publicKey),
      counter: BigInt(counter),
      transports,
      name: input.name,
    };
    if (!(await insertPasskey(tx, { ...key, createdAt: deps.clock.now() })))
      throw new Refusal("identity.passkey_failed");
    await deps.sendMessage(tx, {
      event: "security.secondFactor",
      merchantId,
      data: { what: `通行密钥「${input.name}」已添加` },
    });
    return { id };
  });
}

export function removePasskey(deps: IdentityDeps, ctx: MerchantContext, id: string): Promise<null> {
  requireFresh(deps, ctx);
  return ctx.once(async (tx) => {
    if (!(await deletePasskey(tx, ctx, id))) throw new Refusal("not_found");
    await deps.sendMessage(tx, {
      event: "security.secondFactor",
      merchantId: ctx.merchantId,
      data: { what: "一个通行密钥已移除" },
    });
    return null;
  });
}

/** For signing in nobody is named: the browser offers what it has. For step-up only the person's own keys count. */
export async function startProof(deps: IdentityDeps, purpose: "signIn" | "stepUp", who: PersonKey | null) {
  const own = who ? await listPasskeys(deps.database.db, who) : [];
  const options = await generateAuthenticationOptions({
    rpID: siteOf(deps.publicUrl).rpID,
    userVerification: "required",
    ...(who && {
      allowCredentials: own.map(({ credentialId, transports }) => ({ id: credentialId, transports })),
    }),
  });
  return keepChallenge(deps, purpose, who?.personId ?? null, options);
}

type Proof = { challengeId: string; response: Json };
async function checkProof(
  deps: IdentityDeps,
  purpose: "signIn" | "stepUp",
  personId: string | null,
  { challengeId, response }: Proof,
) {
  const { db } = deps.database;
  const challenge = await takeChallenge(db, challengeId, purpose, personId, deps.clock.now());
  const key = typeof response["id"] === "string" ? await findByCredential(db, response["id"]) : undefined;
  if (!challenge || !key || (personId !== null && key.personId !== personId))
    throw new Refusal("identity.passkey_failed");
  const { origin, rpID } = siteOf(deps.publicUrl);
  const checked = await refuseOnThrow(() =>
    verifyAuthenticationResponse({
      response: response as unknown as AuthenticationResponseJSON,
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: rpID,
      credential: credentialOf(key),
    }),
  );
  if (!checked.verified) throw new Refusal("identity.passkey_failed");
  return { key, counter: checked.authenticationInfo.newCounter };
}

const credentialOf = ({ credentialId, publicKey, counter }: Passkey) => ({
  id: credentialId,
  publicKey: new Uint8Array(publicKey),
  counter: Number(counter),
});

/** What a browser sends is anyone's guess; whatever the library cannot read is simply not a proof. */
async function refuseOnThrow<T>(check: () => Promise<T>): Promise<T> {
  try {
    return await check();
  } catch {
    throw new Refusal("identity.passkey_failed");
  }
}

/** Possession and a finger, face or PIN: two factors already, so no authenticator code is asked. */
export async function passkeySignIn(
  deps: IdentityDeps,
  ctx: Pick<RequestContext, "address" | "userAgent">,
  input: Proof & { device?: string },
) {
  const { key, counter } = await checkProof(deps, "signIn", null, input);
  const merchant = await requireMerchant(deps, key);
  if (merchant.closedAt) throw new Refusal("identity.account_closed");
  const known = await knownDevice(deps.database.db, key, input.device, deps.clock.now());
  return deps.database.transaction(async (tx) => {
    if (!(await recordPasskeyUse(tx, key, key.id, counter, deps.clock.now())))
      throw new Refusal("identity.passkey_failed");
    return openSession(deps, tx, merchant, ctx, { known, token: input.device });
  });
}

export async function passkeyStepUp(
  deps: IdentityDeps,
  ctx: MerchantContext,
  input: Proof,
): Promise<{ token: string }> {
  const { key, counter } = await checkProof(deps, "stepUp", ctx.personId, input);
  return ctx.once(async (tx) => {
    if (!(await recordPasskeyUse(tx, key, key.id, counter, deps.clock.now())))
      throw new Refusal("identity.passkey_failed");
    return deps.sessions.stepUp(tx, ctx.session.id);
  });
}
