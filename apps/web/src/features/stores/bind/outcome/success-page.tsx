import { useUrlState } from "@coralhub/ui/browser";
import { useQuery } from "@tanstack/react-query";
import { useRouter } from "@tanstack/react-router";
import { useEffect } from "react";
import { session } from "../../../../platform/session.ts";
import { receiptPath } from "../binding/use-binding.ts";
import { quietStoreCalls, refreshStores } from "../../../../platform/store-calls.ts";
import { arrive, departedFor } from "../../../../platform/store-journeys.ts";
import { AskToSignIn, NothingToFinish, RefusedReturn, Working } from "./return-states.tsx";
import { StoreReceipt } from "./store-receipt.tsx";
import "../bind.css";

type Finish = (query: URLSearchParams) => Promise<{ merchantsId: string }>;

const CODE = "code";
/** What came back besides the code and the state, unchanged: some platforms sign all of it. */
const extrasOf = (query: URLSearchParams): Record<string, string> =>
  Object.fromEntries([...query].filter(([name]) => name !== CODE && name !== "state"));

const finishAny: Finish = (query) =>
  arrive({ code: query.get(CODE), state: query.get("state") ?? "", extra: extrasOf(query) });
const finishAmazon: Finish = (query) => {
  const code = query.get("spapi_oauth_code");
  // Amazon names its refusal as everybody does; only a consent has its own words.
  if (!code) return finishAny(query);
  // Used now, whatever comes of it: the page of Amazon's accounts must not offer it again.
  session.forgetAmazonUrl();
  return quietStoreCalls.finishAmazon({
    spapi_oauth_code: code,
    state: query.get("state") ?? "",
    selling_partner_id: query.get("selling_partner_id") ?? "",
  });
};

function ReturnPage({ finish }: { finish: Finish }) {
  const query = new URLSearchParams(useUrlState().search);
  if (session.token() === null) return <AskToSignIn answered={query.has("state")} />;
  if (query.has("state")) return <Finishing query={query} finish={finish} />;
  const store = query.get("store");
  if (store) return <StoreReceipt id={store} />;
  return <NothingToFinish />;
}

/** Told once: whatever happens to the page, the same answer of the platform is not sent twice. */
function Finishing({ query, finish }: { query: URLSearchParams; finish: Finish }) {
  const { history } = useRouter();
  const { data, error } = useQuery({
    queryKey: ["finishAuthorisation", query.toString()],
    queryFn: () => finish(query),
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
  useEffect(() => {
    if (!data) return;
    // The address with the used code does not stay in the history.
    void refreshStores();
    history.replace(receiptPath(data.merchantsId));
  }, [data, history]);
  if (error) return <RefusedReturn error={error} store={departedFor(query.get("state") ?? "")} />;
  return data ? <StoreReceipt id={data.merchantsId} /> : <Working />;
}

/** /bindshop/success: a platform's answer, or the receipt of a store just handed in. */
export const SuccessPage = () => <ReturnPage finish={finishAny} />;
/** /bindshop/ebaysuccess */
export const EbaySuccessPage = () => <ReturnPage finish={finishAny} />;
/** /bindshop/amazonsuccess */
export const AmazonSuccessPage = () => <ReturnPage finish={finishAmazon} />;
