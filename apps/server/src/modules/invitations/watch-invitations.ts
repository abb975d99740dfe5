import { Refusal } from "@coralhub/contract";
import {
  FRIEND_CLAIM,
  INVITATION_DOUBTS,
  inDollarCents,
  invitationLifecycle,
  moneyOf,
  moneyText,
  REAL_BUSINESS_DOLLARS,
  rewardOf,
  type InvitationDoubt,
} from "@coralhub/domain";
import type { Tx } from "../../platform/db.ts";
import { SYSTEM, type Actor } from "../../platform/lifecycle-engine.ts";
import type { InvitationsDeps } from "./deps.ts";
import {
  countRewarded,
  insertProgress,
  listCircle,
  newestJoined,
  takeTurn,
  type FriendKey,
  type Progress,
} from "./invitations-store.ts";

const AT_ONCE = 500;
const LOOK_BACK_DAYS = 3;
/** How many of an inviter's other friends a friend is compared with, the latest first. */
const CIRCLE = 50;
const DAY_MS = 86_400_000;

/** New friends are written down; those on the way are looked at once more. */
export async function watchInvitations(deps: InvitationsDeps): Promise<void> {
  await writeDown(deps);
  for (const friend of await takeTurn(deps.database.db, deps.clock.now(), AT_ONCE)) {
    await lookAt(deps, friend).catch((error: unknown) => {
      deps.log.warn({ err: error, merchantId: friend.merchantId }, "an invitation was not looked at");
    });
  }
}

/** Everybody who came since the newest that is known, and a few days more for what was committed late. */
async function writeDown(deps: InvitationsDeps): Promise<void> {
  const newest = await newestJoined(deps.database.db);
  const since = newest ? new Date(newest.getTime() - LOOK_BACK_DAYS * DAY_MS) : new Date(0);
  for (let after: { at: Date; merchantId: string | null } = { at: since, merchantId: null }; ;) {
    const fresh = await deps.audience.invitedSince(after, AT_ONCE);
    await deps.database.transaction(async (tx) => {
      for (const { inviterId, merchantId, at } of fresh) {
        const friend = { merchantId: inviterId, friendId: merchantId, joinedAt: at };
        // What was promised at registration; where finance has no such plan just now, the invitation counts all the same.
        if (await insertProgress(tx, friend)) await deps.coupons.issueByClaim(tx, merchantId, FRIEND_CLAIM);
      }
    });
    if (fresh.length < AT_ONCE) return;
    after = fresh.at(-1)!;
  }
}

async function lookAt(deps: InvitationsDeps, { state, merchantId, friendId }: Progress): Promise<void> {
  const key = { merchantId, friendId };
  const at = deps.clock.now();
  if (!(await deps.certification.mayMoveMoney(friendId))) return;
  if (state === "joined") {
    await deps.database.transaction((tx) =>
      deps.lifecycles.tryAdvance(tx, invitationLifecycle, key, "certify", { at, by: SYSTEM }),
    );
  }
  if (!(await hasRealBusiness(deps, friendId))) return;
  // An inviter who cannot hold money waits for the reward until it can.
  if (!(await deps.certification.mayMoveMoney(merchantId))) return;
  const doubts = await doubtsAbout(deps, key);
  await deps.database.transaction(async (tx) => {
    if (doubts.length > 0) {
      await deps.lifecycles.tryAdvance(tx, invitationLifecycle, key, "doubt", {
        at,
        by: SYSTEM,
        set: { doubts },
        note: doubts.map((doubt) => INVITATION_DOUBTS[doubt]).join("、"),
      });
    } else await giveReward(deps, tx, key, { action: "reward", by: SYSTEM });
  });
}

/** Payments received from buyers and platforms: a loan, a reward or a transfer between wallets is none. */
async function hasRealBusiness(deps: InvitationsDeps, friendId: string): Promise<boolean> {
  const turnover = await deps.activity.turnover(friendId, { kind: "income" });
  const cents = turnover.reduce((sum, { income }) => sum + inDollarCents(income), 0n);
  return cents >= BigInt(REAL_BUSINESS_DOLLARS) * 100n;
}

/** What a friend has in common with the inviter, or with anybody around: accounts of one person invite each other in rings. */
async function doubtsAbout(deps: InvitationsDeps, key: FriendKey): Promise<InvitationDoubt[]> {
  const found = new Set<InvitationDoubt>();
  for (const other of [key.merchantId, ...(await listCircle(deps.database.db, key, CIRCLE))])
    for (const doubt of await inCommon(deps, other, key.friendId)) found.add(doubt);
  return (Object.keys(INVITATION_DOUBTS) as InvitationDoubt[]).filter((doubt) => found.has(doubt));
}

async function inCommon(deps: InvitationsDeps, one: string, other: string): Promise<InvitationDoubt[]> {
  const [traces, sameDocument, briefs, own, theirs] = await Promise.all([
    deps.audience.sharedTraces(one, other),
    deps.certification.shareDocument(one, other),
    deps.certification.briefsOf([one, other]),
    deps.beneficiaries.list(one, "own"),
    deps.beneficiaries.list(other, "own"),
  ]);
  const doubts: InvitationDoubt[] = [...traces];
  const names = [one, other].map((id) => briefs.get(id)?.name);
  if (sameDocument || (names[0] && names[0] === names[1])) doubts.push("document");
  const account = ({ numberIndex }: (typeof own)[number]) => Buffer.from(numberIndex).toString("hex");
  const known = new Set(own.map(account));
  if (theirs.some((card) => known.has(account(card)))) doubts.push("bankAccount");
  return doubts;
}

type Giving = { action: "reward" | "allow"; by: Actor; decidedBy?: string };
export async function giveReward(
  deps: InvitationsDeps,
  tx: Tx,
  key: FriendKey,
  { action, by, decidedBy }: Giving,
): Promise<void> {
  const { merchantId, friendId } = key;
  // Asked here, whoever gives it: between a look and the decision an account can be closed or frozen.
  if (!(await deps.certification.certifiedAs(merchantId, tx))) throw new Refusal("invitation.inviter_cannot_be_paid");
  const amount = moneyOf("USD", BigInt(rewardOf((await countRewarded(tx, merchantId)) + 1)) * 100n);
  await deps.lifecycles.advance(tx, invitationLifecycle, { merchantId, friendId }, action, {
    at: deps.clock.now(),
    by,
    set: { rewardMinor: amount.minor, decidedBy },
    message: { event: "invitation.rewarded", data: { amount: moneyText(amount) } },
  });
  await deps.campaigns.reward(tx, { merchantId, cause: `invitation:${friendId}`, title: "推荐奖励", amount });
}
