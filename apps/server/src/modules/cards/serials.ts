import { SERIAL_BUSINESSES, toShanghaiDay, type SerialBusiness } from "@coralhub/domain";
import type { Db, Tx } from "../../platform/db.ts";
import { insertSerial } from "./account-store.ts";
import type { CardsDeps } from "./deps.ts";

const DRAWS = 10;

/** The day and six digits nobody can foresee; drawn again where one is taken. */
export async function nextSerial(
  { random, clock }: Pick<CardsDeps, "random" | "clock">,
  db: Db | Tx,
  merchantId: string,
  business: SerialBusiness,
): Promise<string> {
  const now = clock.now();
  const day = toShanghaiDay(now).replaceAll("-", "").slice(2);
  for (let draw = 0; draw < DRAWS; draw++) {
    const serial = `${SERIAL_BUSINESSES[business].prefix}${day}${String(random.below(1_000_000)).padStart(6, "0")}`;
    if (await insertSerial(db, serial, merchantId, business, now)) return serial;
  }
  throw new Error("no serial number is free today");
}
