import type { IncomeRow } from "@coralhub/contract";
import { hasArrived, type PaperLanguage } from "@coralhub/domain";
import { icons, toast, type MenuEntry } from "@coralhub/ui";
import { saveFile } from "@coralhub/ui/browser";
import { useMutation } from "@tanstack/react-query";
import { Button } from "antd";
import { refreshMoney } from "../../platform/refresh-money.ts";
import { calls } from "./income-calls.ts";

type Kept = Pick<IncomeRow, "id" | "pinned" | "hidden" | "state">;

/** A receipt proves that money arrived; before that there is nothing to prove. */
export const hasReceipt = ({ state }: Pick<IncomeRow, "state">): boolean => hasArrived(state);

/** Putting on top, putting away, taking back, and the receipt: the same in the row, the drawer and the selection. */
export function useIncomeActions() {
  const change = useMutation({
    mutationFn: async ({ run }: { run: () => Promise<unknown>; said: string }) => run(),
    onSuccess: (_answer, { said }) => {
      toast.done(said);
      return refreshMoney();
    },
  });
  const receipt = useMutation({
    mutationFn: ({ id, language = "zh" }: { id: string; language?: PaperLanguage }) =>
      calls.incomeReceipt({ id, language }),
    onSuccess: saveFile,
  });
  const put = (said: string, run: () => Promise<unknown>) => change.mutate({ run, said });

  const togglePin = ({ id, pinned }: Kept) =>
    pinned ? put("已取消置顶", () => calls.unpinIncome({ id })) : put("已置顶", () => calls.pinIncome({ id }));
  const setHidden = (ids: string[], hidden: boolean) =>
    hidden
      ? put(ids.length > 1 ? `已隐藏 ${ids.length} 笔` : "已隐藏，可在「显示范围」里找到", () =>
          calls.hideIncomes({ ids }),
        )
      : put("已重新显示", () => calls.showIncomes({ ids }));

  return {
    busy: change.isPending,
    receiptBusy: receipt.isPending,
    saveReceipt: (id: string) => receipt.mutate({ id }),
    togglePin,
    setHidden,
    entries: (row: Kept): MenuEntry[] => [
      { label: row.pinned ? "取消置顶" : "置顶", icon: <icons.ArrowUpRight />, onSelect: () => togglePin(row) },
      {
        label: row.hidden ? "重新显示" : "隐藏",
        icon: row.hidden ? <icons.Eye /> : <icons.EyeOff />,
        onSelect: () => setHidden([row.id], !row.hidden),
      },
      ...(hasReceipt(row)
        ? [
            { label: "下载凭证", icon: <icons.Download />, onSelect: () => receipt.mutate({ id: row.id }) },
            {
              label: "下载英文凭证",
              icon: <icons.Download />,
              onSelect: () => receipt.mutate({ id: row.id, language: "en" }),
            },
          ]
        : []),
    ],
    forRows: (rows: Kept[], clear: () => void) => {
      const hide = rows.some(({ hidden }) => !hidden);
      const ids = rows.map(({ id }) => id);
      return (
        <Button
          size="small"
          loading={change.isPending}
          onClick={() => {
            setHidden(ids, hide);
            clear();
          }}
        >
          {hide ? "隐藏" : "重新显示"}
        </Button>
      );
    },
  };
}
export type IncomeActions = ReturnType<typeof useIncomeActions>;
