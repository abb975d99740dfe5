import { HOUSE_MERCHANT_ID } from "@coralhub/domain";
import { useQuery } from "@tanstack/react-query";
import { operations } from "./api.ts";
import "./page.css";

/** The name a merchant goes by; the house keeps books of its own. Undefined while it comes. */
function useName(merchantId: string): string | undefined {
  const own = merchantId === HOUSE_MERCHANT_ID;
  const found = useQuery({
    queryKey: ["merchants", merchantId],
    queryFn: () => operations.searchMerchants({ text: merchantId }),
    staleTime: Infinity,
    enabled: !own,
  });
  if (own) return "自有账簿";
  if (found.isPending) return undefined;
  const merchant = found.data?.find(({ id }) => id === merchantId);
  return merchant?.name || merchant?.mobile || merchant?.email || `商户 ${merchantId.slice(0, 8)}`;
}

export const useMerchantName = (merchantId: string): string => useName(merchantId) ?? "…";

/** Keeps the room of a company's name while it comes, so that the columns beside it stand still. */
export const MerchantName = ({ merchantId }: { merchantId: string }) =>
  useName(merchantId) ?? <span className="merchant-coming">…</span>;
