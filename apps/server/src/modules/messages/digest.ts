import {
  BRAND,
  DIGEST_HOUR,
  toShanghaiDay,
  toShanghaiTime,
  addDays,
  weekdayOf,
  type DigestRhythm,
} from "@coralhub/domain";
import type { Together } from "../../platform/capability.ts";
import type { MessagesDeps } from "./deps.ts";
import { claimDigest, listDigestsDue, type DigestDue } from "./digest-store.ts";
import { countUnread } from "./messages-store.ts";
import { enqueueMail } from "./send-message.ts";
import { unsubscribeLinks } from "./unsubscribe.ts";

type DigestDeps = MessagesDeps & { together: Pick<Together, "todos" | "days"> };
const AT_ONCE = 200;
const LINES = 12;
const AHEAD_DAYS = 7;

/** Every hour of the day: whoever has not had the mail of this day, or of this week, gets it, if anything waits. */
export async function sendDigests(deps: DigestDeps): Promise<void> {
  const now = deps.clock.now();
  if (Number(toShanghaiTime(now).slice(11, 13)) < DIGEST_HOUR) return;
  const today = toShanghaiDay(now);
  const dueFor = { daily: today, weekly: mondayOf(today) };
  const failures: unknown[] = [];
  for (let after: string | null = null, more = true; more;) {
    const due: DigestDue[] = await listDigestsDue(deps.database.db, dueFor, after, AT_ONCE);
    for (const { merchantId, rhythm } of due)
      await sendDigest(deps, merchantId, rhythm, dueFor[rhythm]).catch((error: unknown) => failures.push(error));
    more = due.length === AT_ONCE;
    after = due.at(-1)?.merchantId ?? null;
  }
  // One merchant's trouble holds up nobody behind it, and is not kept quiet.
  if (failures.length > 0) throw new AggregateError(failures, `digests not made: ${failures.length}`);
}

const mondayOf = (day: string): string => addDays(day, 1 - weekdayOf(day));

/** One mail for one day, whoever of several servers makes it; nothing waits: no mail. */
async function sendDigest(
  deps: DigestDeps,
  merchantId: string,
  rhythm: Exclude<DigestRhythm, "off">,
  madeFor: string,
): Promise<void> {
  const { db } = deps.database;
  const lines = await linesOf(deps, merchantId);
  const [recipient, unread] = await Promise.all([deps.recipientOf(db, merchantId), countUnread(db, merchantId)]);
  const links = unsubscribeLinks(deps, merchantId, "digest");
  await deps.database.transaction(async (tx) => {
    if (!(await claimDigest(tx, merchantId, madeFor)) || lines.length === 0 || !recipient.email) return;
    await enqueueMail(deps, tx, {
      reference: `digest:${merchantId}:${rhythm}:${madeFor}`,
      merchantId,
      to: recipient.email,
      subject: `${rhythm === "daily" ? "今天" : "本周"}有 ${lines.length} 件事等您`,
      text: [
        lines.slice(0, LINES).join("\n\n"),
        ...(lines.length > LINES ? [`还有 ${lines.length - LINES} 件，登录后查看：${deps.publicUrl}/home`] : []),
        ...(unread > 0 ? [`未读消息 ${unread} 条：${deps.publicUrl}/message`] : []),
        `${BRAND.name} · ${BRAND.servicePhone}（${BRAND.serviceHours}）\n不想再收这封摘要，点这里退订，不用登录：${links.page}`,
      ].join("\n\n"),
      oneClick: links.oneClick,
    });
  });
}

/** What waits for the merchant, then what falls due in the coming days. */
async function linesOf(deps: DigestDeps, merchantId: string): Promise<string[]> {
  const today = toShanghaiDay(deps.clock.now());
  const until = addDays(today, AHEAD_DAYS);
  const [todos, days] = await Promise.all([deps.together.todos(merchantId), deps.together.days(merchantId)]);
  const coming = days.filter(({ date }) => date >= today && date <= until);
  return [
    ...todos.map(({ title, dueAt, action }) => {
      const due = dueAt ? `（${toShanghaiTime(dueAt).slice(5, 16)} 前）` : "";
      return `· ${title}${due}\n  ${deps.publicUrl}${action.path}`;
    }),
    ...coming.map(({ date, title, body }) => `· ${date.slice(5)} ${title}${body ? `，${body}` : ""}`),
  ];
}
