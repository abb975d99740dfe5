import { requestList, type OpenRequestDetail, type OpenRequestRow } from "@coralhub/contract";
import { OPEN_API } from "@coralhub/domain";
import { Bone, CopyButton, ErrorState, Link, ListPage, Notice, StateDot, useList } from "@coralhub/ui";
import { useUrlState } from "@coralhub/ui/browser";
import { useMutation, useQuery } from "@tanstack/react-query";
import { Button } from "antd";
import { failureOf } from "../../platform/failure.ts";
import { calls, requestQuery, requestsQuery } from "./developer-calls.ts";

const toneOf = ({ result }: OpenRequestRow) =>
  result === "done" ? "success" : result === "refused" ? "warning" : "danger";

const status = (row: OpenRequestRow) => <StateDot tone={toneOf(row)} label={String(row.status)} />;

/** What its programs asked, and what we answered. */
export function RequestsPanel() {
  const list = useList(requestList, useUrlState());
  const rows = useQuery(requestsQuery(list.input));
  return (
    <ListPage
      spec={requestList}
      intro={`保留 ${OPEN_API.logDays} 天，敏感内容已遮盖`}
      list={list}
      rowKey={(row) => row.id}
      data={rows.data}
      fetching={rows.isFetching}
      {...(rows.error && { error: failureOf(rows.error) })}
      onRetry={() => void rows.refetch()}
      columns={["path", "at", "result", "ms", "address"]}
      roomyColumns={["address"]}
      cells={{
        path: (row) => (
          <span className="mono dev-break">
            {row.method} {row.path}
          </span>
        ),
        result: status,
        ms: (row) => `${row.ms} ms`,
      }}
      phoneState={status}
      drawer={{
        title: (row) => `${row.method} ${row.path.split("?")[0]}`,
        body: (row) => <Exchange key={row.id} id={row.id} />,
      }}
      empty={{ title: "还没有请求", text: "应用的每次调用都会出现在这里，连同被拒绝的原因" }}
    />
  );
}

function Exchange({ id }: { id: string }) {
  const { data, error, isFetching, refetch } = useQuery(requestQuery(id));
  if (!data)
    return error ? (
      <ErrorState title="没能取到这次请求" onRetry={() => void refetch()} retrying={isFetching}>
        {error.message}
      </ErrorState>
    ) : (
      <Bone width="100%" height={240} />
    );
  return (
    <div className="dev-exchange">
      {data.reason && (
        <Notice tone="warning" title={`被拒绝：${data.code}`}>
          <a href={`/docs/open#code-${data.code}`}>这个错误是什么意思</a>
        </Notice>
      )}
      <Side
        title="您发来"
        note={data.callerRequestId ? `X-Request-Id: ${data.callerRequestId}` : null}
        text={data.body}
      />
      <Side title={`我们答复 ${data.status}`} note={`请求编号 ${data.requestId}`} text={data.answer} />
      <Onward request={data} />
    </div>
  );
}

/** To the thing itself, and, in the sandbox, once more. */
function Onward({ request: { id, object, mayReplay } }: { request: OpenRequestDetail }) {
  const replay = useMutation({ mutationFn: () => calls.replayRequest({ id }) });
  return (
    <>
      <div className="dev-actions">
        {object && <Link to={object.path}>查看{object.label}</Link>}
        {mayReplay && (
          <Button loading={replay.isPending} onClick={() => replay.mutate()}>
            再发一遍
          </Button>
        )}
      </div>
      {replay.error && <Notice tone="danger" title={replay.error.message} />}
      {replay.data && <Side title={`这次答复 ${replay.data.status}`} note={null} text={replay.data.answer} />}
    </>
  );
}

function Side({ title, note, text }: { title: string; note: string | null; text: string | null }) {
  return (
    <section>
      <div className="dev-key-head">
        <strong>{title}</strong>
        {text && <CopyButton text={text} label={`复制${title}`} />}
      </div>
      {note && <p className="dev-quiet dev-break">{note}</p>}
      <pre className="dev-pre">{text ?? "没有内容"}</pre>
    </section>
  );
}
