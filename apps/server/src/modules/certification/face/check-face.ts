import { createHash } from "node:crypto";
import { Refusal, type UploadedFile } from "@coralhub/contract";
import { FACE_ATTEMPTS, FACE_KEY_MINUTES } from "@coralhub/domain";
import type { MerchantContext, PublicContext } from "../../../platform/context.ts";
import { FILE_PURPOSE } from "../answers.ts";
import type { CertificationDeps } from "../deps.ts";
import {
  findByKey,
  findFaceCheck,
  findWaiting,
  insertFaceCheck,
  markOpened,
  settleAttempt,
  type FaceCheckRow,
} from "./face-checks-store.ts";
import { faceIndexOf, personToCompare } from "./whose-face.ts";

/** A code with less time left than this is not worth scanning. */
const LEAST_MINUTES = 2;
const hashOf = (key: string): Buffer => createHash("sha256").update(key).digest();

/** Made from the id, so that it can be shown again while it is good and need not be stored. */
const keyOf = ({ secrets }: CertificationDeps, id: string): string =>
  secrets.sign(id, "face check key").toString("base64url");

/**
 * A key for the phone: whoever has it may take one picture of the person the form names, for five minutes. Asking again
 * shows the same one. Without a person there is none: a face alone would speak for any number typed later.
 */
export async function openFaceCheck(deps: CertificationDeps, ctx: MerchantContext) {
  const { merchantId, now } = ctx;
  const person = await personToCompare(deps, merchantId);
  if (!person) throw new Refusal("face.person_missing");
  const personIndex = faceIndexOf(deps, person.idNumber);
  const usable = new Date(now.getTime() + LEAST_MINUTES * 60_000);
  const check = await ctx.once(async (tx) => {
    const waiting = await findWaiting(tx, merchantId, personIndex, usable);
    if (waiting) return waiting;
    const expiresAt = new Date(now.getTime() + FACE_KEY_MINUTES * 60_000);
    const made: FaceCheckRow = {
      id: deps.ids.next(),
      ownerId: merchantId,
      state: "waiting",
      attempts: 0,
      reason: "",
      personIndex,
      expiresAt,
    };
    await insertFaceCheck(tx, hashOf(keyOf(deps, made.id)), made, now);
    return made;
  });
  const key = keyOf(deps, check.id);
  return { faceAuthId: check.id, key, url: `${deps.publicUrl}/qrcode?key=${key}`, expiresAt: check.expiresAt };
}

const stateAt = ({ state, expiresAt }: FaceCheckRow, now: Date) =>
  (state === "waiting" || state === "opened") && expiresAt <= now ? ("expired" as const) : state;

/** What the page on the big screen asks every few seconds. */
export async function pollFaceCheck(deps: CertificationDeps, ctx: MerchantContext, faceAuthId: string) {
  const check = await findFaceCheck(deps.database.db, ctx.merchantId, faceAuthId);
  if (!check) throw new Refusal("not_found");
  const state = stateAt(check, ctx.now);
  return { faceAuthId, state, isFace: state === "passed", reason: check.reason, expiresAt: check.expiresAt };
}

const isFor = ({ personIndex }: FaceCheckRow, index: Uint8Array): boolean =>
  personIndex !== null && Buffer.compare(personIndex, index) === 0;

async function byKey(deps: CertificationDeps, key: string, now: Date): Promise<FaceCheckRow> {
  const check = await findByKey(deps.database.db, hashOf(key));
  if (!check || stateAt(check, now) === "expired") throw new Refusal("face.key_unknown");
  return check;
}

/** The phone has opened its page. */
export async function enterFaceCheck(deps: CertificationDeps, ctx: PublicContext, key: string) {
  const check = await byKey(deps, key, ctx.now);
  await markOpened(deps.database.db, hashOf(key));
  return phoneView(check, check.state === "waiting" ? "opened" : check.state, check.attempts);
}

const phoneView = ({ expiresAt, reason }: FaceCheckRow, state: FaceCheckRow["state"], attempts: number) => ({
  state,
  reason,
  attemptsLeft: FACE_ATTEMPTS - attempts,
  expiresAt,
});

/** One picture from the phone. Three may fail; silence of the other side costs none. */
export async function takeFacePicture(
  deps: CertificationDeps,
  ctx: PublicContext,
  { key, file }: { key: string; file: UploadedFile },
) {
  const check = await byKey(deps, key, ctx.now);
  if (check.state === "passed" || check.state === "failed") throw new Refusal("face.spent");
  const { ownerId } = check;
  const person = await personToCompare(deps, ownerId);
  if (!person || !isFor(check, faceIndexOf(deps, person.idNumber))) throw new Refusal("face.person_changed");
  const bytes = await file.read();
  const picture = await deps.files.receive({
    ownerId,
    purpose: FILE_PURPOSE,
    kind: "image",
    fileName: file.fileName,
    bytes,
  });
  const verdict = await deps.faceCheck.compare({
    reference: `${check.id}:${check.attempts}`,
    person,
    picture: await deps.files.read(picture),
  });
  if (verdict.result === "unknown") return { ...phoneView(check, "opened", check.attempts), reason: verdict.reason };
  const attempts = check.attempts + 1;
  const state = verdict.result === "passed" ? "passed" : attempts >= FACE_ATTEMPTS ? "failed" : "opened";
  const reason = verdict.result === "passed" ? "" : verdict.reason;
  await ctx.once(async (tx) => {
    const stored = await deps.files.record(tx, picture);
    if (!(await settleAttempt(tx, hashOf(key), check.attempts, { state, reason, fileId: stored.id })))
      throw new Refusal("face.spent");
  });
  return { ...phoneView(check, state, attempts), reason };
}
