import { outflowEndpoints, type HeldSend } from "@coralhub/contract";
import { deskAddress, MONEY_SENDS, toShanghaiTime } from "@coralhub/domain";
import { Link, Panel, tableTime, toast } from "@coralhub/ui";
import { queryOptions, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Button, Form, Input, Modal, Table, type TableColumnsType } from "antd";
import { useState } from "react";
import { connect } from "../../platform/api.ts";
import { Page, QueryView } from "../../platform/page.tsx";
import { problemText } from "../../platform/refusal-fields.ts";
import { WAITING } from "../../platform/waiting.ts";

const calls = connect(outflowEndpoints);
const heldQuery = queryOptions({
  queryKey: ["heldSends"],
  queryFn: () => calls.heldSends({}),
  refetchInterval: 30_000,
});
const keyOf = ({ topic, reference }: HeldSend) => ({ topic, reference });

/** Money that was on its way out when a freeze, a lapsed certification or an alarm of the books held it back. */
export function HeldSendsPage() {
  const held = useQuery(heldQuery);
  return (
    <Page
      title="拦下的出款"
      about="出款前因冻结、认证失效或账务告警被拦下。原因消除后十分钟内自动发出，也可以立即复查；退回付款方和还款可由两位财务放行"
    >
      <QueryView
        query={held}
        what="拦下的出款"
        empty={{
          when: (rows) => rows.length === 0,
          title: "没有被拦下的出款",
          text: "冻结商户或账户、账务告警时，正在发出的款项会停在这里",
        }}
      >
        {(rows) => <HeldTable rows={rows} />}
      </QueryView>
    </Page>
  );
}

function HeldTable({ rows }: { rows: HeldSend[] }) {
  const [releasing, setReleasing] = useState<HeldSend | null>(null);
  const columns: TableColumnsType<HeldSend> = [
    {
      title: "出款",
      key: "topic",
      render: (_, row) => (
        <>
          <div>{MONEY_SENDS[row.topic].label}</div>
          <div className="second-line mono">
            <Reference row={row} />
          </div>
        </>
      ),
    },
    {
      title: "商户和拦下原因",
      key: "merchant",
      render: (_, row) => (
        <>
          <Merchant row={row} />
          <div className="second-line">{row.reason}</div>
        </>
      ),
    },
    {
      title: "拦下时间",
      key: "since",
      responsive: ["md"],
      render: (_, row) => <span title={`下次复查 ${toShanghaiTime(row.nextLookAt)}`}>{tableTime(row.since)}</span>,
    },
    {
      title: "操作",
      key: "steps",
      align: "right",
      render: (_, row) => <Steps row={row} release={() => setReleasing(row)} />,
    },
  ];
  return (
    <Panel flush>
      <Table
        className="dense"
        rowKey={(row) => `${row.topic} ${row.reference}`}
        columns={columns}
        dataSource={rows}
        pagination={false}
        scroll={{ x: "max-content" }}
      />
      {releasing && <ReleaseDialog row={releasing} close={() => setReleasing(null)} />}
    </Panel>
  );
}

/** A payment's own page is one press away; the others are found by their reference. */
function Reference({ row: { topic, reference, subjectId } }: { row: HeldSend }) {
  const [known] = reference.split(":");
  if (topic !== "payout-bank.pay" || subjectId === null) return <>{known}</>;
  return <Link to={deskAddress("payoutDesk", { reference: known!, open: subjectId })}>{known}</Link>;
}

function Merchant({ row: { merchantId, merchantName } }: { row: HeldSend }) {
  if (merchantId === null) return <>无主来款</>;
  return <Link to={deskAddress("merchant", { id: merchantId })}>{merchantName || "尚未认证"}</Link>;
}

function Steps({ row, release }: { row: HeldSend; release(): void }) {
  const queries = useQueryClient();
  const recheck = useMutation({
    mutationFn: () => calls.recheckSend(keyOf(row)),
    onSuccess: () => toast.done("正在复查"),
    onError: (error) => toast.failed(problemText(error)),
    onSettled: async () => {
      await queries.invalidateQueries({ queryKey: heldQuery.queryKey });
      await queries.invalidateQueries({ queryKey: WAITING });
    },
  });
  return (
    <>
      <Button size="small" type="link" loading={recheck.isPending} onClick={() => recheck.mutate()}>
        立即复查
      </Button>
      {MONEY_SENDS[row.topic].release && (
        <Button size="small" type="link" onClick={release}>
          放行
        </Button>
      )}
    </>
  );
}

function ReleaseDialog({ row, close }: { row: HeldSend; close(): void }) {
  const queries = useQueryClient();
  const [reason, setReason] = useState("");
  const propose = useMutation({
    mutationFn: () => calls.proposeRelease({ ...keyOf(row), reason }),
    onSuccess: async () => {
      toast.done("已提出，等待另一位财务复核");
      close();
      await queries.invalidateQueries({ queryKey: WAITING });
    },
  });
  return (
    <Modal
      open
      title={`放行：${MONEY_SENDS[row.topic].label}`}
      okText="提交复核"
      cancelText="取消"
      okButtonProps={{ disabled: reason.trim() === "" }}
      confirmLoading={propose.isPending}
      onOk={() => propose.mutate()}
      onCancel={close}
    >
      <Form layout="vertical">
        <Form.Item
          label="放行原因"
          extra={`当前原因：${row.reason}。放行须由另一位财务在「双人复核」同意；账务告警期间仍不会发出`}
          {...(propose.error && { validateStatus: "error" as const, help: problemText(propose.error) })}
        >
          <Input.TextArea rows={3} maxLength={500} value={reason} onChange={(event) => setReason(event.target.value)} />
        </Form.Item>
      </Form>
    </Modal>
  );
}
