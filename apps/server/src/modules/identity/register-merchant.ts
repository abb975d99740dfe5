import { Refusal } from "@coralhub/contract";
import { mobileText, normaliseMobile, passwordProblem, toShanghaiDay, type UserSource } from "@coralhub/domain";
import type { PersonKey, RequestContext } from "../../platform/context.ts";
import type { Tx } from "../../platform/db.ts";
import type { Random } from "../../platform/random.ts";
import type { Codes } from "./codes.ts";
import type { IdentityDeps } from "./deps.ts";
import { claimName, insertInvitation, insertMerchant, ownerOf, type DirectoryKind } from "./merchants-store.ts";
import { recordConsent, type ConsentVersions } from "./record-consent.ts";
import { openSession, type SignedIn } from "./sign-in.ts";

type Input = ConsentVersions & {
  mobile: string;
  password: string;
  verifyCode: string;
  invitationCode?: string;
  device?: string;
};

export function requireMobile(text: string, field = "mobile"): string {
  const mobile = normaliseMobile(text);
  if (!mobile)
    throw new Refusal("identity.mobile_invalid", {}, { [field]: "请填写正确的手机号，海外号码请以 + 和国家代码开头" });
  return mobile;
}

export function requireNewPassword(password: string, about: readonly (string | null)[], field = "password"): void {
  const problem = passwordProblem(
    password,
    about.flatMap((text) => (text ? [text] : [])),
  );
  if (problem) throw new Refusal("identity.password_refused", { problem }, { [field]: problem });
}

export async function registerMerchant(
  { deps, codes }: { deps: IdentityDeps; codes: Codes },
  ctx: Pick<RequestContext, "address" | "userAgent">,
  input: Input,
): Promise<SignedIn> {
  const mobile = requireMobile(input.mobile);
  requireNewPassword(input.password, [mobileText(mobile)]);
  const inviterId = input.invitationCode ? await inviterOf(deps, input.invitationCode) : undefined;
  const proof = await codes.prove({ purpose: "register", recipient: mobile, binding: "" }, input.verifyCode);
  const passwordHash = await deps.passwords.hash(input.password);
  return deps.database.transaction(async (tx) => {
    await codes.spend(tx, proof);
    const source: UserSource = inviterId ? "invitation" : "website";
    const who = await createMerchant(deps, tx, { mobile, email: null, source, passwordHash });
    const { merchantId } = who;
    const now = deps.clock.now();
    if (inviterId) await insertInvitation(tx, inviterId, merchantId, now);
    await recordConsent(tx, merchantId, input, { now, address: ctx.address });
    return openSession(deps, tx, { ...who, personName: null, contactName: null, mobile, email: null, source }, ctx, {
      known: undefined,
      token: input.device,
    });
  });
}

type Account = { mobile: string | null; email: string | null; source: UserSource; passwordHash: string };

/** The account itself, with its names claimed, its certification record and its first message. */
export async function createMerchant(deps: IdentityDeps, tx: Tx, account: Account): Promise<PersonKey> {
  const merchantId = deps.ids.next();
  const who = { merchantId, personId: deps.ids.next() };
  const now = deps.clock.now();
  const userNo = await claimFresh(
    tx,
    "userNo",
    who,
    () => `CH${toShanghaiDay(now).replaceAll("-", "")}${digits(deps.random, 5)}`,
  );
  const invitationCode = await claimFresh(tx, "invitation", who, () => letters(deps.random, 6));
  await insertMerchant(tx, { ...account, ...who, userNo, invitationCode, registeredAt: now });
  for (const kind of ["mobile", "email"] as const) {
    const name = account[kind];
    if (name && !(await claimName(tx, kind, name, who))) throw new Refusal(`identity.${kind}_taken`);
  }
  await deps.certification.open(tx, merchantId);
  await deps.sendMessage(tx, { event: "account.welcome", merchantId, data: {} });
  return who;
}

/** Numbers and codes are drawn until one is free; they are long enough that the first nearly always is. */
async function claimFresh(tx: Tx, kind: DirectoryKind, who: PersonKey, draw: () => string): Promise<string> {
  for (let attempt = 0; attempt < 20; attempt++) {
    const name = draw();
    if (await claimName(tx, kind, name, who)) return name;
  }
  throw new Error(`no free ${kind} after 20 draws`);
}

/** Read over the phone and typed by hand: no 0/O, 1/I/L. */
const ALPHABET = "ABCDEFGHJKMNPQRSTUVWXYZ23456789";
const letters = (random: Random, count: number) =>
  Array.from({ length: count }, () => ALPHABET[random.below(ALPHABET.length)]).join("");
const digits = (random: Random, count: number) => String(random.below(10 ** count)).padStart(count, "0");

async function inviterOf(deps: IdentityDeps, code: string): Promise<string> {
  const owner = await ownerOf(deps.database.db, "invitation", code.trim().toUpperCase());
  if (!owner) throw new Refusal("identity.invitation_invalid", {}, { invitationCode: "邀请码不正确，请核对或留空" });
  return owner;
}
