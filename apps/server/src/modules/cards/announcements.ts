import {
  moneyOf,
  moneyText,
  rechargeLifecycle,
  serialIn,
  type Money,
  type RechargeState,
  type RechargeStep,
} from "@coralhub/domain";
import type { Tx } from "../../platform/db.ts";
import { RAIL, type Actor } from "../../platform/lifecycle-engine.ts";
import { lockOpenOwner } from "../identity/index.ts";
import { findSerial, lockSerial } from "./account-store.ts";
import type { CardsDeps } from "./deps.ts";
import { listWaitingWith, lockRechargeOfSerial, type CardTransfer, type Recharge } from "./recharges-store.ts";

/** Whose money it says it is, where that merchant still is with us; nobody closes its account from here on. */
export async function findAnnounced(tx: Tx, serial: string): Promise<Recharge | undefined> {
  await lockSerial(tx, serial);
  const owner = await findSerial(tx, serial);
  if (!owner || !(await lockOpenOwner(tx, owner.merchantId))) return undefined;
  const recharge = await lockRechargeOfSerial(tx, owner.merchantId, serial);
  return recharge?.kind === "walletOffline" ? recharge : undefined;
}
/** Still waited for, or looked at: what comes for it may be credited by itself. */
export const isAwaited = ({ state }: Recharge): boolean => state === "pending" || state === "processing";

/**
 * Somebody's money names it, and two of ours look whose it is. An announcement is credited once: its merchant reads that
 * another remittance bears the same number, and what the two of ours need to credit that one, too.
 */
export async function tellArrived(
  { lifecycles, clock }: CardsDeps,
  tx: Tx,
  recharge: Recharge,
  amount: Money,
): Promise<void> {
  const { merchantId, id, state } = recharge;
  const key = { merchantId, id };
  const step = { at: clock.now(), by: RAIL };
  if (state === "pending") await lifecycles.advance(tx, rechargeLifecycle, key, "begin", step);
  if (state !== "processing" && state !== "succeeded") return;
  const action = "anotherCame" satisfies RechargeStep;
  const note = `${moneyText(amount)}，正在核对；一个流水号只入账一笔，这笔请另登记一个流水号并联系客服`;
  await lifecycles.record(tx, rechargeLifecycle, key, { ...step, action, note });
}

/** Announced after its money has come: that waits for two of ours already, and the announcement is looked at with it. */
export async function tellWaiting(
  deps: CardsDeps,
  tx: Tx,
  { merchantId, serial }: Pick<Recharge, "merchantId" | "serial">,
): Promise<RechargeState> {
  const read = async () => (await lockRechargeOfSerial(tx, merchantId, serial))!;
  for (const { currency, minor } of await listNaming(tx, serial))
    await tellArrived(deps, tx, await read(), moneyOf(currency, minor));
  return (await read()).state;
}

/** What waits and bears this very number. */
const listNaming = async (tx: Tx, serial: string): Promise<CardTransfer[]> =>
  (await listWaitingWith(tx, serial)).filter(({ remittance }) => serialIn(remittance) === serial);

type Gone = {
  transfer: CardTransfer;
  /** The announcement it was credited for; that one has been told. */
  but?: Recharge;
  fate: string;
  step: { at: Date; by: Actor };
};
/**
 * What became of money that names an announcement and was not credited for it: its merchant reads so. Where it was looked at
 * for this money alone, it waits again.
 */
export async function tellGone({ lifecycles }: CardsDeps, tx: Tx, { transfer, but, fate, step }: Gone): Promise<void> {
  const serial = serialIn(transfer.remittance);
  const named = serial === undefined || serial === but?.serial ? undefined : await findAnnounced(tx, serial);
  if (!named) return;
  const { merchantId, id, state } = named;
  const others = (await listNaming(tx, named.serial)).filter((other) => other.id !== transfer.id);
  const amount = moneyText(moneyOf(transfer.currency, transfer.minor));
  const told = { ...step, note: `写有这个流水号的一笔汇款 ${amount} ${fate}` };
  if (state === "processing" && others.length === 0)
    await lifecycles.advance(tx, rechargeLifecycle, { merchantId, id }, "resume", told);
  else
    await lifecycles.record(
      tx,
      rechargeLifecycle,
      { merchantId, id },
      { ...told, action: "transferGone" satisfies RechargeStep },
    );
}
