import { Refusal, type identityEndpoints } from "@coralhub/contract";
import type { DoorAlarmKind } from "@coralhub/domain";
import { Counter } from "prom-client";
import type { Capability } from "../../platform/capability.ts";
import { countUnseenAlarms, listDoorAlarms, markAlarmSeen, raiseDoorAlarm } from "./door-alarms-store.ts";
import type { IdentityDeps } from "./deps.ts";

const [MINUTE, HOUR, DAY] = [60, 3600, 86_400];
const SHOWN_DAYS = 30;
const MOST_SHOWN = 100;
/** The words an on-call engineer is alerted by. */
const LOGGED: Readonly<Record<DoorAlarmKind, string>> = {
  sms: "sms budget of the hour is used up",
  spraying: "password spraying: every stranger meets a captcha",
  audit: "the audit log does not fit its anchor",
  closed: "a merchant whose account is closed has money",
};

type Deps = Pick<IdentityDeps, "database" | "rateLimits" | "log" | "ids" | "clock" | "audit" | "metrics">;
export type DoorAlarms = ReturnType<typeof createDoorAlarms>;
export type RaiseAlarm = (kind: DoorAlarmKind, subject: string) => Promise<void>;

/** Floods at the door, told to operators: counted for the scraper each time, logged and written down once a minute at most. */
export function createDoorAlarms({ database: { db }, rateLimits, log, ids, clock, audit, metrics }: Deps) {
  const met = new Counter({
    name: "coralhub_door_alarms_total",
    help: "Calls refused because a budget of SMS was used up, or made while passwords were sprayed",
    labelNames: ["kind"],
    registers: [metrics],
  });
  return {
    raise: (async (kind, subject) => {
      met.inc({ kind });
      // A flood is refused without asking the database each time: so is its alarm.
      if (!(await rateLimits.take(`door alarm:${kind}:${subject}`, 1, MINUTE)).allowed) return;
      log.error({ subject }, LOGGED[kind]);
      const at = clock.now();
      const hour = new Date(Math.floor(at.getTime() / 1000 / HOUR) * HOUR * 1000);
      await raiseDoorAlarm(db, { id: ids.next(), kind, subject, hour, at });
    }) satisfies RaiseAlarm,
    waiting: () => countUnseenAlarms(db),
    handlers: {
      doorAlarms: ({ now }) => listDoorAlarms(db, new Date(now.getTime() - SHOWN_DAYS * DAY * 1000), MOST_SHOWN),
      seeDoorAlarm: (ctx, { id }) =>
        ctx.once(async (tx) => {
          if (!(await markAlarmSeen(tx, id, ctx.operator.id, ctx.now))) throw new Refusal("state.changed");
          await audit.record(tx, {
            actor: { kind: "operator", id: ctx.operator.id },
            action: "identity.alarm_seen",
            subject: id,
            detail: {},
            address: ctx.address,
          });
          return null;
        }),
    } satisfies Partial<Capability<typeof identityEndpoints>["handlers"]>,
  };
}
