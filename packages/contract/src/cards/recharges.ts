import { RECHARGE_KIND_NAMES, RECHARGE_KINDS, rechargeLifecycle, stateNames } from "@coralhub/domain";
import { z } from "zod";
import { money } from "../endpoint.ts";
import { defineList, filter } from "../list.ts";
import { wireTime } from "../wire-time.ts";

export const rechargeState = z.enum(stateNames(rechargeLifecycle));
export const recharge = z.object({
  id: z.uuid(),
  kind: z.enum(RECHARGE_KIND_NAMES),
  rechargeProgress: rechargeState,
  rechargeAmount: money,
  fee: money,
  serialNumber: z.string(),
  cardId: z.uuid().nullable(),
  cardName: z.string().nullable(),
  cardLastFour: z.string().nullable(),
  /** The card that stood in with its money, and the purchase it was for. */
  fromCardId: z.uuid().nullable(),
  fromCardName: z.string().nullable(),
  paymentId: z.uuid().nullable(),
  shopName: z.string().nullable(),
  reason: z.string().nullable(),
  createdAt: wireTime,
  finishedAt: wireTime.nullable(),
});
export type CardRecharge = z.output<typeof recharge>;
const kinds = Object.entries(RECHARGE_KINDS).map(([value, { label }]) => ({ value, label }));
/** Into the wallet, onto cards and back. */
export const rechargeList = defineList({
  title: "充值记录",
  row: recharge,
  columns: {
    createdAt: { header: "时间", as: "time" },
    serialNumber: { header: "流水号", as: "code" },
    kind: { header: "方式", options: kinds },
    cardName: { header: "卡片" },
    cardLastFour: { header: "尾号", as: "code" },
    rechargeAmount: { header: "金额", as: "money" },
    rechargeProgress: { header: "进度", as: "state", lifecycle: rechargeLifecycle },
    finishedAt: { header: "完成时间", as: "time" },
  },
  filters: {
    serialNumber: filter.text("流水号", "exact"),
    kind: filter.choice("方式", kinds),
    rechargeProgress: filter.state("进度", rechargeLifecycle),
    cardLastFour: filter.lastFour("卡尾号"),
    createdAt: filter.dateRange("时间"),
  },
  sort: ["createdAt"],
});
