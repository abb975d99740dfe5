import type { Address } from "@coralhub/domain";
import { goTo } from "@coralhub/ui/browser";
import { useMatch, useRouterState } from "@tanstack/react-router";
import { useEffect, useEffectEvent, useState } from "react";

/**
 * Whether the page on the screen was opened from the bar: its address says nothing yet. Whoever is on the way to another page by
 * now (`isHere` is false) sees what was there, and is not called back.
 */
export function useBareAddress(): { isBare: boolean; isHere: boolean } {
  const shown = useMatch({ strict: false, select: ({ pathname }) => pathname });
  const path = useRouterState({ select: (state) => state.location.pathname });
  const search = useRouterState({ select: (state) => state.location.searchStr });
  const [kept, keep] = useState(search === "");
  const isHere = shown === path;
  const isBare = isHere ? search === "" : kept;
  if (isBare !== kept) keep(isBare);
  return { isBare, isHere };
}

/** Opened from the bar a desk shows what waits for us; every other view is in the address. True until it is there. */
export function useWaitingFirst(waiting: Address): boolean {
  const { isBare, isHere } = useBareAddress();
  const start = useEffectEvent(() => goTo(waiting, { replace: true }));
  useEffect(() => {
    if (isBare && isHere) start();
  }, [isBare, isHere]);
  return isBare;
}
