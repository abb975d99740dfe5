import type { FundsMerger } from "@coralhub/contract";
import { addressOf, toShanghaiTime } from "@coralhub/domain";
import { Copyable, Link, ResultPage } from "@coralhub/ui";
import { goTo } from "@coralhub/ui/browser";
import { Button } from "antd";
import { MoneyOf } from "../../platform/show.tsx";
import { readableNumber } from "../../platform/account-numbers.ts";

export function PoolResult({
  merger: { id, total, target, lines },
  mergedAt,
}: {
  merger: FundsMerger;
  mergedAt: Date;
}) {
  return (
    <ResultPage
      sign="done"
      title="已归集"
      amount={<MoneyOf value={total} size="figure" />}
      facts={[
        { label: "归集到", value: <span className="mono">{target.cardNo ? readableNumber(target.cardNo) : "—"}</span> },
        { label: "归集后余额", value: <MoneyOf value={target.after} /> },
        { label: "转出账户", value: `${lines.length} 个` },
        { label: "归集时间", value: toShanghaiTime(mergedAt) },
        { label: "归集编号", value: <Copyable text={id} /> },
      ]}
      primary={
        <Button type="primary" onClick={() => goTo(addressOf("pooling"))}>
          查看归集记录
        </Button>
      }
      secondary={<Link to={addressOf("account", { id: target.accountId })}>查看收款账户</Link>}
    />
  );
}
