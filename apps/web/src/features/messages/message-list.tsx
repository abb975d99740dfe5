import { CallFailed, CallRefused } from "@coralhub/contract";
import { MESSAGE_CATEGORIES } from "@coralhub/domain";
import { EmptyState, ErrorState, RowsSkeleton } from "@coralhub/ui";
import { useInfiniteQuery } from "@tanstack/react-query";
import { Button } from "antd";
import { messagesQuery, type Message, type MessageView } from "./message-queries.ts";
import { MessageRow } from "./message-row.tsx";

type Props = { view: MessageView; counts: { unread: number; waiting: number } | undefined; onClear: () => void };

export function MessageList({ view, counts, onClear }: Props) {
  const list = useInfiniteQuery(messagesQuery(view));
  const { data, error, isFetching, isFetchingNextPage, hasNextPage } = list;
  const records = data?.pages.flatMap((page) => page.records) ?? [];
  const total = data?.pages[0]?.total ?? 0;
  return (
    <section className="message-list" aria-label="消息列表" aria-busy={isFetching}>
      {isFetching && data && !isFetchingNextPage && <div className="refetching" aria-hidden="true" />}
      {error && !data ? (
        <ErrorState
          title="没能取到消息"
          onRetry={() => void list.refetch()}
          retrying={isFetching}
          reference={error instanceof CallFailed || error instanceof CallRefused ? error.requestId : undefined}
        >
          服务暂时没有答复，消息不会丢失
        </ErrorState>
      ) : !data ? (
        <RowsSkeleton rows={6} />
      ) : records.length === 0 ? (
        <NothingHere view={view} onClear={onClear} />
      ) : (
        <>
          {view.byTime ? (
            <Rows records={records} />
          ) : (
            <UnreadFirst records={records} counts={view.category || view.search ? undefined : counts} />
          )}
          <footer className="message-foot">
            <span>共 {total} 条</span>
            {hasNextPage && (
              <Button type="link" loading={isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
                加载更早的
              </Button>
            )}
          </footer>
        </>
      )}
    </section>
  );
}

const Rows = ({ records }: { records: Message[] }) => (
  <ul>
    {records.map((message) => (
      <MessageRow key={message.id} message={message} />
    ))}
  </ul>
);

function UnreadFirst({ records, counts }: { records: Message[]; counts: Props["counts"] }) {
  const unread = records.filter((message) => message.status === "unread");
  const read = records.filter((message) => message.status === "read");
  const shown = counts?.unread ?? unread.length;
  const waiting = counts?.waiting ?? unread.filter((message) => message.needsAction).length;
  return (
    <>
      {unread.length > 0 && (
        <>
          <h2 className="message-head">
            未读 {shown} 条{waiting > 0 && `，其中 ${waiting} 条等您处理`}
          </h2>
          <Rows records={unread} />
        </>
      )}
      {read.length > 0 && (
        <>
          <h2 className="message-head">已读</h2>
          <Rows records={read} />
        </>
      )}
    </>
  );
}

function NothingHere({ view, onClear }: { view: MessageView; onClear: () => void }) {
  if (view.search)
    return (
      <EmptyState drawing="filtered" title="没有符合条件的消息" action={<Button onClick={onClear}>清除搜索</Button>}>
        换个金额、店铺名或编号试试
      </EmptyState>
    );
  return (
    <EmptyState title={view.category ? `还没有${MESSAGE_CATEGORIES[view.category].label}消息` : "还没有消息"}>
      到账、审核和安全提醒会出现在这里
    </EmptyState>
  );
}
