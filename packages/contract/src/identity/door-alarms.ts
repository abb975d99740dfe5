import { z } from "zod";
import { done, endpoint, nothing } from "../endpoint.ts";
import { wireTime } from "../wire-time.ts";
import { field } from "./fields.ts";

const admin = { family: "ops", access: "operator:admin" } as const;

/** Floods at the door, for whoever watches the installation. */
export const doorAlarmEndpoints = {
  doorAlarms: endpoint({
    ...admin,
    method: "GET",
    path: "/door-alarms",
    title: "入口告警：短信额度和密码试探",
    input: nothing,
    output: z.array(
      z.object({
        id: z.uuid(),
        kind: z.enum(["sms", "spraying", "audit", "closed"]),
        /** Which budget: `everyone`, or the country it is sent to. */
        subject: z.string(),
        raisedAt: wireTime,
        lastAt: wireTime,
        seenAt: wireTime.nullable(),
        seenBy: z.uuid().nullable(),
      }),
    ),
  }),
  seeDoorAlarm: endpoint({
    ...admin,
    method: "POST",
    path: "/door-alarms/{id}/seen",
    title: "确认一条入口告警",
    input: z.object({ id: field.id }),
    output: done,
  }),
};
