import { identityEndpoints } from "@coralhub/contract";
import { CODE_PURPOSES, codeBinding, moneyText, normaliseMobile, type CodePurpose, type Money } from "@coralhub/domain";
import type { Tx } from "../../platform/db.ts";
import type { Capability } from "../../platform/capability.ts";
import { accountHandlers } from "./account-handlers.ts";
import { sweepAttempts } from "./attempts-store.ts";
import { createCaptchas } from "./captcha/captchas.ts";
import { readCaptcha, sweepCaptchas } from "./captcha/captchas-store.ts";
import { applyDueChanges } from "./change-factor.ts";
import { closeDueAccounts, refuseClosedOwner } from "./close-account.ts";
import { createCodes, type CodeProof, type CodeRequest, type Codes } from "./codes.ts";
import type { IdentityDeps, IdentityHouse } from "./deps.ts";
import { displayNameOf } from "./describe-account.ts";
import type { RaiseAlarm } from "./door-alarms.ts";
import { sweepDoorAlarms } from "./door-alarms-store.ts";
import { entryHandlers, type Parts } from "./entry-handlers.ts";
import { EXPORT_JOB, forgetExpiredExports, prepareDataExport } from "./export-personal-data.ts";
import { gateHandlers } from "./gates.ts";
import { sweepChallenges } from "./passkeys-store.ts";
import {
  aboutMerchant,
  listInvited,
  listInvitedSince,
  listMerchantIds,
  listMobileOwners,
  merchantIdsByMobile,
  sharedTraces,
  type MerchantAbout,
  countMerchants,
} from "./audience-store.ts";
import { ownerOf } from "./merchants-store.ts";
import { countRecoveries } from "./recovery-store.ts";
import { requireOwner } from "./require-merchant.ts";
import { createMerchantSearch, type MerchantSearch } from "./search-merchants.ts";
import { createSignInGuard } from "./sign-in-guard.ts";
import { ownRecipient } from "./step-up.ts";

export type { CodeProof } from "./codes.ts";
export { lockOpenOwner } from "./account-requests-store.ts";
export { proveCode, type SpendCode } from "./prove-code.ts";
export { plantMerchant } from "./plant-merchant.ts";
export { plantTicket } from "./captcha/captchas.ts";
export { requireFresh } from "./step-up.ts";
export { recipientOf, recipientsOf, setQuietNights } from "./merchant-search-store.ts";

/** What a code must have been asked for; for money with payee and amount, so that neither can be changed afterwards. */
export type CodeUse = {
  merchantId: string;
  /** Whose phone or mailbox; the owner's where nobody is named. */
  personId?: string;
  purpose: CodePurpose;
  code: string;
  channel?: "sms" | "email";
  /**
   * `version`: of what is agreed on, where it can change while its payees' count and its amount do not. `words`: what the
   * code's message says instead of purpose, payee and amount, where these make no sentence.
   */
  money?: { payee: string; amount: Money; version?: string; words?: string };
};

export type CodeToSend = Omit<CodeUse, "code">;
type CodeSent = Awaited<ReturnType<Codes["send"]>>;

export type Identity = Capability<typeof identityEndpoints> & {
  /** Two steps: `prove` counts the guess and must run outside the transaction; `spend` belongs to the effect. */
  codes: {
    prove(use: CodeUse): Promise<CodeProof>;
    spend(tx: Tx, proof: CodeProof): Promise<void>;
    /** To the merchant's own phone or mail; for money it says in words what it confirms. */
    send(request: CodeToSend): Promise<CodeSent>;
  };
  /** What the portal calls this merchant. */
  displayName(merchantId: string): Promise<string>;
  merchants: MerchantSearch;
  /** To the admins, once an hour and subject. */
  raiseAlarm: RaiseAlarm;
  /** To whom something can be offered. */
  audience: {
    /** In the order of their ids, after the one named. */
    page(after: string | null, limit: number): Promise<string[]>;
    count(): Promise<number>;
    byMobile(mobiles: readonly string[]): Promise<string[]>;
    /** Whose each of these numbers is, as they were written; one of nobody is left out. */
    ownersOf(mobiles: readonly string[]): Promise<{ mobile: string; merchantId: string }[]>;
    about(merchantId: string): Promise<MerchantAbout>;
    /** Whether an invitation's code is somebody's, as it was typed. */
    hasCode(code: string): Promise<boolean>;
    /** Whom a merchant has invited, the first before the rest. */
    invitedBy(merchantId: string): Promise<{ merchantId: string; at: Date }[]>;
    /** Everybody who was invited since. */
    invitedSince(
      since: { at: Date; merchantId: string | null },
      limit: number,
    ): Promise<{ inviterId: string; merchantId: string; at: Date }[]>;
    /** What two merchants' sign-ins have in common. */
    sharedTraces(one: string, other: string): Promise<("device" | "address")[]>;
  };
  /** For the sandbox only: what a captcha wants to hear. */
  captchaAnswer: (id: string) => ReturnType<typeof readCaptcha>;
};

export function createIdentity(house: IdentityHouse): Identity {
  const { messages, rails } = house;
  const alarms = house.doorAlarms;
  const deps: IdentityDeps = {
    ...house,
    notifications: rails.notifications,
    captcha: rails.captcha,
    raiseAlarm: alarms.raise,
    sendMessage: messages.send,
    tellAddress: messages.tellAddress,
    messageCountsOf: messages.countsOf,
    unreadCount: messages.unreadCount,
  };
  const codes = createCodes(deps);
  const captchas = createCaptchas(deps);
  const parts: Parts = { deps, codes, captchas, guard: createSignInGuard(deps, captchas) };
  return {
    endpoints: identityEndpoints,
    handlers: { ...entryHandlers(parts), ...accountHandlers(parts), ...gateHandlers(deps), ...alarms.handlers },
    jobs: jobsOf(parts),
    codes: {
      prove: async ({ code, ...request }) => codes.prove(await requestOf(deps, request), code),
      spend: codes.spend,
      async send(request) {
        const { purpose, money } = request;
        const about =
          money && (money.words ?? `${CODE_PURPOSES[purpose].label}：${money.payee}，${moneyText(money.amount)}`);
        return codes.send(await requestOf(deps, request), about === undefined ? {} : { about });
      },
    },
    async displayName(merchantId) {
      const [merchant, certified] = await Promise.all([
        requireOwner(deps, merchantId),
        deps.certification.briefOf(merchantId),
      ]);
      return displayNameOf(certified.name, merchant);
    },
    merchants: createMerchantSearch(deps),
    raiseAlarm: alarms.raise,
    audience: {
      page: (after, limit) => listMerchantIds(deps.database.db, after, limit),
      count: () => countMerchants(deps.database.db),
      about: (merchantId) => aboutMerchant(deps.database.db, merchantId),
      hasCode: async (code) => (await ownerOf(deps.database.db, "invitation", code.trim().toUpperCase())) !== undefined,
      invitedBy: (merchantId) => listInvited(deps.database.db, merchantId),
      invitedSince: (since, limit) => listInvitedSince(deps.database.db, since, limit),
      sharedTraces: (one, other) => sharedTraces(deps.database.db, one, other),
      byMobile: (mobiles) =>
        merchantIdsByMobile(
          deps.database.db,
          mobiles.flatMap((text) => normaliseMobile(text) ?? []),
        ),
      async ownersOf(mobiles) {
        const written = mobiles.map((text) => ({ text, mobile: normaliseMobile(text) }));
        const known = written.flatMap(({ mobile }) => mobile ?? []);
        const owners = await listMobileOwners(deps.database.db, known);
        return written.flatMap(({ text, mobile }) =>
          owners.filter((owner) => owner.mobile === mobile).map(({ merchantId }) => ({ mobile: text, merchantId })),
        );
      },
    },
    opensFor: refuseClosedOwner,
    waiting: { recoveries: () => countRecoveries(deps.database.db), doorAlarms: alarms.waiting },
    captchaAnswer: (id) => readCaptcha(deps.database.db, id),
  };
}

/** Sending and proving must mean the same: for money, payee and amount are part of what the code is good for. */
async function requestOf(deps: IdentityDeps, request: CodeToSend): Promise<CodeRequest> {
  const { merchantId, personId, purpose, channel, money } = request;
  const who = personId ? { merchantId, personId } : await requireOwner(deps, merchantId);
  const recipient = await ownRecipient(deps, who, channel);
  return {
    purpose,
    recipient,
    binding: money
      ? [merchantId, codeBinding(money.payee, money.amount), money.version].filter(Boolean).join("|")
      : merchantId,
  };
}

const LEFT_AT_ONCE = 200;
function jobsOf({ deps, codes }: Parts): Capability["jobs"] {
  const { db } = deps.database;
  const daysAgo = (days: number) => new Date(deps.clock.now().getTime() - days * 86_400_000);
  return {
    "identity.apply-factor-changes": { cron: "*/5 * * * *", run: () => applyDueChanges(deps) },
    "identity.close-accounts": { cron: "30 3 * * *", run: () => closeDueAccounts(deps) },
    // What a bank gives back later than that reaches nobody by itself: the admins see it until it has gone.
    "identity.find-left-money": {
      cron: "10 9 * * *",
      async run() {
        const { leftMoney } = deps.ledger;
        for (
          let some = await leftMoney(null, LEFT_AT_ONCE);
          some.length > 0;
          some = await leftMoney(some.at(-1)!.merchantId, LEFT_AT_ONCE)
        )
          for (const { merchantId, left } of some) await deps.raiseAlarm("closed", `${merchantId}：${left}`);
      },
    },
    [EXPORT_JOB]: {
      run: (data) => prepareDataExport(deps, data as { merchantId: string; personId: string; id: string }),
    },
    "identity.forget-proofs": {
      cron: "40 3 * * *",
      async run() {
        await codes.sweep();
        await sweepCaptchas(db, daysAgo(1));
        await sweepAttempts(db, daysAgo(1));
        await sweepChallenges(db, deps.clock.now());
        await sweepDoorAlarms(db, daysAgo(180));
        await forgetExpiredExports(deps);
      },
    },
  };
}
export { createDoorAlarms, type RaiseAlarm } from "./door-alarms.ts";
export { createNoticeBudget } from "./sms-budget.ts";
