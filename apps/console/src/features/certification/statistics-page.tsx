import { formSpec, REVIEW_HOURS } from "@coralhub/domain";
import { Panel } from "@coralhub/ui";
import { useQuery } from "@tanstack/react-query";
import { Table, type TableColumnsType } from "antd";
import { Page, QueryView } from "../../platform/page.tsx";
import { statisticsQuery } from "./review-calls.ts";
import { ReviewTabs } from "./review-tabs.tsx";
import "./certification-review.css";

type Day = { day: string; approved: number; rejected: number; inTime: number };

const percent = (part: number, whole: number): string => (whole === 0 ? "—" : `${Math.round((part / whole) * 100)}%`);
const DAY_COLUMNS: TableColumnsType<Day> = [
  { title: "日期", dataIndex: "day" },
  { title: "通过", dataIndex: "approved", align: "right" },
  { title: "驳回", dataIndex: "rejected", align: "right" },
  {
    title: "按时",
    key: "inTime",
    align: "right",
    render: (_, { approved, rejected, inTime }) => percent(inTime, approved + rejected),
  },
];

/** How the desk is doing. */
export function StatisticsPage() {
  const statistics = useQuery(statisticsQuery);
  return (
    <Page
      title="认证审核"
      about={`承诺 ${REVIEW_HOURS} 个工作小时内出结果`}
      beside={<ReviewTabs current="certificationStatistics" />}
    >
      <QueryView query={statistics} what="审核统计">
        {(data) => (
          <>
            <Figures data={data} />
            <div className="statistics">
              <Panel title="最近 7 天" flush>
                <Table className="dense" rowKey="day" columns={DAY_COLUMNS} dataSource={data.days} pagination={false} />
              </Panel>
              <Panel title="等待中的类型">
                <ul className="lines">
                  {data.byForm.map(({ form, waiting }) => (
                    <li key={form}>
                      <span>{formSpec(form).label}</span>
                      <span>{waiting}</span>
                    </li>
                  ))}
                </ul>
              </Panel>
            </div>
          </>
        )}
      </QueryView>
    </Page>
  );
}

type Counts = { waiting: number; second: number; supplement: number; overdue: number; dueSoon: number; mine: number };

function Figures({ data }: { data: Counts }) {
  const figures = [
    { label: "待审核", value: data.waiting },
    { label: "待复核", value: data.second },
    { label: "等商户补充", value: data.supplement },
    { label: "一小时内到时", value: data.dueSoon },
    { label: "已超时", value: data.overdue, bad: data.overdue > 0 },
    { label: "在我手里", value: data.mine },
  ];
  return (
    <dl className="figures">
      {figures.map(({ label, value, bad }) => (
        <div key={label}>
          <dt className="second-line">{label}</dt>
          <dd className={`figure ${bad ? "text-danger" : ""}`}>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
