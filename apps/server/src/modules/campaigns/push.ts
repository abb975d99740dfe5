import { Refusal, type CampaignPushRequest } from "@coralhub/contract";
import {
  CAMPAIGN_PAGES,
  MESSAGE_CHANNELS,
  pushLifecycle,
  toShanghaiTime,
  type MessageChannel,
  type PushMiss,
} from "@coralhub/domain";
import type { PutIntoForce } from "../../platform/capability.ts";
import type { OperatorContext } from "../../platform/context.ts";
import { operatorActor, SYSTEM } from "../../platform/lifecycle-engine.ts";
import { noPushes, type PushResult } from "../messages/index.ts";
import { byOperator } from "../operations/index.ts";
import { findCampaign, type Campaign } from "./campaigns-store.ts";
import type { CampaignsDeps } from "./deps.ts";
import { insertPush, listPushesDue, lockPush, savePortion, type StoredPush } from "./pushes-store.ts";
import { audienceProblem } from "./standing.ts";

/** As the proposal keeps it. */
type Stored = Omit<CampaignPushRequest, "sendAt" | "reason"> & { sendAt: string | null };
const AT_ONCE = 100;

/** The first pair of hands: words, channels and moment; whom it is for, the campaign says. */
export async function proposePush(
  deps: CampaignsDeps,
  ctx: OperatorContext,
  { reason, sendAt, ...request }: CampaignPushRequest,
): Promise<{ approvalId: string }> {
  const campaign = await findCampaign(deps.database.db, request.campaignId);
  if (!campaign) throw new Refusal("not_found");
  if (campaign.state === "draft" || campaign.state === "ended") throw new Refusal("campaign.push_not_now");
  if (sendAt && sendAt >= campaign.endsAt) throw new Refusal("campaign.push_not_now");
  const content: Stored = { ...request, sendAt: sendAt?.toISOString() ?? null };
  return ctx.once((tx) =>
    deps.approvals.propose(tx, ctx, {
      kind: "campaign.push",
      subject: `campaign-push:${request.campaignId}`,
      what: `推送「${campaign.name}」：${request.title}`,
      facts: [
        { label: "活动", value: `${campaign.name}（${CAMPAIGN_PAGES[campaign.page].path}）` },
        { label: "方式", value: request.channels.map((channel) => MESSAGE_CHANNELS[channel]).join("、") },
        { label: "标题", value: request.title },
        { label: "内容", value: request.body },
        { label: "时间", value: sendAt ? toShanghaiTime(sendAt) : "复核通过后" },
      ],
      content,
      reason,
    }),
  );
}

export const PUSH_JOB = "campaigns.push";

/** Another has agreed: it waits for its moment. */
export const putPushIntoForce =
  (deps: CampaignsDeps): PutIntoForce =>
  async (tx, ctx, { content, proposedBy }) => {
    const { sendAt, ...push } = content as Stored;
    const id = deps.ids.next();
    const moment = sendAt && new Date(sendAt) > ctx.now ? new Date(sendAt) : ctx.now;
    const people = { madeBy: proposedBy, decidedBy: ctx.operator.id };
    await insertPush(tx, { ...push, id, sendAt: moment, numbers: noPushes(), ...people, at: ctx.now });
    await deps.jobs.send(tx, PUSH_JOB, {}, { startAfter: moment });
    const detail = { campaignId: push.campaignId, channels: push.channels, title: push.title, proposedBy };
    await deps.audit.record(tx, byOperator(ctx, { action: "campaign.push_agreed", subject: `push:${id}`, detail }));
  };

export function stopPush(deps: CampaignsDeps, ctx: OperatorContext, id: string): Promise<null> {
  return ctx.once(async (tx) => {
    if (!(await lockPush(tx, id))) throw new Refusal("not_found");
    await deps.lifecycles.advance(tx, pushLifecycle, { id }, "stop", { at: ctx.now, by: operatorActor(ctx) });
    await deps.audit.record(
      tx,
      byOperator(ctx, { action: "campaign.push_stopped", subject: `push:${id}`, detail: {} }),
    );
    return null;
  });
}

/** At its moment, and every minute for what was interrupted: portion by portion through all merchants, from where it stopped, however often it is interrupted. */
export async function sendPushes(deps: CampaignsDeps): Promise<void> {
  const failures: unknown[] = [];
  for (const push of await listPushesDue(deps.database.db, deps.clock.now())) {
    try {
      while (await sendPortion(deps, push.id)) {
        // The next hundred.
      }
    } catch (error) {
      failures.push(error);
    }
  }
  // One push's trouble holds up none behind it, and is not kept quiet.
  if (failures.length > 0) throw new AggregateError(failures, `pushes not finished: ${failures.length}`);
}

/** False where nothing is left to do now. */
async function sendPortion(deps: CampaignsDeps, id: string): Promise<boolean> {
  const { db } = deps.database;
  const [push] = (await listPushesDue(db, deps.clock.now())).filter((one) => one.id === id);
  const campaign = push && (await findCampaign(db, push.campaignId));
  if (!push || !campaign) return false;
  const at = deps.clock.now();
  const isOver = campaign.state === "ended" || campaign.endsAt <= at;
  // A campaign that pauses, or has not begun, keeps its push waiting.
  if (!isOver && campaign.state !== "running") return false;
  const merchants = isOver ? [] : await deps.audience.page(push.reachedUntil, AT_ONCE);
  const invited = await whoMayCome(deps, campaign, merchants);
  return deps.database.transaction(async (tx) => {
    const held = await lockPush(tx, id);
    if (held?.state !== push.state || held.reachedUntil !== push.reachedUntil) return false;
    const move = (action: "begin" | "finish" | "lapse") =>
      deps.lifecycles.advance(tx, pushLifecycle, { id }, action, { at, by: SYSTEM });
    if (isOver) {
      await move("lapse");
      return false;
    }
    if (held.state === "waiting") await move("begin");
    await savePortion(tx, await sendTo(deps, tx, campaign, held, { merchants, invited }));
    if (merchants.length === AT_ONCE) return true;
    await move("finish");
    return false;
  });
}

async function whoMayCome(deps: CampaignsDeps, campaign: Campaign, merchantIds: readonly string[]): Promise<string[]> {
  const invited: string[] = [];
  for (const merchantId of merchantIds) {
    if ((await audienceProblem(deps, campaign, merchantId)) === undefined) invited.push(merchantId);
  }
  return invited;
}

type Portion = { merchants: readonly string[]; invited: readonly string[] };
async function sendTo(
  deps: CampaignsDeps,
  tx: Parameters<CampaignsDeps["promote"]>[0],
  campaign: Campaign,
  { id, channels, title, body, reachedUntil, audience, numbers }: StoredPush,
  { merchants, invited }: Portion,
) {
  const result = await deps.promote(tx, invited, {
    reference: id,
    channels,
    message: { event: "campaign.push", data: { title, body } },
    link: { label: "去看看", path: CAMPAIGN_PAGES[campaign.page].path },
  });
  return {
    id,
    reachedUntil: merchants.at(-1) ?? reachedUntil,
    audience: audience + invited.length,
    numbers: added(numbers, result),
  };
}

const COUNTED = ["sent", "unwanted", "capped", "unreachable"] as const satisfies readonly ("sent" | PushMiss)[];
function added(one: PushResult, other: PushResult): PushResult {
  const sum = noPushes();
  for (const channel of Object.keys(sum) as MessageChannel[]) {
    for (const what of COUNTED) sum[channel][what] = one[channel][what] + other[channel][what];
  }
  return sum;
}
