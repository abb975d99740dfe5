import { orderEndpoints } from "@coralhub/contract";
import { addressOf, formatMoney, uploadPageOf, type Address, type Money } from "@coralhub/domain";
import { moneyText, Notice } from "@coralhub/ui";
import { goTo } from "@coralhub/ui/browser";
import { useQuery } from "@tanstack/react-query";
import { Button } from "antd";
import { connect } from "./api.ts";

const { orderOverview } = connect({ orderOverview: orderEndpoints.orderOverview });

/** Where the orders that are missing in a currency are uploaded: the very shop, where one lacks them; undefined until
 * that is known. */
function useUploadOf(currency: string | undefined): Address | undefined {
  const { data, isPending } = useQuery({
    queryKey: ["orders", "overview"],
    queryFn: () => orderOverview({}),
    enabled: currency !== undefined,
  });
  if (isPending) return undefined;
  const upload = data?.quotas.find((quota) => quota.currency === currency)?.upload;
  if (!upload) return addressOf("orderManage");
  const store = upload.storeId === null ? {} : { store: upload.storeId };
  return addressOf(uploadPageOf(upload.platformCode), { platform: upload.platformCode, ...store });
}

/** Too few orders for a move into CNY: how much is missing, and the way to the upload. */
export function QuotaNotice({ missing }: { missing: readonly Money[] }) {
  const upload = useUploadOf(missing[0]?.currency);
  if (missing.length === 0) return null;
  const sums = missing.map((one) => moneyText(formatMoney(one), one.currency)).join("、");
  return (
    <Notice
      tone="warning"
      title={`还差 ${sums} 的订单额度`}
      action={
        <Button disabled={!upload} onClick={() => upload && goTo(upload)}>
          补充订单
        </Button>
      }
    >
      平台收款结汇成人民币，需要先证明对应的订单；其他币种不受影响
    </Notice>
  );
}
