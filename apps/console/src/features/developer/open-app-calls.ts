import { developerEndpoints, type OpenAppDeskDetail } from "@coralhub/contract";
import { queryOptions } from "@tanstack/react-query";
import { connect } from "../../platform/api.ts";

const { openApps, openAppCase, openHealth, suspendApp, resumeApp, setAppLimit } = developerEndpoints;
export const calls = connect({ openApps, openAppCase, openHealth, suspendApp, resumeApp, setAppLimit });

export const OPEN_APPS = ["open-apps"] as const;
export type AppRef = Pick<OpenAppDeskDetail, "merchantId" | "id">;
const LOOK_AGAIN_MS = 30_000;

export const healthQuery = queryOptions({
  queryKey: [...OPEN_APPS, "health"],
  queryFn: () => calls.openHealth({}),
  refetchInterval: LOOK_AGAIN_MS,
});
/** Read once for each opening: every look at an app is recorded. */
export const appQuery = ({ merchantId, id }: AppRef) =>
  queryOptions({
    queryKey: [...OPEN_APPS, "case", merchantId, id],
    queryFn: () => calls.openAppCase({ merchantId, id }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnWindowFocus: false,
  });
