import { Drawer } from "antd";
import type { z } from "zod";
import { ArrowLeft, ChevronDown, ChevronUp, Close } from "../icons.tsx";
import { useNarrow } from "../use-media-query.ts";
import type { ListPageProps } from "./list-types.ts";
import { totalText } from "./pager.tsx";

/** One row in full: 560 wide over the table, the whole window on a phone. The address keeps it open. */
export function RowDrawer<R extends z.ZodObject>({ page }: { page: ListPageProps<R> }) {
  const narrow = useNarrow();
  const { list, drawer, data } = page;
  const records = data?.records ?? [];
  const at = records.findIndex((row) => page.rowKey(row) === list.state.open);
  const row = records[at] ?? (list.state.open ? drawer?.row : undefined);
  const close = () => list.setOpen(undefined);
  const goTo = (index: number) => {
    const next = records[index];
    if (next) list.setOpen(page.rowKey(next));
  };
  return (
    <Drawer
      open={row !== undefined}
      onClose={close}
      size={narrow ? "100%" : 560}
      className="row-drawer"
      title={row && drawer?.title(row)}
      closable={{ placement: narrow ? "start" : "end" }}
      closeIcon={narrow ? <ArrowLeft label="返回列表" /> : <Close label="关闭" />}
      destroyOnHidden
      footer={
        row && (
          <div className="row-drawer-footer">
            {at >= 0 && (
              <span className="row-drawer-steps">
                <button
                  type="button"
                  className="icon-button"
                  aria-label="上一条"
                  disabled={at === 0}
                  onClick={() => goTo(at - 1)}
                >
                  <ChevronUp />
                </button>
                <button
                  type="button"
                  className="icon-button"
                  aria-label="下一条"
                  disabled={at === records.length - 1}
                  onClick={() => goTo(at + 1)}
                >
                  <ChevronDown />
                </button>
                <span>
                  第 {(list.state.pageNo - 1) * list.state.pageSize + at + 1} {page.unit ?? "笔"}，共{" "}
                  {totalText(data?.total ?? 0)} {page.unit ?? "笔"}
                </span>
              </span>
            )}
            <span className="row-drawer-actions">{drawer?.footer?.(row)}</span>
          </div>
        )
      }
    >
      {row && drawer?.body(row)}
    </Drawer>
  );
}
