import { RAIL_MODES, SANDBOX_RAILS, type RailMode, type SandboxRail } from "@coralhub/domain";
import { z } from "zod";
import { done, endpoint, nothing } from "../endpoint.ts";
import { wireTime } from "../wire-time.ts";

const sandbox = { family: "sandbox", access: "operator" } as const;
const rail = z.enum(Object.keys(SANDBOX_RAILS) as [SandboxRail, ...SandboxRail[]]);
const mode = z.enum(Object.keys(RAIL_MODES) as [RailMode, ...RailMode[]]);
const HOURS_A_YEAR = 366 * 24;

const clockState = z.object({
  now: wireTime,
  /** How far the sandbox runs ahead of real time; 0 means in step. */
  aheadSeconds: z.number().int(),
});
export type SandboxClockState = z.output<typeof clockState>;

/** The sandbox's own levers; absent in production. */
export const sandboxControlEndpoints = {
  clock: endpoint({ ...sandbox, method: "GET", path: "/clock", title: "沙箱时间", input: nothing, output: clockState }),
  advanceClock: endpoint({
    ...sandbox,
    method: "POST",
    path: "/clock/advance",
    title: "拨快沙箱时钟（只能向前，全沙箱共用）",
    input: z.object({ hours: z.number().int().min(1, "至少拨快 1 小时").max(HOURS_A_YEAR, "一次最多拨快一年") }),
    output: clockState,
  }),
  rails: endpoint({
    ...sandbox,
    method: "GET",
    path: "/rails",
    title: "模拟通道的状态",
    input: nothing,
    output: z.array(z.object({ rail, mode, changedAt: wireTime.nullable() })),
  }),
  switchRail: endpoint({
    ...sandbox,
    method: "POST",
    path: "/rails/{rail}",
    title: "设定模拟通道：正常、慢、中断",
    input: z.object({ rail, mode }),
    output: done,
  }),
  sandboxEvents: endpoint({
    ...sandbox,
    method: "GET",
    path: "/events",
    title: "沙箱里刚发生的事",
    input: nothing,
    output: z.array(z.object({ id: z.string(), at: wireTime, who: z.string(), action: z.string(), what: z.string() })),
  }),
};
