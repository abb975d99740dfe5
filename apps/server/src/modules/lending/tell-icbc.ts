import { Refusal } from "@coralhub/contract";
import {
  addMonths,
  ICBC_DATA,
  icbcUploadLifecycle,
  isAnswered,
  startOfShanghaiDay,
  toShanghaiDay,
  type IcbcData,
  type IcbcUpload,
  type PartnerNoticeOutcome,
} from "@coralhub/domain";
import type { MerchantContext } from "../../platform/context.ts";
import type { Tx } from "../../platform/db.ts";
import { merchantActor, RAIL } from "../../platform/lifecycle-engine.ts";
import type { OutboxHandler } from "../../platform/outbox.ts";
import type { LenderData, LenderWord } from "../../rails/lender/index.ts";
import { requireLender } from "./apply-for-loan.ts";
import type { LendingDeps } from "./deps.ts";
import { findCustomer, holdJoined, setJoined, type IcbcCustomer } from "./icbc-store.ts";
import { isWord, withoutFullStop } from "./lender-words.ts";
import {
  claimUploadAsk,
  findUpload,
  insertUpload,
  latestUpload,
  listOpenUploads,
  lockUpload,
  type Upload,
  type UploadKey,
} from "./uploads-store.ts";
import { insertReference } from "./loans-store.ts";

export const UPLOAD_TOPIC = "lender.upload";
/** Income and orders of so many months are told. */
export const TOLD_MONTHS = 12;
const MOST_ORDERS = 5_000;
/** Looked at while the bank is still at it, the bank is asked; by somebody who looks all the time, not all the time. */
export const ASKED_LATELY_MS = 30_000;

export async function requireJoined(deps: LendingDeps, merchantId: string): Promise<IcbcCustomer> {
  const customer = await findCustomer(deps.database.db, merchantId);
  if (!customer.joinedAt) throw new Refusal("icbc.not_joined");
  return customer;
}

/** What there was to tell at a moment: every income of the months before it with where it came from. */
export const ordersToTell = (deps: LendingDeps, merchantId: string, now: Date) =>
  deps.income.creditedIn(merchantId, {
    after: startOfShanghaiDay(addMonths(toShanghaiDay(now), -TOLD_MONTHS)),
    until: now,
    limit: MOST_ORDERS,
    newestFirst: true,
  });

async function tellingOf(deps: LendingDeps, merchantId: string, kind: IcbcData, at: Date): Promise<LenderData["what"]> {
  if (kind === "user") return { kind, mobile: (await deps.recipientOf(deps.database.db, merchantId)).mobile };
  const orders = (await ordersToTell(deps, merchantId, at)).map((income) => ({
    day: toShanghaiDay(income.creditedAt),
    platform: income.platform,
    payer: income.payerName,
    reference: income.reference,
    amount: income.amount,
  }));
  return { kind, orders };
}
const countOf = (what: LenderData["what"]): number => (what.kind === "user" ? 1 : what.orders.length);
const inText = (holder: string, what: LenderData["what"]): string =>
  JSON.stringify([holder, what], (_name, value: unknown) => (typeof value === "bigint" ? value.toString() : value));

const NOTHING = { state: "none" as IcbcUpload, count: 0, at: null, reason: null };
/** How far it has come. Of what the bank has, whether there is more by now. */
async function standingOf(deps: LendingDeps, upload: Upload | undefined, now: Date) {
  if (!upload) return NOTHING;
  const { merchantId, kind, state, count, toldAt, reason } = upload;
  const isOld =
    kind === "orders" &&
    state === "sent" &&
    (await deps.income.creditedIn(merchantId, { after: toldAt, until: now, limit: 1 })).length > 0;
  return { state: isOld ? ("stale" as const) : state, count, at: toldAt, reason };
}

/** On its way, the bank is asked; out of reach, what is known is shown. */
export async function uploadStanding(deps: LendingDeps, merchantId: string, kind: IcbcData, now: Date) {
  const { db } = deps.database;
  const seen = await latestUpload(db, merchantId, kind);
  const lately = new Date(now.getTime() - ASKED_LATELY_MS);
  if (seen?.state === "sending" && deps.lender.isOpen && (await claimUploadAsk(db, seen, lately, now))) {
    await askAboutUpload(deps, seen).catch((error: unknown) =>
      deps.log.warn({ err: error, uploadId: seen.id }, "the lender did not say where data stand"),
    );
  }
  return standingOf(deps, await latestUpload(db, merchantId, kind), now);
}

const tell = (deps: LendingDeps, tx: Tx, { merchantId, id, reference }: Upload, answer: string | null) =>
  deps.outbox.enqueue(tx, {
    topic: UPLOAD_TOPIC,
    reference: answer === null ? reference : `${reference}:${deps.ids.next()}`,
    merchantId,
    payload: { id, answer },
  });

/** Sends what there is now, unless the bank has just that or something is on its way. */
export async function upload(deps: LendingDeps, ctx: MerchantContext, kind: IcbcData) {
  const { merchantId, now } = ctx;
  await requireJoined(deps, merchantId);
  requireLender(deps);
  const holder = await deps.certifiedAs(merchantId);
  const what = await tellingOf(deps, merchantId, kind, now);
  if (!holder || countOf(what) === 0) throw new Refusal("icbc.nothing_to_prove");
  const content = deps.secrets.blindIndex(inText(holder.name, what), "icbc_upload.content");
  await ctx.once(async (tx) => {
    if (!(await holdJoined(tx, merchantId))) throw new Refusal("icbc.not_joined");
    const before = await latestUpload(tx, merchantId, kind);
    if (before?.state === "sent" && Buffer.compare(before.content, content) === 0) return;
    const id = deps.ids.next();
    const reference = `IU${id.replaceAll("-", "").toUpperCase()}`;
    const state = icbcUploadLifecycle.initial;
    const made = { merchantId, id, kind, state, reference, toldAt: now, content, count: countOf(what), reason: null };
    // Asked for twice at once, it goes once.
    if (!(await insertUpload(tx, made))) return;
    await insertReference(tx, made, reference, "upload");
    await tell(deps, tx, made, null);
  });
  return standingOf(deps, await latestUpload(deps.database.db, merchantId, kind), now);
}

export async function answerUpload(
  deps: LendingDeps,
  ctx: MerchantContext,
  { kind, answer }: { kind: IcbcData; answer: string },
) {
  const { merchantId, now } = ctx;
  await ctx.once(async (tx) => {
    const asked = await latestUpload(tx, merchantId, kind);
    if (asked?.state !== "asked") throw new Refusal("state.changed");
    const change = { by: merchantActor(ctx), at: now, set: { reason: null }, note: answer };
    await deps.lifecycles.advance(tx, icbcUploadLifecycle, keyOf(asked), "answer", change);
    await tell(deps, tx, asked, answer);
  });
  return standingOf(deps, await latestUpload(deps.database.db, merchantId, kind), now);
}
const keyOf = ({ merchantId, id }: UploadKey): UploadKey => ({ merchantId, id });

/** Whoever leaves has nothing more told: what is on its way is taken back. */
export const updateFinanceStatus = (deps: LendingDeps, ctx: MerchantContext, joined: boolean): Promise<null> =>
  ctx.once(async (tx) => {
    const { merchantId, now } = ctx;
    await setJoined(tx, merchantId, joined ? now : null);
    if (joined) return null;
    const change = { by: merchantActor(ctx), at: now, set: { reason: null } };
    for (const open of await listOpenUploads(tx, merchantId))
      await deps.lifecycles.tryAdvance(tx, icbcUploadLifecycle, keyOf(open), "withdraw", change);
    return null;
  });

const ENDS = { accepted: "sent", refused: "refused", asked: "asked" } as const;
/** Each word takes effect once; a question told again after its answer is a repetition, unless it replies to that answer. */
export function takeUpload(
  deps: LendingDeps,
  key: UploadKey,
  said: LenderWord,
  isReply = false,
): Promise<PartnerNoticeOutcome> {
  return deps.database.transaction(async (tx) => {
    const found = (await lockUpload(tx, key))!;
    const { state, kind } = found;
    if (state === ENDS[said.standing] || state === "withdrawn") return "repeated";
    if (state !== "sending" && (state !== "asked" || said.standing === "asked")) {
      // A question that comes after the end is an old one.
      if (said.standing === "asked") return "repeated";
      deps.log.warn({ uploadId: key.id, state, standing: said.standing }, "lender contradicts itself about data");
      return "contradicted";
    }
    const at = deps.clock.now();
    if (said.standing === "accepted") {
      await deps.lifecycles.advance(tx, icbcUploadLifecycle, key, "accept", { by: RAIL, at, set: { reason: null } });
      return "taken";
    }
    const { reason } = said;
    const data = { data: ICBC_DATA[kind], reason: withoutFullStop(reason) };
    const change = { by: RAIL, at, set: { reason }, note: reason };
    if (said.standing === "asked") {
      const past = await deps.lifecycles.timeline(tx, icbcUploadLifecycle, key);
      if (!isReply && isAnswered(past, reason)) return "repeated";
      const message = { event: "icbc.asked", data } as const;
      await deps.lifecycles.advance(tx, icbcUploadLifecycle, key, "ask", { ...change, message });
    } else {
      const message = { event: "icbc.refused", data } as const;
      await deps.lifecycles.advance(tx, icbcUploadLifecycle, key, "refuse", { ...change, message });
    }
    return "taken";
  });
}

/** The worker's side: the same reference and the same content, however often it is sent. */
export const deliverUpload =
  (deps: LendingDeps): OutboxHandler =>
  async ({ merchantId, payload }) => {
    const { id, answer } = payload as { id: string; answer: string | null };
    const key = { merchantId: merchantId!, id };
    const found = (await findUpload(deps.database.db, key))!;
    if (found.state !== "sending") return { result: "delivered" };
    const holder = await deps.certifiedAs(key.merchantId);
    if (!holder) return { result: "retry", reason: "the merchant is not certified any more", afterSeconds: 3600 };
    const what = await tellingOf(deps, key.merchantId, found.kind, found.toldAt);
    // The merchant may have left while this was gathered.
    if ((await findUpload(deps.database.db, key))!.state !== "sending") return { result: "delivered" };
    const said = await deps.lender.upload({ reference: found.reference, holder: holder.name, what, answer });
    if (isWord(said)) await takeUpload(deps, key, said, answer !== null);
    return { result: "delivered" };
  };

/** What the bank does not know it may not have got yet. */
export async function askAboutUpload(deps: LendingDeps, { merchantId, id, reference }: Upload): Promise<void> {
  const said = await deps.lender.ask(reference);
  if (isWord(said)) await takeUpload(deps, { merchantId, id }, said);
}
