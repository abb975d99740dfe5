import type { CallOutput, poolingEndpoints } from "@coralhub/contract";
import { addressOf, formatMoney } from "@coralhub/domain";
import { FormPage, moneyText, Notice, Panel } from "@coralhub/ui";
import { Button } from "antd";
import { inTable } from "../../platform/show.tsx";
import { PoolLines } from "./pool-detail.tsx";

type Merger = CallOutput<typeof poolingEndpoints.previewPooling.output>;
type Props = {
  merger: Merger;
  confirming: boolean;
  problem: string | undefined;
  onConfirm: () => void;
  onBack: () => void;
};

/** Exactly what will move, before it does. */
export function PoolPreview({ merger, confirming, problem, onConfirm, onBack }: Props) {
  const { total, expiresAt } = merger;
  return (
    <FormPage
      title="确认归集"
      intro="确认后即时完成，不收费"
      back={{ label: "归集记录", to: addressOf("pooling") }}
      actions={{
        note: `试算保留到 ${inTable(expiresAt)}`,
        secondary: <Button onClick={onBack}>返回修改</Button>,
        primary: (
          <Button type="primary" loading={confirming} onClick={onConfirm}>
            确认归集 {moneyText(formatMoney(total), total.currency)}
          </Button>
        ),
      }}
    >
      <div className="pool-detail">
        {problem && <Notice tone="danger" title={problem} />}
        <Panel flush>
          <PoolLines merger={merger} />
        </Panel>
      </div>
    </FormPage>
  );
}
