import type { ExportJob } from "@coralhub/contract";
import { addressOf, EXPORT_KEPT_DAYS, exportLifecycle } from "@coralhub/domain";
import {
  EmptyState,
  ErrorState,
  fileSizeText,
  icons,
  IconTile,
  PageHeader,
  PageSkeleton,
  Panel,
  Sep,
  StateDot,
} from "@coralhub/ui";
import { goTo } from "@coralhub/ui/browser";
import { Button } from "antd";
import { failureOf } from "../../platform/failure.ts";
import { inTable } from "../../platform/show.tsx";
import { WAIT_AT_MOST } from "./export-dialog.tsx";
import { ExportUnderWay } from "./export-under-way.tsx";
import { isUnderWay } from "./export-words.ts";
import { useExports } from "./use-exports.ts";
import "./income.css";

/** /bigIncome/exports: the files that took long, to be taken as often as one likes until they are emptied. */
export function ExportsPage() {
  const { jobs, cancel, take } = useExports();
  const { data, error, refetch, isFetching, dataUpdatedAt } = jobs;
  if (!data && !error) return <PageSkeleton />;
  return (
    <>
      <PageHeader
        back={{ label: "收款记录", to: addressOf("income") }}
        title="导出记录"
        intro={`行数较多的文件在后台准备，备好后保留 ${EXPORT_KEPT_DAYS} 天`}
      />
      {data?.filter(isUnderWay).map((job) => (
        <ExportUnderWay key={job.id} job={job} at={dataUpdatedAt} onCancel={() => cancel.mutate(job.id)} />
      ))}
      <Panel flush>
        {error && !data ? (
          <ErrorState
            title="没能取到导出记录"
            onRetry={() => void refetch()}
            retrying={isFetching}
            reference={failureOf(error).reference}
          >
            {error.message}
          </ErrorState>
        ) : (
          <Finished
            jobs={(data ?? []).filter((job) => !isUnderWay(job))}
            taking={take.isPending ? take.variables : undefined}
            onTake={(id) => take.mutate(id)}
          />
        )}
      </Panel>
    </>
  );
}

type FinishedProps = { jobs: ExportJob[]; taking: string | undefined; onTake: (id: string) => void };

function Finished({ jobs, taking, onTake }: FinishedProps) {
  if (jobs.length === 0)
    return (
      <EmptyState title="没有备好的文件" action={<Button onClick={() => goTo(addressOf("income"))}>去导出</Button>}>
        在收支明细里筛选后导出，超过 {WAIT_AT_MOST.toLocaleString("en-US")} 笔的文件会出现在这里
      </EmptyState>
    );
  return (
    <ul className="exports">
      {jobs.map((job) => (
        <li key={job.id} className="export-row">
          <IconTile>
            <icons.File />
          </IconTile>
          <div className="export-name">
            <span className="export-title">{job.fileName}</span>
            <span className="export-note">
              {inTable(job.createdAt)} 导出
              {job.state === "ready" && (
                <>
                  <Sep />
                  {job.rowsDone.toLocaleString("en-US")} 笔
                  <Sep />
                  {fileSizeText(job.sizeBytes)}
                </>
              )}
            </span>
          </div>
          <StateDot
            lifecycle={exportLifecycle}
            state={job.state}
            note={job.state === "ready" && job.expiresAt ? `${inTable(job.expiresAt)} 前` : undefined}
          />
          <div className="export-action">
            {job.state === "ready" && (
              <Button
                icon={<icons.Download size={16} />}
                loading={taking === job.id}
                aria-label={`下载 ${job.fileName}，${inTable(job.createdAt)} 导出`}
                onClick={() => onTake(job.id)}
              >
                下载
              </Button>
            )}
          </div>
        </li>
      ))}
    </ul>
  );
}
