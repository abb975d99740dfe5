import { FileReady, fileSizeText, Notice, Sep } from "@coralhub/ui";
import { useState } from "react";
import { inTable } from "../../platform/show.tsx";
import { ExportUnderWay } from "./export-under-way.tsx";
import { isUnderWay } from "./export-words.ts";
import { useExports } from "./use-exports.ts";

const SEEN = "exportsSeen";
const seenBefore = (): string[] => (sessionStorage.getItem(SEEN) ?? "").split(",").filter(Boolean);

/** Files that are being prepared, with the way to stop them; those that are ready, in the corner, one click away. */
export function ExportWatch() {
  const [seen, setSeen] = useState(seenBefore);
  const dismiss = (id: string) => {
    const next = [...seen, id];
    sessionStorage.setItem(SEEN, next.join(","));
    setSeen(next);
  };
  const {
    jobs: { data: jobs = [], dataUpdatedAt },
    cancel,
    take,
  } = useExports({ onTaken: dismiss });
  const ready = jobs.find(({ id, state }) => state === "ready" && !seen.includes(id));
  const failed = jobs.find(({ id, state }) => state === "failed" && !seen.includes(id));
  return (
    <>
      {jobs.filter(isUnderWay).map((job) => (
        <ExportUnderWay key={job.id} job={job} at={dataUpdatedAt} onCancel={() => cancel.mutate(job.id)} />
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
            onDownload={() => take.mutate(ready.id)}
            until={ready.expiresAt && `${inTable(ready.expiresAt)} 前有效`}
            onClose={() => dismiss(ready.id)}
          />
        </div>
      )}
    </>
  );
}
