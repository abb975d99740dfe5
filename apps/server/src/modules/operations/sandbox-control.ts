import { Refusal, sandboxControlEndpoints } from "@coralhub/contract";
import { auditActionLabel, RAIL_MODES, SANDBOX_RAILS, type RailMode, type SandboxRail } from "@coralhub/domain";
import type { Audit } from "../../platform/audit.ts";
import type { OperatorContext } from "../../platform/context.ts";
import type { Database } from "../../platform/db.ts";
import type { Capability } from "../../platform/capability.ts";
import type { SandboxClock } from "../../platform/sandbox-clock.ts";
import type { RailModes } from "../../rails/modes/index.ts";
import { byOperator } from "./by-operator.ts";
import { readRecentEntries } from "./audit-store.ts";

type Deps = {
  database: Pick<Database, "db">;
  audit: Audit;
  simulators: { clock: SandboxClock; modes: RailModes };
};

const FURTHEST_AHEAD_MS = 3_650 * 86_400_000;
const EVENTS_SHOWN = 20;

/** The levers of the sandbox: its clock and how its rails behave. Not assembled in production. */
export function createSandboxControl(deps: Deps): Capability<typeof sandboxControlEndpoints> {
  const clockState = () => ({
    now: deps.simulators.clock.now(),
    aheadSeconds: Math.round(deps.simulators.clock.aheadMs() / 1000),
  });
  return {
    endpoints: sandboxControlEndpoints,
    handlers: {
      clock: async () => clockState(),
      async advanceClock(ctx, { hours }) {
        await advanceClock(deps, ctx, hours);
        await deps.simulators.clock.refresh();
        return clockState();
      },
      rails: () => deps.simulators.modes.all(),
      switchRail: (ctx, { rail, mode }) => switchRail(deps, ctx, rail, mode),
      async sandboxEvents() {
        const entries = await readRecentEntries(deps.database.db, "sandbox.", EVENTS_SHOWN);
        return entries.map(({ id, at, actor, action, detail }) => ({
          id,
          at,
          who: actor,
          action: auditActionLabel(action),
          what: typeof detail["what"] === "string" ? detail["what"] : "",
        }));
      },
    },
  };
}

function advanceClock(deps: Deps, ctx: OperatorContext, hours: number): Promise<void> {
  if (deps.simulators.clock.aheadMs() + hours * 3_600_000 > FURTHEST_AHEAD_MS)
    throw new Refusal("sandbox.clock_too_far");
  return ctx.once(async (tx) => {
    await deps.simulators.clock.advance(tx, { hours });
    const what = hours % 24 === 0 ? `拨快 ${hours / 24} 天` : `拨快 ${hours} 小时`;
    await deps.audit.record(
      tx,
      byOperator(ctx, { action: "sandbox.clock_advanced", subject: "sandbox:clock", detail: { hours, what } }),
    );
  });
}

function switchRail(deps: Deps, ctx: OperatorContext, rail: SandboxRail, mode: RailMode): Promise<null> {
  return ctx.once(async (tx) => {
    const before = await deps.simulators.modes.set(tx, rail, mode, ctx.operator.id, ctx.now);
    const what = `${SANDBOX_RAILS[rail].label}：${RAIL_MODES[before].label} → ${RAIL_MODES[mode].label}`;
    await deps.audit.record(
      tx,
      byOperator(ctx, {
        action: "sandbox.rail_switched",
        subject: `rail:${rail}`,
        detail: { from: before, to: mode, what },
      }),
    );
    return null;
  });
}
