import { CallRefused, identityEndpoints } from "@coralhub/contract";
import type { FlagName } from "@coralhub/domain";
import { toast } from "@coralhub/ui/light";
import { queryOptions } from "@tanstack/react-query";
import { connect } from "./api.ts";
import { EXPIRED_CODE } from "./error-catalogue.ts";
import { session } from "./session.ts";

const calls = connect(identityEndpoints, { background: true });
/** The flags that decide what the portal shows. */
type Flags = Pick<Record<FlagName, boolean>, "multiCurrencyWallet" | "personalFinance">;

/** The tab check speaks up with the server's own words when it is refused. */
async function inMultiCurrencyGray(): Promise<boolean> {
  try {
    return (await calls.inMultiCurrencyGray({ userId: session.user()?.userId })).inGray;
  } catch (error) {
    if (error instanceof CallRefused && error.code !== EXPIRED_CODE) toast.failed(error.message);
    return false;
  }
}

/** The second flag fails in silence. */
const personalFinance = (): Promise<boolean> =>
  calls.userGray({}).then(
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
