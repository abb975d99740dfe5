import { deskAddress, PAYOUT_TROUBLE_NAMES, type Address } from "@coralhub/domain";
import { queryOptions, useQuery } from "@tanstack/react-query";
import { useMatch, useRouterState } from "@tanstack/react-router";
import { useEffect, useEffectEvent, useState } from "react";
import { go } from "../../platform/navigation.ts";
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
const startQuery = queryOptions({
  queryKey: ["payout desk start"],
  queryFn: startOf,
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: 0,
});

/**
 * Opened from the bar it shows what waits for approval; where nothing does, what is in trouble. True until that is known: rows
 * of another question would only be taken away again.
 */
export function useDeskStart(): boolean {
  const shown = useMatch({ strict: false, select: ({ pathname }) => pathname });
  const path = useRouterState({ select: (state) => state.location.pathname });
  const search = useRouterState({ select: (state) => state.location.searchStr });
  const [isStarting, setStarting] = useState(search === "");
  if (isStarting && search !== "") setStarting(false);
  const { data, isError } = useQuery({ ...startQuery, enabled: isStarting });
  const start = isError ? WAITING : data;
  const land = useEffectEvent((to: Address) => {
    // Whoever is on the way to another page by now is not called back.
    if (isStarting && shown === path) go(to, { replace: true });
  });
  useEffect(() => {
    if (start) land(start);
  }, [start]);
  return isStarting;
}
