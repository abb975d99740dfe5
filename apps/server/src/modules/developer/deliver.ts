import { WEBHOOK_PAUSE_AFTER, WEBHOOK_RETRY_SECONDS } from "@coralhub/domain";
import { performance } from "node:perf_hooks";
import type { DeveloperDeps } from "./deps.ts";
import {
  claimDeliveries,
  keepBodies,
  keepOutcomes,
  nextDue,
  pauseDead,
  type DueDelivery,
  type Outcome,
} from "./deliveries-store.ts";
import { secretContext } from "./save-webhook.ts";
import { mayHearWhole } from "./scopes.ts";
import { webhookHeaders } from "./sign-webhook.ts";
import { spreadEvents, type DescribeSubject } from "./spread-events.ts";

export type Deliverer = {
  /** Something is ready, or due: looked at soon. */
  wake(): void;
  /** Everything that is due now, once; for tests and for the job that looks after a crash. */
  deliverDue(): Promise<void>;
  close(): Promise<void>;
};

/** Of all addresses together: some thirty that do not answer leave room for the others. */
const MOST_AT_ONCE = 512;
/** Of one address: one that does not answer holds no more than this, and the others have the rest. */
const MOST_EACH = 16;
const CLAIMED_EACH = MOST_EACH / 2;
const LEASE_MS = 60_000;
const LONGEST_WAIT_MS = 30_000;
const TIMEOUT_MS = 10_000;
const ANSWER_CHARACTERS = 1_000;
const MOST_ANSWER_BYTES = 65_536;

export function createDeliverer(deps: DeveloperDeps, describe: DescribeSubject): Deliverer {
  const { log } = deps;
  const inFlight = createTally();
  const sending = new Set<Promise<void>>();
  const keeper = createOutcomeKeeper(deps);
  let pumping: Promise<void> | undefined;
  let again = false;
  let closed = false;
  let timer: NodeJS.Timeout | undefined;

  const claim = () => claimUpTo(deps, MOST_AT_ONCE - sending.size, inFlight.above(MOST_EACH - CLAIMED_EACH));

  function start(delivery: DueDelivery): void {
    inFlight.add(delivery.webhook, 1);
    const sent = send(deps, delivery).then(keeper.keep);
    const done = sent.catch((error: unknown) => log.warn({ err: error }, "a webhook's outcome was not kept"));
    sending.add(done);
    void done.finally(() => {
      inFlight.add(delivery.webhook, -1);
      sending.delete(done);
      wake();
    });
  }

  async function pump(): Promise<void> {
    // In turn: a flood of one merchant's events keeps nobody's notice waiting until all of it is spread.
    for (let isDone = false; !isDone && !closed;) {
      again = false;
      const spread = await spreadEvents(deps, describe);
      const claimed = await claim();
      claimed.forEach(start);
      isDone = spread === 0 && claimed.length === 0 && !again;
    }
    if (!closed && sending.size === 0) await sleepUntilDue();
  }

  async function sleepUntilDue(): Promise<void> {
    const waitMs = await msUntilDue(deps);
    if (waitMs === null) return;
    clearTimeout(timer);
    timer = setTimeout(wake, waitMs).unref();
  }

  function wake(): void {
    if (closed) return;
    again = true;
    pumping ??= pump()
      .catch((error: unknown) => log.warn({ err: error }, "webhooks were not looked at"))
      .finally(() => {
        pumping = undefined;
        // Called while the last look was ending.
        if (again) wake();
      });
  }

  return {
    wake,
    async deliverDue() {
      wake();
      while (pumping || sending.size > 0) await Promise.all([pumping, ...sending]);
    },
    async close() {
      closed = true;
      clearTimeout(timer);
      await Promise.all([pumping, ...sending]);
    },
  };
}

async function claimUpTo(deps: DeveloperDeps, limit: number, busy: readonly string[]): Promise<DueDelivery[]> {
  if (limit <= 0) return [];
  const now = deps.wallClock.now();
  const leaseEndsAt = new Date(now.getTime() + LEASE_MS);
  return deps.database.transaction(async (tx) => {
    const claimed = await claimDeliveries(tx, { now, leaseEndsAt, limit, each: CLAIMED_EACH, busy });
    const narrowed = claimed.filter((delivery) => carriesTooMuch(delivery)).map(withoutObject);
    if (narrowed.length > 0) await keepBodies(tx, narrowed);
    return claimed.map((delivery) => narrowed.find(({ id }) => id === delivery.id) ?? delivery);
  });
}

/** A notice is written when something happens and may be sent much later: what counts is what the app may read then. */
const carriesTooMuch = ({ topic, body, scopes }: DueDelivery): boolean =>
  !mayHearWhole({ scopes: new Set(scopes) }, topic) && objectIn(body) !== null;
const objectIn = (body: string): unknown => (JSON.parse(body) as { data: { object?: unknown } }).data.object ?? null;
function withoutObject(delivery: DueDelivery): DueDelivery {
  const told = JSON.parse(delivery.body) as { data: object };
  return { ...delivery, body: JSON.stringify({ ...told, data: { ...told.data, object: null } }) };
}

async function msUntilDue({ database, wallClock }: DeveloperDeps): Promise<number | null> {
  const now = wallClock.now();
  const at = await nextDue(database.db, now);
  return at && Math.min(Math.max(at.getTime() - now.getTime(), 50), LONGEST_WAIT_MS);
}

/** How many of each; none is not kept. */
function createTally() {
  const counts = new Map<string, number>();
  return {
    add(name: string, change: number): void {
      const count = (counts.get(name) ?? 0) + change;
      if (count === 0) counts.delete(name);
      else counts.set(name, count);
    },
    above: (least: number): string[] => [...counts].flatMap(([name, count]) => (count > least ? [name] : [])),
  };
}

/** What comes back while the last ones are being written goes with the next. */
function createOutcomeKeeper(deps: DeveloperDeps) {
  let outcomes: Outcome[] = [];
  let keeping: Promise<void> | undefined;
  async function keepAll(): Promise<void> {
    try {
      while (outcomes.length > 0) {
        const batch = outcomes;
        outcomes = [];
        await keepBatch(deps, batch);
      }
    } finally {
      keeping = undefined;
    }
  }
  return {
    keep(outcome: Outcome): Promise<void> {
      outcomes.push(outcome);
      return (keeping ??= keepAll());
    },
  };
}

async function keepBatch(deps: DeveloperDeps, batch: readonly Outcome[]): Promise<void> {
  const at = deps.wallClock.now();
  const failed = [...new Set(batch.flatMap(({ delivered, webhook }) => (delivered ? [] : [webhook])))];
  await deps.database.transaction(async (tx) => {
    await keepOutcomes(tx, batch, at);
    if (failed.length === 0) return;
    for (const dead of await pauseDead(tx, failed, WEBHOOK_PAUSE_AFTER, at)) {
      await deps.sendMessage(tx, {
        event: "developer.webhook_paused",
        merchantId: dead.merchantId,
        data: { app: dead.product, address: dead.address, failures: String(dead.failures) },
      });
    }
  });
}

const secretsOf = (deps: DeveloperDeps, delivery: DueDelivery, now: Date): string[] => {
  const context = secretContext({ merchantId: delivery.merchantId, id: delivery.webhook });
  const { sealedSecret, sealedOldSecret, oldSecretUntil } = delivery;
  const old = sealedOldSecret && oldSecretUntil && oldSecretUntil > now ? [sealedOldSecret] : [];
  return [sealedSecret, ...old].map((sealed) => deps.secrets.openText(sealed, context));
};

/** Anything but 2xx is tried again; a redirect, too: the address was agreed on. */
async function send(deps: DeveloperDeps, delivery: DueDelivery): Promise<Outcome> {
  const { merchantId, id, webhook, address, body, attempts } = delivery;
  const now = deps.wallClock.now();
  const begun = performance.now();
  const signed = { id: `msg_${id}`, timestamp: Math.floor(now.getTime() / 1000), body };
  const result = await deps
    .fetchOutside(address, {
      method: "POST",
      headers: { "content-type": "application/json", ...webhookHeaders(secretsOf(deps, delivery, now), signed) },
      body,
      timeoutMs: TIMEOUT_MS,
      maxBytes: MOST_ANSWER_BYTES,
    })
    .then(
      ({ status, body: answer }) => ({
        status,
        problem: status >= 200 && status < 300 ? null : `答复 ${status}`,
        // Half a sign at the end, and the database would refuse it with everybody's outcomes of this batch.
        answer: answer.toString("utf8").replaceAll("\0", "").slice(0, ANSWER_CHARACTERS).toWellFormed(),
      }),
      (error: unknown) => ({ status: null, problem: problemOf(error), answer: "" }),
    );
  const delivered = result.problem === null;
  const wait = WEBHOOK_RETRY_SECONDS[attempts];
  const attempt = { at: now.toISOString(), ms: Math.round(performance.now() - begun), ...result };
  const dueAt = delivered || wait === undefined ? null : new Date(deps.wallClock.now().getTime() + wait * 1000);
  return { merchantId, id, webhook, attempt, dueAt, delivered };
}

function problemOf(error: unknown): string {
  if (error instanceof Error && error.name === "AddressRefused") return "地址不在公网上，或者要求跳转";
  if (error instanceof Error && (error.name === "TimeoutError" || error.name === "AbortError")) return "10 秒没有答复";
  return "连接不上";
}
