import { Refusal } from "@coralhub/contract";
import { simulateStoreReview } from "@coralhub/domain";
import type { Tx } from "../../../platform/db.ts";
import { SYSTEM } from "../../../platform/lifecycle-engine.ts";
import { answersOf, describeEvidence } from "../answers.ts";
import type { StoresDeps } from "../deps.ts";
import { findStore, lockStore, type StoreKey } from "../stores-store.ts";
import { approve, decline } from "./decide-store.ts";
import { readReviewerSettings } from "./reviewer-settings-store.ts";

export const SIMULATE_JOB = "stores.simulate-review";
const SIMULATED = { by: SYSTEM, name: "模拟审核员" } as const;
type Reviewing = Pick<StoresDeps, "sandbox" | "clock" | "jobs">;
type Look = StoreKey & { version: number };

/** Plans the sandbox reviewer's look at a store, if there is such a reviewer at the moment. */
export async function planSimulation(deps: Reviewing, tx: Tx, key: StoreKey): Promise<void> {
  if (!deps.sandbox) return;
  const { on, delaySeconds } = await readReviewerSettings(tx);
  const store = on ? await findStore(tx, key) : undefined;
  if (!store) return;
  const look: Look = { merchantId: store.merchantId, id: store.id, version: store.version };
  // Without a moment to wait for, the worker is woken by the commit itself.
  const plan = delaySeconds > 0 ? { startAfter: new Date(deps.clock.now().getTime() + delaySeconds * 1000) } : {};
  await deps.jobs.send(tx, SIMULATE_JOB, look, plan);
}

/**
 * Decides by the rules its panel shows. What has changed since, or was decided, is left alone; what cannot be approved, because
 * the account it names takes it no more, is declined with those words.
 */
export async function simulateReview(deps: StoresDeps, look: Look): Promise<void> {
  if (!(await readReviewerSettings(deps.database.db)).on) return;
  await decide(deps, look).catch((error: unknown) => {
    if (!(error instanceof Refusal)) throw error;
    return decide(deps, look, error.message);
  });
}

async function decide(deps: StoresDeps, { version, ...key }: Look, problem?: string): Promise<void> {
  await deps.database.transaction(async (tx) => {
    const store = await lockStore(tx, key);
    if (!store || store.version !== version || store.state !== "pending") return;
    const files = await describeEvidence(deps.files, store.merchantId, answersOf(store), tx);
    const verdict = simulateStoreReview(
      store,
      files.map(({ fileName }) => fileName),
    );
    if (!verdict) return;
    const reason = problem ?? (verdict.approve ? undefined : verdict.reason);
    // Whose the account is gets settled first; then this comes again.
    if (reason === undefined && (await deps.connections.compareTyped(tx, store))) return;
    const looked = { store, ...SIMULATED, now: deps.clock.now() };
    await (reason === undefined ? approve(deps, tx, looked) : decline(deps, tx, looked, reason));
  });
}

export const runSimulation = (deps: StoresDeps) => (data: unknown) => simulateReview(deps, data as Look);
