import { addressOf } from "@coralhub/domain";
import { icons, Link } from "@coralhub/ui";
import { useQuery } from "@tanstack/react-query";
import { Button } from "antd";
import { incomeQuery } from "./income-calls.ts";
import { IncomeDetailView } from "./income-detail.tsx";
import { hasReceipt, useIncomeActions } from "./use-income-actions.tsx";
import "./income.css";

/** A payment in, opened from another list than its own. */
export const IncomeRecord = ({ id }: { id: string }) => <IncomeDetailView id={id} />;

export function IncomeRecordFooter({ id }: { id: string }) {
  const { data } = useQuery(incomeQuery(id));
  const { saveReceipt, receiptBusy } = useIncomeActions();
  return (
    <span className="income-footer">
      <Link to={addressOf("income", { open: id })}>在收款记录中查看</Link>
      {data && hasReceipt(data) && (
        <Button icon={<icons.Download size={16} />} loading={receiptBusy} onClick={() => saveReceipt(id)}>
          下载凭证
        </Button>
      )}
    </span>
  );
}
