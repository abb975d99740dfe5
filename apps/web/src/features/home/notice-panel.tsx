import { addressOf, toShanghaiTime } from "@coralhub/domain";
import { EmptyState, ErrorState, feedTime, Link, Panel, RowsSkeleton } from "@coralhub/ui";
import { useQuery } from "@tanstack/react-query";
import { noticesQuery } from "./home-queries.ts";

export function NoticePanel() {
  const { data, isError, refetch } = useQuery(noticesQuery);
  return (
    <Panel flush title="通知" action={<Link to={addressOf("messages", { category: "notice" })}>全部</Link>}>
      {isError ? (
        <ErrorState compact title="没能取到通知" onRetry={() => void refetch()} />
      ) : !data ? (
        <RowsSkeleton rows={3} />
      ) : data.length === 0 ? (
        <EmptyState drawing="none" title="暂时没有通知" />
      ) : (
        <ul className="rows">
          {data.map((notice) => (
            <li key={notice.id} className="notice-row">
              <div className="notice-head">
                <span className="row-title">
                  {notice.path ? <Link to={notice.path}>{notice.title}</Link> : notice.title}
                </span>
                <time className="row-note">{dayOf(notice.publishedAt)}</time>
              </div>
              <div className="notice-text">{notice.body}</div>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}

/** The day is enough here: 「今天」「11-11」. */
const dayOf = (time: Date): string => feedTime(toShanghaiTime(time)).split(" ")[0]!;
