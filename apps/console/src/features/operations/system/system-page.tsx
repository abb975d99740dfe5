import type { SystemState } from "@coralhub/contract";
import { jobLabel } from "@coralhub/domain";
import { Facts, Panel, RowsSkeleton, StateDot, tableTime, toast, useBegun } from "@coralhub/ui";
import { queryOptions, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Button, Table, type TableColumnsType } from "antd";
import { operations } from "../../../platform/api.ts";
import { Page, QueryView } from "../../../platform/page.tsx";
import { problemText } from "../../../platform/refusal-fields.ts";
import { alarmsQuery, DoorAlarms } from "./door-alarms.tsx";
import { SettingsTabs } from "../../../platform/settings-tabs.tsx";

const systemQuery = queryOptions({
  queryKey: ["system"],
  queryFn: () => operations.system({}),
  refetchInterval: 10_000,
});

type Delivery = SystemState["deliveries"][number];
type Job = SystemState["jobs"][number];

const number = (value: number) => value.toLocaleString("en-US");
const JOB_COLUMNS: TableColumnsType<Job> = [
  {
    title: "任务",
    key: "name",
    render: (_, row) => (
      <>
        <div>{jobLabel(row.name)}</div>
        <div className="second-line mono job-name">{row.name}</div>
      </>
    ),
  },
  { title: "等待", key: "waiting", align: "right", render: (_, row) => number(row.waiting) },
  { title: "运行中", key: "active", align: "right", render: (_, row) => number(row.active) },
  { title: "失败", key: "failed", align: "right", render: (_, row) => number(row.failed) },
];

export function SystemPage() {
  const system = useQuery(systemQuery);
  // Alarms stand in the middle: what is below them waits until it is known whether there are any.
  const alarms = useQuery(alarmsQuery);
  const begun = useBegun(!alarms.isPending);
  return (
    <Page title="设置" beside={<SettingsTabs />}>
      <QueryView query={system} what="系统状态">
        {(state) =>
          begun ? (
            <>
              <Health state={state} />
              <DoorAlarms />
              <Deliveries rows={state.deliveries} />
              <Panel title="后台任务" intro="失败的任务会自动再试，约一天后停下" flush>
                <Table
                  className="dense"
                  rowKey="name"
                  columns={JOB_COLUMNS}
                  dataSource={state.jobs}
                  pagination={false}
                />
              </Panel>
            </>
          ) : (
            <RowsSkeleton rows={4} />
          )
        }
      </QueryView>
    </Page>
  );
}

function Health({ state }: { state: SystemState }) {
  const failed = state.jobs.reduce((sum, job) => sum + job.failed, 0);
  const good = (label: string) => <StateDot tone="success" label={label} />;
  const bad = (label: string) => <StateDot tone="danger" label={label} />;
  const troubled = state.deliveries.length;
  return (
    <Panel>
      <Facts
        facts={[
          { label: "实时通知", value: state.live ? good("正常") : bad("断开，正在重连") },
          { label: "对外投递", value: troubled === 0 ? good("没有停下的") : bad(`${troubled} 条需要处理`) },
          { label: "后台任务", value: failed === 0 ? good("没有失败的") : bad(`${number(failed)} 个失败`) },
        ]}
      />
    </Panel>
  );
}

function Deliveries({ rows }: { rows: Delivery[] }) {
  const queries = useQueryClient();
  const retry = useMutation({
    mutationFn: ({ topic, reference }: Delivery) => operations.retryDelivery({ topic, reference }),
    onSuccess: () => toast.done("已重新投递"),
    onError: (error) => toast.failed(problemText(error)),
    onSettled: () => queries.invalidateQueries({ queryKey: systemQuery.queryKey }),
  });
  if (rows.length === 0) return null;
  const columns: TableColumnsType<Delivery> = [
    {
      title: "投递",
      key: "reference",
      render: (_, row) => (
        <>
          <div className="mono">{row.reference}</div>
          <div className="second-line mono">{row.topic}</div>
        </>
      ),
    },
    { title: "原因", key: "problem", render: (_, row) => row.lastProblem || "没有说明" },
    { title: "试过", key: "attempts", align: "right", responsive: ["md"], render: (_, row) => `${row.attempts} 次` },
    {
      title: "状态",
      key: "state",
      render: (_, row) =>
        row.state === "refused" ? (
          <StateDot tone="danger" label="已停下" />
        ) : (
          <StateDot tone="warning" label="还在试" note={`${tableTime(row.dueAt)} 再试`} />
        ),
    },
    { title: "产生时间", key: "createdAt", responsive: ["md"], render: (_, row) => tableTime(row.createdAt) },
    {
      title: <span className="visually-hidden">操作</span>,
      key: "actions",
      align: "right",
      render: (_, row) => (
        <Button
          type="link"
          size="small"
          loading={retry.isPending && retry.variables.reference === row.reference}
          onClick={() => retry.mutate(row)}
        >
          重新投递
        </Button>
      ),
    },
  ];
  return (
    <Panel title="需要处理的投递" intro="对方拒绝了，或试了多次仍没成功" flush>
      <Table
        className="dense"
        rowKey={(row) => `${row.topic} ${row.reference}`}
        columns={columns}
        dataSource={rows}
        pagination={false}
      />
    </Panel>
  );
}
