import { FACE_SPEAKS_FOR, type CertificationValues } from "@coralhub/domain";
import { draftPlace, openAnswers } from "../answers.ts";
import { findLatest, readSubmission } from "../applications-store.ts";
import type { CertificationDeps } from "../deps.ts";
import { findDraft } from "../drafts-store.ts";

const FORM = "person";
type Person = { name: string; idNumber: string };

const personIn = ({ name, [FACE_SPEAKS_FOR]: idNumber }: CertificationValues): Person | undefined =>
  typeof name === "string" && typeof idNumber === "string" && name !== "" && idNumber !== ""
    ? { name, idNumber }
    : undefined;

/** Who the picture should show: as the form says now, else as it was handed in last. */
export async function personToCompare(deps: CertificationDeps, merchantId: string): Promise<Person | undefined> {
  const { db } = deps.database;
  const key = { merchantId, subjectId: merchantId, form: FORM } as const;
  const draft = await findDraft(db, key);
  const typed = draft && personIn(openAnswers(deps.secrets, draft.answers, ...draftPlace(key)));
  if (typed) return typed;
  const latest = await findLatest(db, merchantId, merchantId, [FORM]);
  const sealed = latest && (await readSubmission(db, merchantId, latest.id, latest.version));
  return sealed && personIn(openAnswers(deps.secrets, sealed, merchantId, latest.id, latest.version));
}

/** A passed check speaks for one document number: a keyed hash of it, never the number. */
export const faceIndexOf = ({ secrets }: Pick<CertificationDeps, "secrets">, idNumber: string): Uint8Array =>
  secrets.blindIndex(idNumber.trim().toUpperCase(), "face check");
