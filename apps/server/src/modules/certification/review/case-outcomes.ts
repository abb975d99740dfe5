import { Refusal } from "@coralhub/contract";
import {
  answersOf,
  ENQUIRY_DAYS,
  firstExpiry,
  formSpec,
  toShanghaiDay,
  type CertificationValues,
} from "@coralhub/domain";
import type { Tx } from "../../../platform/db.ts";
import type { Application } from "../applications-store.ts";
import { lockStanding, recordPassed } from "../certification-store.ts";
import type { CertificationDeps } from "../deps.ts";
import { insertEnquiry, insertPost } from "../enquiries-store.ts";
import { closeEnquiries, moveCase, supersedeEarlier, tryMoveStanding } from "../move-case.ts";
import type { Verdict } from "../verdicts-store.ts";
import { noteEvent, type Reviewer } from "./case-events.ts";

const OPEN_ID_SIGNS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const OPEN_ID_LENGTH = 8;
const DAY_MS = 86_400_000;

type Decision = { application: Application; by: Reviewer; now: Date };
const isAccount = ({ form }: Application): boolean => formSpec(form).subject === "account";

/** The case passes: the account may move money, and its earlier papers are replaced. */
export async function approveCase(
  deps: CertificationDeps,
  tx: Tx,
  { application, by, now }: Decision,
  values: CertificationValues,
): Promise<void> {
  const { merchantId, id, form, subjectName } = application;
  const standing = await lockStanding(tx, merchantId);
  if (isAccount(application) && standing?.state === "frozen") throw new Refusal("certification.frozen");
  const doing = { at: now, by };
  await moveCase(deps, tx, application, "approve", { ...doing, set: { decidedBy: by.id, decidedAt: now } });
  await closeEnquiries(deps, tx, application, doing);
  await noteEvent(deps, tx, application, by, { at: now, what: "审核通过" });
  await supersedeEarlier(deps, tx, application, now);
  if (!isAccount(application)) {
    await deps.sendMessage(tx, { event: "seller.approved", merchantId, data: { name: subjectName } });
    return;
  }
  const { kind, bigCustomer } = formSpec(form);
  const itemCode = Number(values["itemCode"]) || null;
  const itemName = typeof values["itemName"] === "string" ? values["itemName"] : null;
  const openUserId = `OU${Array.from({ length: OPEN_ID_LENGTH }, () => OPEN_ID_SIGNS[deps.random.below(OPEN_ID_SIGNS.length)]).join("")}`;
  const expiresOn = firstExpiry(form, values) ?? null;
  const passed = {
    kind,
    name: subjectName,
    openUserId,
    applicationId: id,
    bigCustomer: bigCustomer ?? false,
    expiresOn,
  };
  await recordPassed(tx, merchantId, { ...passed, item: { itemCode, itemName } }, now);
  await tryMoveStanding(deps, tx, merchantId, "approve", doing);
  await deps.sendMessage(tx, { event: "certification.approved", merchantId, data: { name: subjectName } });
}

/** The case goes back with its reasons. A change that is declined leaves what was certified as it was. */
export async function rejectCase(
  deps: CertificationDeps,
  tx: Tx,
  { application, by, now }: Decision,
  rejected: readonly Verdict[],
): Promise<void> {
  const { merchantId, subjectName } = application;
  await lockStanding(tx, merchantId);
  const doing = { at: now, by };
  await moveCase(deps, tx, application, "reject", { ...doing, set: { decidedBy: by.id, decidedAt: now } });
  await noteEvent(deps, tx, application, by, {
    at: now,
    what: "审核未通过",
    detail: rejected.map(({ reason }) => reason).join("；"),
  });
  const count = String(rejected.length);
  const reason = rejected.map((verdict) => verdict.reason).join("；");
  if (!isAccount(application)) {
    await deps.sendMessage(tx, { event: "seller.rejected", merchantId, data: { name: subjectName, count, reason } });
    return;
  }
  if (!(await tryMoveStanding(deps, tx, merchantId, "decline", doing)))
    await tryMoveStanding(deps, tx, merchantId, "reject", doing);
  await deps.sendMessage(tx, { event: "certification.rejected", merchantId, data: { count, reason } });
}

/** A first yes on a high risk: somebody else has the last word. */
export async function proposeCase(deps: CertificationDeps, tx: Tx, { application, by, now }: Decision): Promise<void> {
  await moveCase(deps, tx, application, "propose", { at: now, by, set: { proposedBy: by.id } });
  await noteEvent(deps, tx, application, by, { at: now, what: "初审通过，交复核" });
}

export async function sendBackCase(
  deps: CertificationDeps,
  tx: Tx,
  { application, by, now }: Decision,
  reason: string,
) {
  await moveCase(deps, tx, application, "sendBack", { at: now, by });
  await noteEvent(deps, tx, application, by, { at: now, what: "复核退回", detail: reason });
}

export type Question = { field: string; text: string };
/** Asks the merchant about fields, or about something else; while it waits, money does too. */
export async function askMerchant(
  deps: CertificationDeps,
  tx: Tx,
  { application, by, now }: Decision,
  { values, questions }: { values: CertificationValues; questions: readonly Question[] },
): Promise<void> {
  const { merchantId, id } = application;
  await lockStanding(tx, merchantId);
  const labels = new Map(answersOf(application.form, values).map(({ path, label }) => [path, label]));
  const dueAt = new Date(now.getTime() + ENQUIRY_DAYS * DAY_MS);
  await moveCase(deps, tx, application, "ask", { at: now, by, set: { dueAt } });
  for (const { field, text } of questions) {
    const label = field === "" ? "其他事项" : labels.get(field);
    if (label === undefined) throw new Refusal("review.field_unknown");
    const enquiry = {
      id: deps.ids.next(),
      applicationId: id,
      field,
      label,
      state: "open" as const,
      createdAt: now,
      dueAt,
    };
    await insertEnquiry(tx, merchantId, enquiry);
    const post = { id: deps.ids.next(), byMerchant: false, author: "审核员", text, fileIds: [], at: now };
    await insertPost(tx, merchantId, enquiry.id, post);
  }
  const reason = questions.map(({ text }) => text).join("；");
  await noteEvent(deps, tx, application, by, { at: now, what: "要求补充资料", detail: reason });
  if (isAccount(application)) await tryMoveStanding(deps, tx, merchantId, "ask", { at: now, by });
  const due = toShanghaiDay(dueAt);
  await deps.sendMessage(tx, { event: "certification.supplement", merchantId, data: { reason, due } });
}
