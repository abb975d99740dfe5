import type { ExportJob } from "@coralhub/contract";
import { FileReady, fileSizeText, LongWork, Notice, Sep } from "@coralhub/ui";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { saveFile } from "../../../platform/save-file.ts";
import { inTable } from "../../../platform/show.tsx";
import { queryClient } from "../../../platform/query.ts";
import { calls, exportJobsQuery } from "../collections-calls.ts";
import { isUnderWay, remainingText } from "./export-words.ts";

const POLL_MS = 1000;
const SEEN = "exportsSeen";
const seenBefore = (): string[] => (sessionStorage.getItem(SEEN) ?? "").split(",").filter(Boolean);

/** Files that are being prepared, with the way to stop them; those that are ready, in the corner, one click away. */
export function ExportWatch() {
  const { data: jobs = [], dataUpdatedAt } = useQuery({
    ...exportJobsQuery,
    refetchInterval: ({ state }) => (state.data?.some(isUnderWay) ? POLL_MS : false),
  });
  const [seen, setSeen] = useState(seenBefore);
  const dismiss = (id: string) => {
    const next = [...seen, id];
    sessionStorage.setItem(SEEN, next.join(","));
    setSeen(next);
  };
  const cancel = useMutation({
    mutationFn: (id: string) => calls.cancelExport({ id }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: exportJobsQuery.queryKey }),
  });
  const save = useMutation({
    mutationFn: (id: string) => calls.downloadExport({ id }),
    onSuccess: (file, id) => {
      saveFile(file);
      dismiss(id);
    },
  });
  const underWay = jobs.filter(isUnderWay);
  const ready = jobs.find(({ id, state }) => state === "ready" && !seen.includes(id));
  const failed = jobs.find(({ id, state }) => state === "failed" && !seen.includes(id));
  return (
    <>
      {underWay.map((job) => (
        <UnderWay key={job.id} job={job} at={dataUpdatedAt} onCancel={() => cancel.mutate(job.id)} />
      ))}
      {failed && (
        <div className="income-export">
          <Notice
            tone="danger"
            title={`「${failed.fileName}」没有导出完成`}
            action={
              <button type="button" className="text-button" onClick={() => dismiss(failed.id)}>
                知道了
              </button>
            }
          >
            请重新导出；若再次失败，请联系客服
          </Notice>
        </div>
      )}
      {ready && (
        <div className="income-ready">
          <FileReady
            title={`导出好了，${ready.rowsDone.toLocaleString("en-US")} 笔收入`}
            name={
              <>
                {ready.fileName}
                <Sep />
                {fileSizeText(ready.sizeBytes)}
              </>
            }
            onDownload={() => save.mutate(ready.id)}
            until={ready.expiresAt && `${inTable(ready.expiresAt)} 前有效`}
            onClose={() => dismiss(ready.id)}
          />
        </div>
      )}
    </>
  );
}

/** The speed is judged from when it was first seen here. */
function UnderWay({ job, at, onCancel }: { job: ExportJob; at: number; onCancel: () => void }) {
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
        leaveHint="可以离开此页，回来时仍可下载"
      />
    </div>
  );
}
