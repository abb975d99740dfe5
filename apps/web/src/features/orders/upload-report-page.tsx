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
  type PlatformCategory,
} from "@coralhub/domain";
import {
  DetailPage,
  ErrorState,
  Notice,
  Pager,
  PageSkeleton,
  Panel,
  PlatformLogo,
  Progress,
  RowsSkeleton,
  StateTag,
  toast,
  pastNodes,
} from "@coralhub/ui";
import { goTo, saveFile, useUrlState } from "@coralhub/ui/browser";
import { useMutation, useQuery } from "@tanstack/react-query";
import { Button, Input, Modal, Select } from "antd";
import { useState } from "react";
import { failureOf } from "../../platform/failure.ts";
import { NotOpened } from "../../platform/not-opened.tsx";
import { MoneyOf } from "../../platform/show.tsx";
import {
  calls,
  failuresQuery,
  orderQuery,
  platformsQuery,
  progressQuery,
  refreshOrders,
  refusedRowsQuery,
  ROWS_ON_A_PAGE,
  snapshotQuery,
  uploadQuery,
} from "./orders-calls.ts";
import { Refused } from "./refused.tsx";
import { BACK } from "./upload-file-page.tsx";
import "./orders.css";

/** /uploadPreBranch?id=…: one delivery: how far it is, what passed, what did not and why. */
export function UploadReportPage() {
  const id = new URLSearchParams(useUrlState().search).get("id") ?? "";
  const { data, error, refetch, isFetching } = useQuery(uploadQuery(id));
  if (data) return <Report upload={data} />;
  if (!error) return <PageSkeleton />;
  return <NotOpened title="订单材料" back={BACK} what="这份材料" query={{ error, refetch, isFetching }} />;
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
      timeline={pastNodes(upload.timeline)}
      actions={<Actions upload={upload} />}
    >
      {state !== "analysing" && rowsTotal > rowsFailed && <Understood id={id} done={rowsTotal - rowsFailed} />}
      {rowsFailed > 0 && <Rows key={id} id={id} done={rowsDone + rowsFailed} refused={rowsFailed} />}
    </DetailPage>
  );
}

function Standing({ upload }: { upload: OrderUploadDetail }) {
  const { state, problemText, rowsFailed } = upload;
  if (state === "analysing") return <Reading upload={upload} />;
  if (problemText) return <Notice tone="danger" title={problemText} />;
  return rowsFailed === 0 ? null : <Failures upload={upload} />;
}

function Reading({ upload }: { upload: OrderUploadDetail }) {
  const { data: { rowsDone, rowsTotal } = upload } = useQuery(progressQuery(upload.id));
  return <Progress label={`正在分析，已读 ${rowsDone} 个订单`} value={rowsDone} max={Math.max(rowsTotal, 1)} />;
}

function Failures({ upload: { id, rowsFailed, state } }: { upload: OrderUploadDetail }) {
  const { data } = useQuery(failuresQuery(id, rowsFailed));
  const none = (data?.verdict ?? (state === "failed" ? "fail" : "partial")) === "fail";
  return (
    <Notice
      tone={none ? "danger" : "warning"}
      title={none ? "没有订单通过" : `${rowsFailed} 个订单没有通过${data ? `，${data.passed} 个已通过` : ""}`}
    >
      {data && [...data.findings, ...data.reasons].map(({ label, count }) => `${label}（${count}）`).join("；")}
    </Notice>
  );
}

/** The first orders as they were read, to be compared with the file. */
function Understood({ id, done }: { id: string; done: number }) {
  const { data } = useQuery(snapshotQuery(id, done));
  const rows = data?.rows.filter(({ state }) => state !== "failed").slice(0, 5) ?? [];
  if (rows.length === 0) return null;
  return (
    <Panel title="读到的订单" intro={`前 ${rows.length} 个，可与原文件对照`}>
      <ul className="order-rows">
        {rows.map((row) => (
          <li key={row.id}>
            <div>
              <strong>{row.orderNumber ?? `第 ${row.line} 行`}</strong>
              <span>{orderedText(row)}</span>
            </div>
            <StateTag lifecycle={orderRowLifecycle} state={row.state} />
            {row.amount && <MoneyOf value={row.amount} />}
          </li>
        ))}
      </ul>
    </Panel>
  );
}

/** Each kind comes again the way it came; what has no page of its own is a marketplace's. */
const AGAIN: Partial<Record<PlatformCategory, "uploadThird" | "uploadOffline">> = {
  payment: "uploadThird",
  offline: "uploadOffline",
};

function Actions({ upload }: { upload: OrderUploadDetail }) {
  const { id, state, way, rowsFailed, hasDocument, platform, storeId } = upload;
  const onError = (error: Error) => toast.failed(error.message);
  const rejected = useMutation({ mutationFn: () => calls.rejectedRows({ id }), onSuccess: saveFile, onError });
  const original = useMutation({ mutationFn: () => calls.analysisDocument({ id }), onSuccess: saveFile, onError });
  const cancel = useMutation({ mutationFn: () => calls.cancelAnalysis({ id }), onSuccess: refreshOrders, onError });
  const again = AGAIN[platformByCode(platform)?.category ?? "marketplace"] ?? "uploadElectronic";
  return (
    <>
      {state === "analysing" && way === "file" && (
        <Button loading={cancel.isPending} onClick={() => cancel.mutate()}>
          取消分析
        </Button>
      )}
      {state === "failed" && upload.problemText && upload.fileId && (
        <ReadAgain upload={upload} fileId={upload.fileId} />
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
          <Button
            type="primary"
            onClick={() => goTo(addressOf(again, { platform, corrects: id, ...(storeId && { store: storeId }) }))}
          >
            上传更正
          </Button>
        </>
      )}
    </>
  );
}

/** A file that was taken for another kind of report is read again without being sent again. */
function ReadAgain({ upload, fileId }: { upload: OrderUploadDetail; fileId: string }) {
  const { data: platforms = [] } = useQuery(platformsQuery);
  const sheets = platforms.find(({ platformCode }) => platformCode === upload.platform)?.sheets ?? [];
  const others = sheets.filter(({ excelType }) => excelType !== upload.sheet);
  const again = useMutation({
    mutationFn: (excelType: OrderUploadDetail["sheet"]) =>
      calls.applyAnalysis({
        fileId,
        platformCode: upload.platform,
        excelType,
        ...(upload.storeId && { merchantsId: upload.storeId }),
      }),
    onSuccess: async ({ id }) => {
      await refreshOrders();
      goTo(addressOf("orderUpload", { id }));
    },
    onError: (error) => toast.failed(error.message),
  });
  if (others.length === 0) return null;
  return (
    <Select
      aria-label="按其他报表重新分析"
      placeholder="按其他报表重新分析"
      value={null}
      loading={again.isPending}
      options={others.map(({ excelType, label }) => ({ value: excelType, label }))}
      onChange={(excelType) => excelType && again.mutate(excelType)}
    />
  );
}

function Rows({ id, done, refused }: { id: string; done: number; refused: number }) {
  const [wanted, setPage] = useState(1);
  // Where each page that was gone on to begins: far back there is no other way to it, nor back to it.
  const [behind, setBehind] = useState<Readonly<Record<number, string>>>({});
  // What is mended leaves the list: the last page may be gone by then.
  const page = Math.min(wanted, Math.ceil(refused / ROWS_ON_A_PAGE));
  const { data, error, refetch, isFetching } = useQuery(
    refusedRowsQuery(id, { pageNo: page, cursor: behind[page] }, done),
  );
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
    <Panel title="没有通过的订单" intro={`共 ${refused} 个，改好后重新审核`}>
      <ul className="order-rows">
        {data.records.map((row) => (
          <FailedRow key={row.id} row={row} onRepair={() => setOpen(row.id)} />
        ))}
      </ul>
      {data.total > ROWS_ON_A_PAGE && (
        <Pager
          total={data.total}
          pageNo={page}
          pageSize={ROWS_ON_A_PAGE}
          {...(data.nextCursor !== undefined && { nextCursor: data.nextCursor })}
          unit="个"
          onPage={(pageNo, cursor) => {
            if (cursor !== undefined) setBehind((before) => ({ ...before, [pageNo]: cursor }));
            setPage(pageNo);
          }}
        />
      )}
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
    onMutate: () => setProblem(undefined),
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
          {/* Beside the button that was refused: the form is longer than a phone. */}
          {problem && <Refused problem={problem} />}
        </div>
      )}
    </Modal>
  );
}
export const orderedText = ({ orderedAt }: OrderRow): string =>
  orderedAt ? toShanghaiTime(orderedAt).slice(0, 16) : "时间不明";
