import type { ExportJob } from "@coralhub/contract";
import { LongWork } from "@coralhub/ui";
import { useState } from "react";
import { remainingText } from "./export-words.ts";

type Props = { job: ExportJob; at: number; onCancel: () => void };

/** How far a file is, and the way to stop it. The speed is judged from when it was first seen here. */
export function ExportUnderWay({ job, at, onCancel }: Props) {
  const [first] = useState({ rows: job.rowsDone, at });
  return (
    <div className="income-export">
      <LongWork
        title={`正在导出「${job.fileName}」`}
        done={job.rowsDone}
        total={job.rowsTotal ?? job.rowsDone}
        unit="笔"
        note={job.state === "waiting" ? "排队中，马上开始" : undefined}
        remaining={remainingText(job, { rows: job.rowsDone - first.rows, ms: at - first.at })}
        onCancel={onCancel}
        cancelLabel="取消导出"
        leaveHint="可以离开此页，好了会发消息，在「导出记录」下载"
      />
    </div>
  );
}
