import { beneficiaryEndpoints, mybankEndpoints } from "@coralhub/contract";
import type { CertificationKind } from "@coralhub/domain";
import { queryOptions } from "@tanstack/react-query";
import { connect } from "../../platform/api.ts";
import { queryClient } from "../../platform/query.ts";

const { sendAccountCode } = beneficiaryEndpoints;
export const calls = connect({ ...mybankEndpoints, sendAccountCode });
const LOOK_AGAIN_MS = 5_000;

export const statusQuery = queryOptions({
  queryKey: ["mybank", "status"],
  queryFn: () => calls.mybankStatus({}),
  // While the bank decides the page looks again by itself.
  refetchInterval: ({ state: { data } }) =>
    data?.bindings.some(({ state }) => state === "applied") ? LOOK_AGAIN_MS : false,
});
const INFO = {
  person: () => calls.mybankPerson({}),
  mainland: () => calls.mybankCompany({}),
  hongkong: () => calls.mybankHongkong({}),
} satisfies Record<CertificationKind, unknown>;
/** What the bank is told, for the kind this merchant is certified as. */
export const holderQuery = queryOptions({
  queryKey: ["mybank", "holder"],
  queryFn: async () => {
    const all = await Promise.all(Object.values(INFO).map((ask) => ask()));
    return all.find(({ fits }) => fits) ?? all[1]!;
  },
});
export const refreshMybank = () =>
  Promise.all([["mybank"], ["payouts"], ["payees"]].map((queryKey) => queryClient.invalidateQueries({ queryKey })));
