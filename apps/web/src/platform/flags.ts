import { CallRefused, identityEndpoints } from "@coralhub/contract";
import type { FlagName } from "@coralhub/domain";
import { toast } from "@coralhub/ui/light";
import { queryOptions } from "@tanstack/react-query";
import { connect } from "./api.ts";
import { EXPIRED_CODE } from "./error-catalogue.ts";
import { queryClient } from "./query.ts";
import { session } from "./session.ts";

const calls = connect(identityEndpoints);
/** Its failure is nobody's concern: the item is not shown. */
const { userGray } = connect(identityEndpoints, { background: true });
/** The flags that decide what the portal shows. */
type Flags = Pick<Record<FlagName, boolean>, "multiCurrencyWallet" | "personalFinance">;

/** The tab check speaks up with the server's own words when it is refused; a broken line is told, and asked again. */
async function inMultiCurrencyGray(): Promise<boolean> {
  try {
    return (await calls.inMultiCurrencyGray({ userId: session.user()?.userId })).inGray;
  } catch (error) {
    if (!(error instanceof CallRefused)) throw error;
    if (error.code !== EXPIRED_CODE) toast.failed(error.message);
    return false;
  }
}

/** The second flag fails in silence. */
const personalFinance = (): Promise<boolean> =>
  userGray({}).then(
    (answer) => answer.enable,
    () => false,
  );

/** What is shown at all; null when nobody answers, and the flags decide alone. */
const shownFunctions = (): Promise<readonly FlagName[] | null> =>
  calls.permissionShow({}).then(
    (answer) => answer.functions,
    () => null,
  );

/** Which gray releases this merchant is in: asked once per visit. */
export const flagsQuery = queryOptions({
  queryKey: ["flags"],
  staleTime: Infinity,
  queryFn: async (): Promise<Flags> => {
    const [multiCurrencyWallet, finance, shown] = await Promise.all([
      inMultiCurrencyGray(),
      personalFinance(),
      shownFunctions(),
    ]);
    const open = (flag: keyof Flags, gray: boolean) => gray && (shown === null || shown.includes(flag));
    return {
      multiCurrencyWallet: open("multiCurrencyWallet", multiCurrencyWallet),
      personalFinance: open("personalFinance", finance),
    };
  },
});

/**
 * Whether one page behind a flag opens. What was learnt at the beginning of the visit is believed when it says yes; a no,
 * or nothing, is asked about once more: the feature may have been opened since.
 */
export async function isOpen(flag: FlagName): Promise<boolean> {
  const known: Partial<Record<FlagName, boolean>> = await queryClient.query(flagsQuery).catch(() => ({}));
  if (known[flag]) return true;
  const { inWhitelist } = await calls.whitelist({ functionCode: flag });
  if (inWhitelist) void queryClient.invalidateQueries({ queryKey: flagsQuery.queryKey });
  return inWhitelist;
}

/** An account for trying things in production says so beside its name. */
export const testAccountQuery = queryOptions({
  queryKey: ["flags", "testAccount"],
  staleTime: Infinity,
  retry: false,
  queryFn: async () => (await calls.testAccount({ userId: session.user()?.userId })).testAccount,
});
