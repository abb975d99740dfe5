import { Refusal, type noticeEndpoints, type CallInput, type NoticeRow } from "@coralhub/contract";
import { toShanghaiTime, type NoticeState } from "@coralhub/domain";
import type { OperatorContext } from "../../platform/context.ts";
import type { HomeDeps } from "./deps.ts";
import {
  changeNotice,
  insertNotice,
  keepTold,
  listToTell,
  listWritten,
  withdraw,
  type NoticeToTell,
} from "./notices-store.ts";

const SHOWN = 100;
const TOLD_AT_ONCE = 200;

type Words = CallInput<typeof noticeEndpoints.writeNotice.input>;

function stateOf(withdrawnAt: Date | null, publishedAt: Date, now: Date): NoticeState {
  if (withdrawnAt) return "withdrawn";
  return publishedAt > now ? "scheduled" : "published";
}

export async function noticeDesk({ database, clock }: HomeDeps): Promise<NoticeRow[]> {
  const now = clock.now();
  const rows = await listWritten(database.db, SHOWN);
  return rows.map(({ withdrawnAt, ...row }) => ({ ...row, state: stateOf(withdrawnAt, row.publishedAt, now) }));
}

/** How many would be told, and which numbers belong to nobody. */
export async function previewNotice(
  { identity, certification }: HomeDeps,
  { audience = "all", mobiles = [] }: Pick<Words, "audience" | "mobiles">,
): Promise<{ reach: number; unknown: string[] }> {
  if (audience === "all") return { reach: await identity.audience.count(), unknown: [] };
  if (audience === "certified") return { reach: await certification.countCertified(), unknown: [] };
  const found = await identity.audience.ownersOf(mobiles);
  return {
    reach: new Set(found.map(({ merchantId }) => merchantId)).size,
    unknown: mobiles.filter((mobile) => !found.some((owner) => owner.mobile === mobile)),
  };
}

/** Written for now or for later; until it is read it may be changed. */
export async function writeNotice(deps: HomeDeps, ctx: OperatorContext, words: Words): Promise<{ id: string }> {
  const { audience = "all", mobiles = [], publishAt = null, path = null, title, body } = words;
  if (publishAt && publishAt < ctx.now) throw new Refusal("notice.in_past", {}, { publishAt: "请改到以后" });
  const listed = audience === "listed" ? await deps.identity.audience.byMobile(mobiles) : [];
  // Whoever changes the words of one for a list need not write the list again.
  const keepsList = Boolean(words.id) && audience === "listed" && mobiles.length === 0;
  if (audience === "listed" && listed.length === 0 && !keepsList)
    throw new Refusal("notice.list_empty", {}, { mobiles: "请填写商户的登录手机号" });
  return ctx.once(async (tx) => {
    const known = words.id ?? null;
    const id = known ?? deps.ids.next();
    const notice = { id, title, body, path, publishedAt: publishAt ?? ctx.now, audience, listed };
    if (known === null) await insertNotice(tx, { ...notice, madeBy: ctx.operator.id, at: ctx.now });
    else if (!(await changeNotice(tx, { ...notice, keepsList }, ctx.now))) throw new Refusal("state.changed");
    await deps.audit.record(tx, {
      actor: { kind: "operator", id: ctx.operator.id },
      action: known === null ? "notice.written" : "notice.changed",
      subject: `notice:${id}`,
      address: ctx.address,
      detail: { title, audience, listed: listed.length, publishAt: toShanghaiTime(notice.publishedAt) },
    });
    return { id };
  });
}

export function withdrawNotice(deps: HomeDeps, ctx: OperatorContext, id: string): Promise<null> {
  return ctx.once(async (tx) => {
    if (!(await withdraw(tx, id, ctx.operator.id, ctx.now))) throw new Refusal("state.changed");
    await deps.audit.record(tx, {
      actor: { kind: "operator", id: ctx.operator.id },
      action: "notice.withdrawn",
      subject: `notice:${id}`,
      address: ctx.address,
      detail: {},
    });
    return null;
  });
}

/** Everybody a notice is for is told once; interrupted, the telling goes on behind the last one told. */
export async function tellNotices(deps: HomeDeps): Promise<void> {
  for (const notice of await listToTell(deps.database.db, deps.clock.now())) {
    for (let after = notice.toldThrough, more = true; more;) {
      const page = await nextReaders(deps, notice, after);
      more = page.length === TOLD_AT_ONCE;
      const before = after;
      after = page.at(-1) ?? after;
      if (!(await tellSlice(deps, notice, page, { before, through: after, last: !more }))) break;
    }
  }
}

async function nextReaders(deps: HomeDeps, { audience, listed }: NoticeToTell, after: string | null) {
  if (audience !== "listed") return deps.identity.audience.page(after, TOLD_AT_ONCE);
  return listed
    .toSorted()
    .filter((id) => after === null || id > after)
    .slice(0, TOLD_AT_ONCE);
}

async function tellSlice(
  deps: HomeDeps,
  { id, title, body, audience }: NoticeToTell,
  readers: readonly string[],
  { before, through, last }: { before: string | null; through: string | null; last: boolean },
): Promise<boolean> {
  const certified = audience === "certified" ? await deps.certification.certifiedKinds(readers) : undefined;
  const wanted = certified ? readers.filter((merchantId) => certified.has(merchantId)) : readers;
  return deps.database.transaction(async (tx) => {
    if (!(await keepTold(tx, id, { before, through, toldAt: last ? deps.clock.now() : null }))) return false;
    for (const merchantId of wanted) {
      await deps.messages.send(tx, { event: "notice.published", merchantId, data: { title, body } });
    }
    return true;
  });
}
