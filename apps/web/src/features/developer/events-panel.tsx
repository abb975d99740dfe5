import { eventList } from "@coralhub/contract";
import { OPEN_API, subjectPage } from "@coralhub/domain";
import { Copyable, Facts, Link, ListPage, useList } from "@coralhub/ui";
import { useUrlState } from "@coralhub/ui/browser";
import { useQuery } from "@tanstack/react-query";
import { failureOf } from "../../platform/failure.ts";
import { inTable } from "../../platform/show.tsx";
import { eventsQuery } from "./developer-calls.ts";
import { topicLabel } from "./webhooks-panel.tsx";

/** What has happened that programs are told of, whether or not an address listens. */
export function EventsPanel() {
  const list = useList(eventList, useUrlState());
  const rows = useQuery(eventsQuery(list.input));
  return (
    <ListPage
      spec={eventList}
      intro={`保留 ${OPEN_API.logDays} 天，没有填通知地址的也在这里`}
      list={list}
      rowKey={(row) => row.id}
      data={rows.data}
      fetching={rows.isFetching}
      {...(rows.error && { error: failureOf(rows.error) })}
      onRetry={() => void rows.refetch()}
      columns={["topic", "at"]}
      cells={{
        topic: (row) => (
          <span>
            {topicLabel(row.topic)} <span className="mono dev-quiet dev-break">{row.topic}</span>
          </span>
        ),
      }}
      drawer={{
        title: (row) => topicLabel(row.topic),
        body: (row) => {
          const page = row.subject === "test" ? null : subjectPage(row.subject, row.subjectId);
          return (
            <>
              <Facts
                facts={[
                  { label: "主题", value: <Copyable text={row.topic} /> },
                  { label: "时间", value: inTable(row.at) },
                  { label: "事件编号", value: <Copyable text={row.id} /> },
                  {
                    label: "业务编号",
                    value: row.subject === "test" ? "测试通知，没有业务" : <Copyable text={row.subjectId} />,
                  },
                ]}
              />
              {page && <Link to={page.path}>查看{page.label}</Link>}
            </>
          );
        },
      }}
      empty={{ title: "还没有事件", text: "收款到账、付款完成、卡片状态变化，都会出现在这里" }}
    />
  );
}
