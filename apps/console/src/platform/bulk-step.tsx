import { toast } from "@coralhub/ui";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { App, Button } from "antd";
import type { ReactNode } from "react";
import { problemText } from "./refusal-fields.ts";
import { takeEach } from "./take-each.ts";
import "./page.css";

type BulkStepProps<Row> = {
  /** Those chosen that the step is for; the others are left as they are. */
  rows: readonly Row[];
  /** 「审批通过」; the button and the question name the number. */
  label: string;
  unit: string;
  /** What comes of it, said before it is done. */
  about: ReactNode;
  /** How a row is called where it was refused. */
  named: (row: Row) => string;
  take: (row: Row) => Promise<unknown>;
  /** What has to be read again afterwards. */
  queryKey: readonly unknown[];
  clear: () => void;
};

/** One step for all chosen rows, asked once; what was refused is named with why. */
export function BulkStep<Row>({ rows, label, unit, about, named, take, queryKey, clear }: BulkStepProps<Row>) {
  const { modal } = App.useApp();
  const queries = useQueryClient();
  const run = useMutation({
    mutationFn: () => takeEach(rows, take),
    onSuccess: ({ done, refused }) => {
      clear();
      if (done.length > 0) toast.done(`${label} ${done.length} ${unit}`);
      if (refused.length > 0)
        void modal.warning({
          title: `${refused.length} ${unit}没有处理`,
          content: (
            <ul className="lines">
              {refused.map(({ row, why }, at) => (
                <li key={at}>
                  <span>
                    {named(row)}
                    <span className="second-line">{problemText(why as Error)}</span>
                  </span>
                </li>
              ))}
            </ul>
          ),
          okText: "知道了",
          icon: null,
        });
    },
    onSettled: () => queries.invalidateQueries({ queryKey }),
  });
  const ask = () =>
    void modal.confirm({
      title: `${label} ${rows.length} ${unit}`,
      content: about,
      okText: label,
      cancelText: "取消",
      icon: null,
      onOk: () => run.mutate(),
    });
  return (
    <Button size="small" disabled={rows.length === 0} loading={run.isPending} onClick={ask}>
      {label} {rows.length} {unit}
    </Button>
  );
}
