import type { IncomeRow } from "@coralhub/contract";
import { icons } from "@coralhub/ui";
import { Button } from "antd";
import { hasReceipt, type IncomeActions } from "./use-income-actions.tsx";

/** Under an open payment: where it is kept, and its receipt. */
export function IncomeFooter({ row, keeping }: { row: IncomeRow; keeping: IncomeActions }) {
  return (
    <span className="income-footer">
      <button type="button" className="text-button quiet" onClick={() => keeping.togglePin(row)}>
        {row.pinned ? "取消置顶" : "置顶"}
      </button>
      <button type="button" className="text-button quiet" onClick={() => keeping.setHidden([row.id], !row.hidden)}>
        {row.hidden ? "重新显示" : "隐藏"}
      </button>
      {hasReceipt(row) && (
        <Button
          icon={<icons.Download size={16} />}
          loading={keeping.receiptBusy}
          onClick={() => keeping.saveReceipt(row.id)}
        >
          下载凭证
        </Button>
      )}
    </span>
  );
}
