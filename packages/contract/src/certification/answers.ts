import {
  applicationLifecycle,
  enquiryLifecycle,
  FORM_NAMES,
  formSpec,
  SUBMISSION_KINDS,
  stateNames,
  type CertificationForm,
  type CertificationValues,
  type FormFields,
  type PartRow,
  type SubmissionKind,
} from "@coralhub/domain";
import { z } from "zod";
import { wireTime } from "../wire-time.ts";

/** Longer than any answer may be; how long one may be is the field matrix's to say, in its own words. */
const ANSWER_LIMIT = 2_000;
const answer = z.string().trim().max(ANSWER_LIMIT, "内容太长，请缩短");
const answers = (fields: FormFields) =>
  Object.fromEntries(Object.keys(fields).map((name) => [name, answer.optional()]));
const row = (fields: FormFields) => z.object({ id: z.uuid().optional(), ...answers(fields) });

/** The answers of a form as they travel: every field by its name, all of them optional, so that a draft fits as well. */
export function answersShape(...forms: CertificationForm[]): Record<string, z.ZodType<CertificationValues[string]>> {
  const shape: Record<string, z.ZodType> = {};
  for (const section of forms.flatMap((form) => formSpec(form).sections)) {
    if ("fields" in section) Object.assign(shape, answers(section.fields));
    else if (section.single) shape[section.group] = row(section.rows).nullable().optional();
    else shape[section.group] = z.array(row(section.rows)).max(section.most, `最多 ${section.most} 项`).optional();
  }
  return shape as Record<string, z.ZodType<CertificationValues[string]>>;
}

export const formName = z.enum(FORM_NAMES);
const part: z.ZodType<PartRow> = z
  .record(z.string().max(60), answer)
  .refine((fields) => Object.keys(fields).length <= 30);
/** Any form's answers, for calls that do not know which form it is: the server keeps what the form asks and nothing else. */
export const anyAnswers: z.ZodType<CertificationValues> = z
  .record(z.string().max(60), z.union([answer, part, z.array(part).max(20)]))
  .refine((values) => Object.keys(values).length <= 80, "内容太多");

export const enquiryView = z.object({
  id: z.string(),
  field: z.string(),
  label: z.string(),
  state: z.enum(stateNames(enquiryLifecycle)),
  createdAt: wireTime,
  dueAt: wireTime,
  posts: z.array(
    z.object({
      id: z.string(),
      byMerchant: z.boolean(),
      author: z.string(),
      text: z.string(),
      fileIds: z.array(z.string()),
      at: wireTime,
    }),
  ),
});

/** One question of the form with what was decided about it. `place` is where the form shows it, `path` what stays the same over versions. */
export const fieldView = z.object({
  path: z.string(),
  place: z.string(),
  section: z.string(),
  label: z.string(),
  verdict: z.enum(["accepted", "rejected"]).nullable(),
  reason: z.string(),
  decidedAt: wireTime.nullable(),
});

export const fileView = z.object({
  fileId: z.string(),
  fileName: z.string(),
  contentType: z.string(),
  sizeBytes: z.number().int(),
});

export const historyView = z.object({
  id: z.string(),
  at: wireTime,
  actorKind: z.enum(["merchant", "operator", "system"]),
  actor: z.string(),
  what: z.string(),
  detail: z.string(),
  version: z.number().int(),
});

export const applicationHead = z.object({
  applicationId: z.string(),
  form: formName,
  number: z.string(),
  state: z.enum(stateNames(applicationLifecycle)),
  submissionKind: z.enum(Object.keys(SUBMISSION_KINDS) as [SubmissionKind, ...SubmissionKind[]]),
  version: z.number().int(),
  submittedAt: wireTime,
  /** When we have promised to decide. */
  dueAt: wireTime,
  decidedAt: wireTime.nullable(),
});
