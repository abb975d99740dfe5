import { identityEndpoints, type CallOutput } from "@coralhub/contract";
import { alarmSubjectText, DOOR_ALARMS } from "@coralhub/domain";
import { Panel, StateDot, tableTime, toast } from "@coralhub/ui";
import { queryOptions, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Button, Table, type TableColumnsType } from "antd";
import { connect } from "../../../platform/api.ts";
import { QueryView } from "../../../platform/page.tsx";
import { problemText } from "../../../platform/refusal-fields.ts";
import { WAITING } from "../../../platform/waiting.ts";

const calls = connect(identityEndpoints);
export const alarmsQuery = queryOptions({
  queryKey: ["doorAlarms"],
  queryFn: () => calls.doorAlarms({}),
  refetchInterval: 60_000,
});
type Alarm = CallOutput<typeof identityEndpoints.doorAlarms.output>[number];

/** Floods at the door: what was used up or tried, since when, and who has taken notice. */
export function DoorAlarms() {
  const alarms = useQuery(alarmsQuery);
  return (
    <QueryView query={alarms} what="入口告警">
      {(rows) => (rows.length === 0 ? null : <AlarmTable rows={rows} />)}
    </QueryView>
  );
}

function AlarmTable({ rows }: { rows: Alarm[] }) {
  const queries = useQueryClient();
  const see = useMutation({
    mutationFn: ({ id }: Alarm) => calls.seeDoorAlarm({ id }),
    onSuccess: () => toast.done("已确认"),
    onError: (error) => toast.failed(problemText(error)),
    onSettled: async () => {
      await queries.invalidateQueries({ queryKey: alarmsQuery.queryKey });
      await queries.invalidateQueries({ queryKey: WAITING });
    },
  });
  const columns: TableColumnsType<Alarm> = [
    {
      title: "告警",
      key: "kind",
      render: (_, row) => (
        <>
          <div>{DOOR_ALARMS[row.kind]}</div>
          <div className="second-line">{alarmSubjectText(row.kind, row.subject)}</div>
        </>
      ),
    },
    { title: "开始", key: "raisedAt", render: (_, row) => tableTime(row.raisedAt) },
    { title: "最近一次", key: "lastAt", responsive: ["md"], render: (_, row) => tableTime(row.lastAt) },
    {
      title: "状态",
      key: "state",
      align: "right",
      render: (_, row) =>
        row.seenAt ? (
          <StateDot tone="neutral" label="已确认" note={tableTime(row.seenAt)} />
        ) : (
          <Button size="small" loading={see.isPending && see.variables.id === row.id} onClick={() => see.mutate(row)}>
            我已知道
          </Button>
        ),
    },
  ];
  return (
    <Panel
      title="入口告警"
      intro="短信额度用完、或有人在多个账户上试密码；额度每小时恢复，请查看来源并与短信服务商核对"
      flush
    >
      <Table className="dense" rowKey="id" columns={columns} dataSource={rows} pagination={false} />
    </Panel>
  );
}
