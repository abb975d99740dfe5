import { escrowEndpoints } from "@coralhub/contract";
import { escrowLifecycle } from "@coralhub/domain";
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { connect } from "../../platform/api.ts";
import { queryClient } from "../../platform/query.ts";
import { pageOf } from "../../platform/service-rows.tsx";

export const calls = connect(escrowEndpoints);

const KEY = "escrow";
const LOOK_AGAIN_MS = 5_000;

export const escrowsQuery = (pageNo: number) =>
  queryOptions({
    queryKey: [KEY, "list", pageNo],
    queryFn: () => calls.escrows(pageOf(pageNo)),
    placeholderData: keepPreviousData,
  });
/** The other side acts, too: while it is not over the page looks again by itself. */
export const escrowQuery = (id: string) =>
  queryOptions({
    queryKey: [KEY, "one", id],
    queryFn: () => calls.escrow({ id }),
    refetchInterval: ({ state: { data } }) =>
      data && !escrowLifecycle.groups.ended.includes(data.state) ? LOOK_AGAIN_MS : false,
  });

export const refreshEscrows = () =>
  Promise.all([[KEY], ["wallet"], ["home"]].map((queryKey) => queryClient.invalidateQueries({ queryKey })));
