import { deskAddress, PAYOUT_TROUBLE_NAMES, type Address } from "@coralhub/domain";
import { goTo } from "@coralhub/ui/browser";
import { queryOptions, useQuery } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useState } from "react";
import { useBareAddress } from "../../platform/use-waiting-first.ts";
import { payouts } from "./payouts-calls.ts";

const WAITING = deskAddress("payoutDesk", { state: "awaitingApproval" });
const TROUBLED = deskAddress("payoutDesk", { trouble: PAYOUT_TROUBLE_NAMES.join(",") });

async function startOf(): Promise<Address> {
  const waiting = await payouts.payoutDesk({ filters: { state: ["awaitingApproval"] } });
  if (waiting.total > 0) return WAITING;
  const troubled = await payouts.payoutDesk({ filters: { trouble: PAYOUT_TROUBLE_NAMES } });
  return troubled.total > 0 ? TROUBLED : WAITING;
}
/** Asked once for each opening, and not again when a payment changes. */
const startQuery = (opening: number) =>
  queryOptions({
    queryKey: ["payout desk start", opening],
    queryFn: startOf,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });

/**
 * Opened from the bar it shows what waits for approval; where nothing does, what is in trouble. True until that is known: rows
 * of another question would only be taken away again.
 */
export function useDeskStart(): boolean {
  const { isBare, isHere } = useBareAddress();
  const [opening, setOpening] = useState(0);
  const [wasBare, setWasBare] = useState(isBare);
  if (isBare !== wasBare) {
    setWasBare(isBare);
    if (isBare) setOpening(opening + 1);
  }
  const { data, isError } = useQuery({ ...startQuery(opening), enabled: isBare });
  const start = isError ? WAITING : data;
  const land = useEffectEvent((to: Address) => goTo(to, { replace: true }));
  useEffect(() => {
    if (isBare && isHere && start) land(start);
  }, [isBare, isHere, start]);
  return isBare;
}
