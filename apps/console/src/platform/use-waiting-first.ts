import type { Address } from "@coralhub/domain";
import { useRouterState } from "@tanstack/react-router";
import { useEffect, useEffectEvent } from "react";
import { go } from "./navigation.ts";

/** Opened from the bar a desk shows what waits for us; every other view is in the address. */
export function useWaitingFirst(waiting: Address): void {
  const search = useRouterState({ select: (state) => state.location.searchStr });
  const start = useEffectEvent(() => {
    if (search === "") go(waiting, { replace: true });
  });
  useEffect(() => start(), []);
}
