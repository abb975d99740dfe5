import { authRecordEndpoints, identityEndpoints } from "@coralhub/contract";
import { certificationLifecycle, MONEY_MAY_MOVE, stateOfWire } from "@coralhub/domain";
import { queryOptions, useQuery } from "@tanstack/react-query";
import { connect } from "./api.ts";
import { forgetDrafts } from "./drafts.ts";
import { leaveOnPurpose } from "./expiry.ts";
import { queryClient } from "./query.ts";
import { session } from "./session.ts";
import { tabs } from "./tabs.ts";

const identity = connect(identityEndpoints);
const certification = connect(authRecordEndpoints);

/** Who is signed in: the bar, the personal centre and the guards read the same answer. */
export const accountQuery = queryOptions({
  queryKey: ["account"],
  queryFn: () => identity.accountInfo({}),
});

/** The auth record: certification status and the open-API user id. Kept for the visit, asked again when missing. */
export const authRecordQuery = queryOptions({
  queryKey: ["authRecord"],
  queryFn: async () => {
    const record = await certification.certificationView({});
    session.keepAuthRecord(record);
    return record;
  },
  staleTime: 60_000,
});

/** Whether the certification lets stores be bound and money move; nothing while it is not known. */
export function useCertified(): boolean | undefined {
  const { data } = useQuery(authRecordQuery);
  if (!data) return undefined;
  const state = stateOfWire(certificationLifecycle, data.status);
  return state !== undefined && MONEY_MAY_MOVE.includes(state);
}

/** With a token: the user source is loaded once, the auth record if it is missing. Navigation goes on either way. */
export async function ensureIdentity(): Promise<void> {
  const source =
    session.userSourceCount() === 0
      ? queryClient.query(accountQuery).then((account) => session.keepUserSource(account.userSource))
      : undefined;
  const record = session.authRecord() === null ? queryClient.query(authRecordQuery) : undefined;
  await Promise.allSettled([source, record]);
}

export async function signOut(): Promise<void> {
  leaveOnPurpose();
  await identity.logout({}).catch(() => undefined);
  queryClient.clear();
  forgetDrafts();
  session.end();
  tabs.tellEnded();
}
