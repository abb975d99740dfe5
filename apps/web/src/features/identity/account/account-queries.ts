import { identityEndpoints, type CallOutput } from "@coralhub/contract";
import { queryOptions } from "@tanstack/react-query";
import { accountQuery } from "../../../platform/account.ts";
import { connect } from "../../../platform/api.ts";
import { queryClient } from "../../../platform/query.ts";
import { session } from "../../../platform/session.ts";

export const identity = connect(identityEndpoints);

export type Account = CallOutput<typeof identityEndpoints.accountInfo.output>;
export type Security = CallOutput<typeof identityEndpoints.security.output>;
export type Device = CallOutput<typeof identityEndpoints.devices.output>[number];

export const securityQuery = queryOptions({ queryKey: ["security"], queryFn: () => identity.security({}) });
export const devicesQuery = queryOptions({ queryKey: ["devices"], queryFn: () => identity.devices({}) });
export const historyQuery = queryOptions({ queryKey: ["signInHistory"], queryFn: () => identity.signInHistory({}) });
export const exportsQuery = queryOptions({
  queryKey: ["dataExports"],
  queryFn: () => identity.dataExports({}),
  refetchInterval: ({ state }) => (state.data?.some((file) => file.state === "preparing") ? 5000 : false),
});
export const consentsQuery = queryOptions({ queryKey: ["consents"], queryFn: () => identity.consents({}) });
export const closingQuery = queryOptions({ queryKey: ["closing"], queryFn: () => identity.closing({}) });

export const refreshAccount = (): Promise<void> => queryClient.invalidateQueries({ queryKey: accountQuery.queryKey });
export const refreshSecurity = (): Promise<void> => queryClient.invalidateQueries({ queryKey: securityQuery.queryKey });

/** After a proof of identity the token is a new one; everything asked with the old one is still true. */
export const keepToken = (answer: { token: string | null }): void => {
  if (answer.token) session.keepToken(answer.token);
};
