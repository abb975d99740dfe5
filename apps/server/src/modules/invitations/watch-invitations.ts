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
import { countRewarded, insertProgress, listMoving, type FriendKey, type Progress } from "./invitations-store.ts";

const AT_ONCE = 500;
const LOOK_BACK_DAYS = 3;
const DAY_MS = 86_400_000;

/** New friends are written down; those on the way are looked at once more. */
export async function watchInvitations(deps: InvitationsDeps): Promise<void> {
  const { db } = deps.database;
  const since = new Date(deps.clock.now().getTime() - LOOK_BACK_DAYS * DAY_MS);
  const fresh = await deps.audience.invitedSince(since, AT_ONCE);
  await deps.database.transaction(async (tx) => {
    for (const { inviterId, merchantId, at } of fresh) {
      const friend = { merchantId: inviterId, friendId: merchantId, joinedAt: at };
      // What was promised at registration; where finance has no such plan just now, the invitation counts all the same.
      if (await insertProgress(tx, friend)) await deps.coupons.issueByClaim(tx, merchantId, FRIEND_CLAIM);
    }
  });
  for (const friend of await listMoving(db, AT_ONCE)) {
    await lookAt(deps, friend).catch((error: unknown) => {
      deps.log.warn({ err: error, merchantId: friend.merchantId }, "an invitation was not looked at");
    });
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

async function hasRealBusiness(deps: InvitationsDeps, friendId: string): Promise<boolean> {
  const turnover = await deps.activity.turnover(friendId, {});
  const cents = turnover.reduce((sum, { income }) => sum + inDollarCents(income), 0n);
  return cents >= BigInt(REAL_BUSINESS_DOLLARS) * 100n;
}

/** What the two have in common. */
async function doubtsAbout(deps: InvitationsDeps, { merchantId, friendId }: FriendKey): Promise<InvitationDoubt[]> {
  const [traces, briefs, own, theirs] = await Promise.all([
    deps.audience.sharedTraces(merchantId, friendId),
    deps.certification.briefsOf([merchantId, friendId]),
    deps.beneficiaries.list(merchantId, "own"),
    deps.beneficiaries.list(friendId, "own"),
  ]);
  const doubts: InvitationDoubt[] = [...traces];
  const names = [merchantId, friendId].map((id) => briefs.get(id)?.name);
  if (names[0] && names[0] === names[1]) doubts.push("document");
  const account = ({ bankName, lastFour, currency }: (typeof own)[number]) => `${bankName} ${lastFour} ${currency}`;
  const known = new Set(own.map(account));
  if (theirs.some((one) => known.has(account(one)))) doubts.push("bankAccount");
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
  const amount = moneyOf("USD", BigInt(rewardOf((await countRewarded(tx, merchantId)) + 1)) * 100n);
  await deps.lifecycles.advance(tx, invitationLifecycle, { merchantId, friendId }, action, {
    at: deps.clock.now(),
    by,
    set: { rewardMinor: amount.minor, decidedBy },
    message: { event: "invitation.rewarded", data: { amount: moneyText(amount) } },
  });
  await deps.campaigns.reward(tx, { merchantId, cause: `invitation:${friendId}`, title: "推荐奖励", amount });
}
