import { HOUSE_MERCHANT_ID } from "@coralhub/domain";
import { useQuery } from "@tanstack/react-query";
import { operations } from "./api.ts";

/** The name a merchant goes by; the house keeps books of its own. */
export function useMerchantName(merchantId: string): string {
  const own = merchantId === HOUSE_MERCHANT_ID;
  const found = useQuery({
    queryKey: ["merchants", merchantId],
    queryFn: () => operations.searchMerchants({ text: merchantId }),
    staleTime: Infinity,
    enabled: !own,
  });
  if (own) return "自有账簿";
  if (found.isPending) return "…";
  const merchant = found.data?.find(({ id }) => id === merchantId);
  return merchant?.name || merchant?.mobile || merchant?.email || `商户 ${merchantId.slice(0, 8)}`;
}

export const MerchantName = ({ merchantId }: { merchantId: string }) => useMerchantName(merchantId);
