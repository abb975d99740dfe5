import { COUNT_CAP } from "@coralhub/contract";
import { EXPORT_FORMAT_NAMES, EXPORT_FORMATS, type ExportFormat } from "@coralhub/domain";
import { Notice } from "@coralhub/ui";
import { saveFile } from "@coralhub/ui/browser";
import { useMutation } from "@tanstack/react-query";
import { Modal, Radio } from "antd";
import { useState } from "react";
import { queryClient } from "../../platform/query.ts";
import { calls, exportJobsQuery, formCalls, type Selection } from "./income-calls.ts";

/** Beyond so many rows nobody waits for the file: it is prepared behind the pages. */
export const WAIT_AT_MOST = 2000;
const NOTES: Record<ExportFormat, string> = {
  csv: "体积小，任何表格软件都能打开",
  xlsx: "金额是数字，可以直接求和",
};

type Props = { selection: Selection; total: number; onClose: () => void };

/** The file holds what the screen shows: the same filters, the same order. */
export function ExportDialog({ selection, total, onClose }: Props) {
  const [format, setFormat] = useState<ExportFormat>("csv");
  const long = total > WAIT_AT_MOST;
  const input = { ...selection, format };
  const run = useMutation({
    mutationFn: async () => {
      if (!long) return saveFile(await calls.exportIncomes(input));
      await formCalls.startExport(input);
      await queryClient.invalidateQueries({ queryKey: exportJobsQuery.queryKey });
    },
    onSuccess: onClose,
  });
  const count = total >= COUNT_CAP ? `${COUNT_CAP} 笔以上` : `${total} 笔`;
  return (
    <Modal
      open
      title={`导出 ${count}收入`}
      width={480}
      okText={long ? "开始导出" : "导出并下载"}
      cancelText="取消"
      confirmLoading={run.isPending}
      onOk={() => run.mutate()}
      onCancel={onClose}
    >
      <div className="income-note">
        {run.error && <Notice tone="danger" title={run.error.message} />}
        <p className="income-answer-intro">
          {selection.ids ? "只导出选中的这几笔。" : "按当前筛选导出。"}
          {long && "行数较多，会在后台准备，可以离开这一页，好了会发消息给您，在「导出记录」下载"}
        </p>
        <Radio.Group
          aria-label="文件格式"
          className="income-formats"
          value={format}
          onChange={(event) => setFormat(event.target.value as ExportFormat)}
          options={EXPORT_FORMAT_NAMES.map((value) => ({
            value,
            label: `${EXPORT_FORMATS[value].label}，${NOTES[value]}`,
          }))}
        />
      </div>
    </Modal>
  );
}
