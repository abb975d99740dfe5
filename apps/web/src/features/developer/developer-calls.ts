import { developerEndpoints, type ListInput } from "@coralhub/contract";
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { connect } from "../../platform/api.ts";
import { queryClient } from "../../platform/query.ts";

const {
  openApps: _apps,
  openAppCase: _case,
  openHealth: _health,
  suspendApp: _suspend,
  resumeApp: _resume,
  setAppLimit: _limit,
  ...own
} = developerEndpoints;
/** What goes wrong is said in its own place. */
export const calls = connect(own);

const KEY = "developer";
const LOOK_AGAIN_MS = 10_000;
export const appsQuery = queryOptions({ queryKey: [KEY, "apps"], queryFn: () => calls.getAppList({}) });
export const appQuery = (appId: string) =>
  queryOptions({
    queryKey: [KEY, "app", appId],
    queryFn: () => calls.getApp({ appId }),
    refetchInterval: LOOK_AGAIN_MS,
  });
export const requestsQuery = (input: ListInput) =>
  queryOptions({
    queryKey: [KEY, "requests", input],
    queryFn: () => calls.requests(input),
    placeholderData: keepPreviousData,
    refetchInterval: LOOK_AGAIN_MS,
  });
export const eventsQuery = (input: ListInput) =>
  queryOptions({
    queryKey: [KEY, "events", input],
    queryFn: () => calls.appEvents(input),
    placeholderData: keepPreviousData,
    refetchInterval: LOOK_AGAIN_MS,
  });
export const requestQuery = (id: string) =>
  queryOptions({ queryKey: [KEY, "request", id], queryFn: () => calls.request({ id }) });
export const deliveriesQuery = (webhookId: string) =>
  queryOptions({
    queryKey: [KEY, "deliveries", webhookId],
    queryFn: () => calls.deliveries({ pageSize: 20, filters: { webhookId } }),
    refetchInterval: LOOK_AGAIN_MS,
  });
export const deliveryQuery = (id: string) =>
  queryOptions({ queryKey: [KEY, "delivery", id], queryFn: () => calls.delivery({ id }) });
export const refreshDeveloper = () => queryClient.invalidateQueries({ queryKey: [KEY] });
