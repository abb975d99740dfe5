import type { OrderRow, OrderUploadDetail } from "@coralhub/contract";
import {
  addressOf,
  findingLabel,
  ORDER_FIELD_NAMES,
  ORDER_FIELDS,
  orderRowLifecycle,
  orderUploadLifecycle,
  platformByCode,
  platformName,
  rejectLabel,
  toShanghaiTime,
  type GivenOrder,
} from "@coralhub/domain";
import {
  DetailPage,
  ErrorState,
  Notice,
  PageHeader,
  PageSkeleton,
  Panel,
  PlatformLogo,
  Progress,
  RowsSkeleton,
  StateTag,
  toast,
} from "@coralhub/ui";
import { useMutation, useQuery } from "@tanstack/react-query";
import { Button, Input, Modal } from "antd";
import { useState } from "react";
import { failureOf } from "../../platform/failure.ts";
import { goTo } from "../../platform/navigation.ts";
import { saveFile } from "../../platform/save-file.ts";
import { inTable, MoneyOf } from "../../platform/show.tsx";
import { useUrlState } from "../../platform/url-state.ts";
import { calls, orderQuery, refreshOrders, rowsQuery, uploadQuery } from "./orders-calls.ts";
import { BACK } from "./upload-file-page.tsx";
import "./orders.css";

/** /uploadPreBranch?id=…: one delivery: how far it is, what passed, what did not and why. */
export function UploadReportPage() {
  const id = new URLSearchParams(useUrlState().search).get("id") ?? "";
  const { data, error, refetch, isFetching } = useQuery(uploadQuery(id));
  if (data) return <Report upload={data} />;
  if (!error) return <PageSkeleton />;
  return (
    <>
      <PageHeader title="订单材料" back={BACK} />
      <Panel>
        <ErrorState
          title="没能打开这份材料"
          onRetry={() => void refetch()}
          retrying={isFetching}
          reference={failureOf(error).reference}
        >
          {error.message}
        </ErrorState>
      </Panel>
    </>
  );
}

function Report({ upload }: { upload: OrderUploadDetail }) {
  const { id, state, rowsTotal, rowsDone, rowsPassed, rowsFailed, rowsWaiting } = upload;
  return (
    <DetailPage
      title={upload.fileName}
      tile={<PlatformLogo platform={upload.platform} size={32} />}
      state={<StateTag lifecycle={orderUploadLifecycle} state={state} />}
      back={BACK}
      hold={<Standing upload={upload} />}
      facts={[
        { label: "平台", value: platformName(upload.platform) },
        { label: "店铺", value: upload.storeName ?? "未指定" },
        { label: "订单", value: `${rowsTotal} 个` },
        { label: "通过", value: `${rowsPassed} 个` },
        { label: "未通过", value: `${rowsFailed} 个` },
        { label: "等待审核", value: `${rowsWaiting} 个` },
        ...upload.granted.map((amount) => ({
          label: `增加额度（${amount.currency}）`,
          value: <MoneyOf value={amount} />,
        })),
      ]}
      timeline={upload.timeline.map(({ label, note, at }, index) => ({
        title: label,
        note,
        when: inTable(at),
        state: index === upload.timeline.length - 1 ? ("current" as const) : ("done" as const),
      }))}
      actions={<Actions upload={upload} />}
    >
      {rowsFailed > 0 && <Rows key={`${id} ${rowsFailed}`} id={id} done={rowsDone + rowsFailed} />}
    </DetailPage>
  );
}

function Standing({ upload }: { upload: OrderUploadDetail }) {
  const { state, rowsDone, rowsTotal, problemText, findings, reasons, rowsFailed } = upload;
  if (state === "analysing") {
    return <Progress label={`正在分析，已读 ${rowsDone} 个订单`} value={rowsDone} max={Math.max(rowsTotal, 1)} />;
  }
  if (problemText) return <Notice tone="danger" title={problemText} />;
  if (rowsFailed === 0) return null;
  const causes = [...findings, ...reasons].map(({ label, count }) => `${label}（${count}）`).join("；");
  return (
    <Notice
      tone={state === "failed" ? "danger" : "warning"}
      title={state === "failed" ? "没有订单通过" : `${rowsFailed} 个订单没有通过`}
    >
      {causes}
    </Notice>
  );
}

function Actions({ upload }: { upload: OrderUploadDetail }) {
  const { id, state, rowsFailed, hasDocument, platform } = upload;
  const onError = (error: Error) => toast.failed(error.message);
  const rejected = useMutation({ mutationFn: () => calls.rejectedRows({ id }), onSuccess: saveFile, onError });
  const original = useMutation({ mutationFn: () => calls.analysisDocument({ id }), onSuccess: saveFile, onError });
  const cancel = useMutation({ mutationFn: () => calls.cancelAnalysis({ id }), onSuccess: refreshOrders, onError });
  const again = platformByCode(platform)?.category === "payment" ? "uploadThird" : "uploadElectronic";
  return (
    <>
      {state === "analysing" && (
        <Button loading={cancel.isPending} onClick={() => cancel.mutate()}>
          取消分析
        </Button>
      )}
      {hasDocument && (
        <Button loading={original.isPending} onClick={() => original.mutate()}>
          下载原文件
        </Button>
      )}
      {rowsFailed > 0 && (
        <>
          <Button loading={rejected.isPending} onClick={() => rejected.mutate()}>
            下载未通过的订单
          </Button>
          <Button type="primary" onClick={() => goTo(addressOf(again, { platform, corrects: id }))}>
            上传更正
          </Button>
        </>
      )}
    </>
  );
}

function Rows({ id, done }: { id: string; done: number }) {
  const { data, error, refetch, isFetching } = useQuery(rowsQuery(id, true, done));
  const [open, setOpen] = useState<string>();
  if (error)
    return (
      <ErrorState
        title="没能取到未通过的订单"
        onRetry={() => void refetch()}
        retrying={isFetching}
        reference={failureOf(error).reference}
      />
    );
  if (!data) return <RowsSkeleton rows={4} />;
  return (
    <Panel
      title="没有通过的订单"
      intro={data.total > data.records.length ? `显示前 ${data.records.length} 个，全部请下载` : "改好后重新审核"}
    >
      <ul className="order-rows">
        {data.records.map((row) => (
          <FailedRow key={row.id} row={row} onRepair={() => setOpen(row.id)} />
        ))}
      </ul>
      {open && <Repair key={open} id={open} onClose={() => setOpen(undefined)} />}
    </Panel>
  );
}

export const reasonsOf = ({ findings, reason }: OrderRow): string =>
  [...findings.map(findingLabel), ...(reason === null ? [] : [rejectLabel(reason)])].join("；");

const FailedRow = ({ row, onRepair }: { row: OrderRow; onRepair: () => void }) => (
  <li>
    <div>
      <strong>{row.orderNumber ?? `第 ${row.line} 行`}</strong>
      <span className="order-problem">{reasonsOf(row)}</span>
    </div>
    <StateTag lifecycle={orderRowLifecycle} state={row.state} />
    <Button type="link" onClick={onRepair} aria-label={`更正 ${row.orderNumber ?? `第 ${row.line} 行`}`}>
      更正
    </Button>
  </li>
);

/** One refused order, cell by cell, beginning with what was written. */
function Repair({ id, onClose }: { id: string; onClose: () => void }) {
  const { data } = useQuery(orderQuery(id));
  const [given, setGiven] = useState<GivenOrder>({});
  const [problem, setProblem] = useState<string>();
  const send = useMutation({
    mutationFn: () => calls.repairOrder({ id, given }),
    onSuccess: async () => {
      toast.done("已提交，等待审核");
      await refreshOrders();
      onClose();
    },
    onError: (error) => setProblem(error.message),
  });
  return (
    <Modal
      open
      title="更正订单"
      onCancel={onClose}
      onOk={() => send.mutate()}
      okText="提交"
      cancelText="取消"
      confirmLoading={send.isPending}
    >
      {problem && <Notice tone="danger" title={problem} />}
      {!data && <RowsSkeleton rows={4} />}
      {data && (
        <div className="order-form">
          {ORDER_FIELD_NAMES.map((field) => (
            <div key={field} className="order-field">
              <span aria-hidden="true">{ORDER_FIELDS[field].label}</span>
              <Input
                aria-label={ORDER_FIELDS[field].label}
                value={given[field] ?? data.given[field] ?? ""}
                onChange={({ target }) => setGiven((before) => ({ ...before, [field]: target.value }))}
              />
            </div>
          ))}
        </div>
      )}
    </Modal>
  );
}
export const orderedText = ({ orderedAt }: OrderRow): string =>
  orderedAt ? toShanghaiTime(orderedAt).slice(0, 16) : "时间不明";
