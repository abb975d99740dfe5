import { AUDIT_ACTORS, auditList, CallFailed, CallRefused } from "@coralhub/contract";
import { Copyable, ListPage, toast, useList } from "@coralhub/ui";
import { keepPreviousData, useMutation, useQuery } from "@tanstack/react-query";
import { operations } from "../../platform/api.ts";
import { problemText } from "../../platform/refusal-fields.ts";
import { saveBlob } from "../../platform/save-file.ts";
import { fullTime, shortTime } from "../../platform/times.ts";
import { useUrlState } from "../../platform/url-state.ts";
import { ChainState } from "./chain-state.tsx";
import "./audit.css";

type Row = Awaited<ReturnType<typeof operations.auditRows>>["records"][number];

const failure = (error: unknown) => ({
  message: problemText(error),
  ...((error instanceof CallRefused || error instanceof CallFailed) && error.requestId
    ? { reference: error.requestId }
    : {}),
});

/** Who did what, from where. Rows can neither be changed nor removed. */
export function AuditPage() {
  const list = useList(auditList, useUrlState());
  const rows = useQuery({
    queryKey: ["audit", list.input],
    queryFn: () => operations.auditRows(list.input),
    placeholderData: keepPreviousData,
  });
  const exporting = useMutation({
    mutationFn: () => operations.exportAudit({ filters: list.input.filters }),
    onSuccess: ({ fileName, blob }) => saveBlob(fileName, blob),
    onError: (error) => toast.failed(problemText(error)),
  });
  return (
    <ListPage
      spec={auditList}
      list={list}
      rowKey={(row) => row.id}
      unit="条"
      dense
      aside={<ChainState />}
      data={rows.data}
      fetching={rows.isFetching}
      {...(rows.error && { error: failure(rows.error) })}
      onRetry={() => void rows.refetch()}
      onExport={() => exporting.mutate()}
      exporting={exporting.isPending}
      columns={["at", "actor", "what", "subject", "address"]}
      roomyColumns={["address"]}
      cells={{
        at: (row) => <time title={fullTime(row.at)}>{shortTime(row.at)}</time>,
        actor: (row) => <Actor row={row} />,
      }}
      drawer={{ title: (row) => row.what, body: (row) => <Detail row={row} /> }}
      empty={{ title: "还没有记录", text: "操作员登录、调整设置后会记在这里" }}
    />
  );
}

/** 「林望」 over the address; a merchant or the system by its kind and number. */
function Actor({ row }: { row: Row }) {
  const [name = "", email = ""] = row.actor.split(" ");
  return (
    <>
      <div>{row.actorKind === "operator" ? name : AUDIT_ACTORS[row.actorKind]}</div>
      <div className="second-line">{row.actorKind === "operator" ? email : row.actor}</div>
    </>
  );
}

function Detail({ row }: { row: Row }) {
  return (
    <>
      <dl className="facts">
        <dt>时间</dt>
        <dd>{fullTime(row.at)}</dd>
        <dt>操作人</dt>
        <dd>
          {row.actor}（{AUDIT_ACTORS[row.actorKind]}）
        </dd>
        <dt>对象</dt>
        <dd>
          <Copyable text={row.subject} />
        </dd>
        <dt>来源地址</dt>
        <dd className="mono">{row.address || "—"}</dd>
        <dt>编号</dt>
        <dd>
          <Copyable text={row.id} />
        </dd>
      </dl>
      <pre className="audit-detail mono" tabIndex={0} aria-label="详情">
        {JSON.stringify(JSON.parse(row.detail), null, 2)}
      </pre>
    </>
  );
}
