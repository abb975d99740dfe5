import { orderDeskList, type OrderDeskCase, type Waybill } from "@coralhub/contract";
import {
  countryName,
  deskAddress,
  formatMoney,
  ORDER_PAPERS,
  orderUploadLifecycle,
  platformName,
  REJECT_REASON_NAMES,
  REJECT_REASONS,
  parseMoney,
  toShanghaiTime,
  UPLOAD_WAYS,
  type Money as MoneyValue,
  type RejectReason,
} from "@coralhub/domain";
import { Facts, Link, ListPage, Money, Notice, pastNodes, RowsSkeleton, StateTag, Timeline, toast } from "@coralhub/ui";
import { saveFile } from "@coralhub/ui/browser";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Button, Checkbox, Input, Select } from "antd";
import { useState } from "react";
import { MerchantName } from "../../platform/merchant-name.tsx";
import { QueryView } from "../../platform/page.tsx";
import { useRows } from "../../platform/use-rows.ts";
import { caseQuery, debtorsQuery, desk, ORDERS, reasonsQuery, rowsQuery, type Ref } from "./order-calls.ts";
import "../../platform/page.css";
import "./orders.css";

/** Orders that wait for a person: all of a new merchant, a share of a proven one, every large one. */
export function OrderDeskPage() {
  const rows = useRows(orderDeskList, [...ORDERS, "list"], desk.orderDesk, { desk: true });
  return (
    <ListPage
      {...rows}
      title="订单材料"
      intro="新商户逐个看，已有记录的商户抽查一成，大额每个都看"
      lead={
        <>
          <Debtors />
          <ReasonCounts />
        </>
      }
      tabs={{ filter: "state" }}
      rowKey={(row) => row.id}
      unit="份"
      dense
      columns={["merchantId", "fileName", "platform", "createdAt", "rowsTotal", "rowsWaiting", "state"]}
      roomyColumns={["platform"]}
      cells={{
        merchantId: (row) => <MerchantName merchantId={row.merchantId} />,
        platform: (row) => platformName(row.platform),
      }}
      drawer={{
        title: (row) => row.fileName,
        body: (row) => <CaseView key={`${row.id} ${row.state}`} merchantId={row.merchantId} id={row.id} />,
      }}
      empty={{ title: "没有订单材料", text: "商户上传或同步订单后会出现在这里" }}
    />
  );
}

/** Who owes quota: orders that were used and refunded later. Nothing leaves in CNY until new orders cover it. */
function Debtors() {
  const { data } = useQuery(debtorsQuery);
  if (!data || data.length === 0) return null;
  return (
    <section className="order-debtors" aria-label="欠额度的商户">
      <h2>欠额度的商户</h2>
      <ul>
        {data.map(({ merchantId, debt, since }) => (
          <li key={`${merchantId} ${debt.currency}`}>
            <MerchantName merchantId={merchantId} />
            <Money amount={formatMoney(debt)} currency={debt.currency} />
            <span className="order-since">{toShanghaiTime(since)} 起</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Why orders were refused in the last ninety days. Its line stands from the beginning: what came later would push the list down under somebody's thumb. */
function ReasonCounts() {
  const { data = [] } = useQuery(reasonsQuery);
  return (
    <details className="order-reasons">
      <summary>近 90 天未通过的原因</summary>
      {data.length === 0
        ? "没有未通过的订单"
        : data
            .slice(0, 6)
            .map(({ label, count, by }) => `${label} ${count}${by === "person" ? "（人工）" : ""}`)
            .join("；")}
    </details>
  );
}

function recordText({ passed, failed, passedWorth, failedWorth, proven }: OrderDeskCase["record"]): string {
  const worth = (amount: OrderDeskCase["record"]["passedWorth"]) => `约 ${formatMoney(amount)} 美元`;
  return `通过 ${passed} 个（${worth(passedWorth)}），未通过 ${failed} 个（${worth(failedWorth)}），${proven ? "抽查" : "逐个看"}`;
}

function CaseView(ref: Ref) {
  const found = useQuery(caseQuery(ref));
  return (
    <QueryView query={found} what="这份材料">
      {(shown: OrderDeskCase) => (
        <div className="desk">
          <StateTag lifecycle={orderUploadLifecycle} state={shown.state} />
          {shown.debt.length > 0 && (
            <Notice
              tone="warning"
              title={`商户欠额度 ${shown.debt.map((one) => `${one.currency} ${formatMoney(one)}`).join("、")}`}
            />
          )}
          <Facts
            facts={[
              {
                label: "商户",
                value: (
                  <Link to={deskAddress("merchant", { id: ref.merchantId })}>{shown.merchantName || "查看商户"}</Link>
                ),
              },
              { label: "方式", value: UPLOAD_WAYS[shown.way].label },
              {
                label: "平台",
                value: `${platformName(shown.platform)}${shown.storeName ? `，${shown.storeName}` : ""}`,
              },
              {
                label: "以往记录",
                value: recordText(shown.record),
              },
              {
                label: "自动未通过",
                value: shown.findings.map(({ label, count }) => `${label} ${count}`).join("；") || "没有",
              },
              ...(shown.fileId === null
                ? []
                : [
                    {
                      label: "原文件",
                      value: <FileButton {...ref} fileId={shown.fileId} fileName={shown.fileName} />,
                    },
                  ]),
              ...shown.papers.map(({ fileId, kind, fileName }) => ({
                label: ORDER_PAPERS[kind],
                value: <PaperButton {...ref} fileId={fileId} fileName={fileName} />,
              })),
            ]}
          />
          <Review key={shown.state} {...ref} waiting={shown.state === "waiting"} all={shown.rowsWaiting} />
          <Timeline nodes={pastNodes(shown.timeline)} />
        </div>
      )}
    </QueryView>
  );
}

function PaperButton({ merchantId, id, fileId, fileName }: Ref & { fileId: string; fileName: string }) {
  const open = useMutation({
    mutationFn: () => desk.orderPaper({ merchantId, id, fileId }),
    onSuccess: ({ blob }) => void window.open(URL.createObjectURL(blob), "_blank", "noopener"),
    onError: (error) => toast.failed(error.message),
  });
  return (
    <Button type="link" loading={open.isPending} onClick={() => open.mutate()}>
      {fileName}
    </Button>
  );
}

/** A sheet is kept and opened by the reviewer's own program: no browser shows one. */
function FileButton({ merchantId, id, fileId, fileName }: Ref & { fileId: string; fileName: string }) {
  const save = useMutation({
    mutationFn: () => desk.orderPaper({ merchantId, id, fileId }),
    onSuccess: saveFile,
    onError: (error) => toast.failed(error.message),
  });
  return (
    <Button type="link" loading={save.isPending} onClick={() => save.mutate()}>
      {fileName}
    </Button>
  );
}

type Said = { decision: "pass" | "fail"; reason: RejectReason | null; part: MoneyValue | null };
function Review({ merchantId, id, waiting, all: open }: Ref & { waiting: boolean; all: number }) {
  const rows = useQuery(rowsQuery({ merchantId, id }));
  const client = useQueryClient();
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const done = async () => {
    setChosen([]);
    await client.invalidateQueries({ queryKey: ORDERS });
  };
  const onError = (error: Error) => toast.failed(error.message);
  const begin = useMutation({ mutationFn: () => desk.beginReview({ merchantId, id }), onSuccess: done, onError });
  const decide = useMutation({
    mutationFn: (said: Said) => desk.decideOrders({ merchantId, id, orderIds: [...chosen], ...said }),
    onSuccess: done,
    onError,
  });
  const toggle = (row: string) =>
    setChosen((before) => (before.includes(row) ? before.filter((one) => one !== row) : [...before, row]));
  if (!rows.data) return rows.error ? <Notice tone="danger" title={rows.error.message} /> : <RowsSkeleton rows={3} />;
  if (rows.data.length === 0) return null;
  const all = chosen.length === rows.data.length;
  const only = chosen.length === 1 ? rows.data.find((row) => row.id === chosen[0]) : undefined;
  return (
    <section className="order-review" aria-label="等待审核的订单">
      {waiting && (
        <Button loading={begin.isPending} onClick={() => begin.mutate()}>
          开始审核
        </Button>
      )}
      <Checkbox checked={all} onChange={() => setChosen(all ? [] : rows.data.map((row) => row.id))}>
        全选 {rows.data.length} 个
      </Checkbox>
      {open > rows.data.length && <p>共 {open} 个等待审核，这些决定后列出其余的</p>}
      <ul>
        {rows.data.map((row) => (
          <ReviewRow
            key={row.id}
            merchantId={merchantId}
            row={row}
            chosen={chosen.includes(row.id)}
            onToggle={() => toggle(row.id)}
          />
        ))}
      </ul>
      <Decision
        count={chosen.length}
        busy={decide.isPending}
        onDecide={(decision, reason) => decide.mutate({ decision, reason, part: null })}
      />
      {only?.amount && (
        <PartDecision
          key={only.id}
          amount={only.amount}
          busy={decide.isPending}
          onPass={(part) => decide.mutate({ decision: "pass", reason: null, part })}
        />
      )}
    </section>
  );
}

const STANDINGS: Record<Waybill["standing"], string> = { delivered: "已签收", underWay: "运输中", unknown: "查不到" };
/** What the carrier says, to be held against what the order says. */
const waybillText = ({ carrier, standing, shippedAt, country }: Waybill): string =>
  [
    [carrier, STANDINGS[standing]].filter(Boolean).join(" "),
    shippedAt && `${toShanghaiTime(shippedAt).slice(0, 10)} 发货`,
    country && `寄往${countryName(country)}`,
  ]
    .filter(Boolean)
    .join("，");

function WaybillCheck({ merchantId, id, tracking, shared }: Ref & { tracking: string; shared: number }) {
  const look = useMutation({
    mutationFn: () => desk.checkWaybill({ merchantId, id }),
    onError: (error) => toast.failed(error.message),
  });
  return (
    <span>
      <Button type="link" loading={look.isPending} onClick={() => look.mutate()}>
        {tracking}
      </Button>
      {[shared > 1 && `${shared} 个订单同一运单`, look.data && waybillText(look.data)].filter(Boolean).join("，")}
    </span>
  );
}

type DeskRow = Awaited<ReturnType<typeof desk.orderCaseRows>>[number];
type ReviewRowProps = { merchantId: string; row: DeskRow; chosen: boolean; onToggle: () => void };
const ReviewRow = ({ merchantId, row, chosen, onToggle }: ReviewRowProps) => (
  <li>
    <Checkbox checked={chosen} onChange={onToggle}>
      {row.orderNumber}
    </Checkbox>
    <span>{row.orderedAt && toShanghaiTime(row.orderedAt).slice(0, 10)}</span>
    <span>{row.goods}</span>
    <span>{row.country && countryName(row.country)}</span>
    {row.amount && <Money amount={formatMoney(row.amount)} currency={row.amount.currency} />}
    {row.refunded && row.refunded.minor > 0n && (
      <span>
        已退款 <Money amount={formatMoney(row.refunded)} currency={row.refunded.currency} />
      </span>
    )}
    {row.tracking && (
      <WaybillCheck merchantId={merchantId} id={row.id} tracking={row.tracking} shared={row.sharedTracking} />
    )}
  </li>
);

type DecisionProps = {
  count: number;
  busy: boolean;
  onDecide: (decision: "pass" | "fail", reason: RejectReason | null) => void;
};
function Decision({ count, busy, onDecide }: DecisionProps) {
  const [reason, setReason] = useState<RejectReason | null>(null);
  return (
    <div className="order-decide">
      <Button type="primary" disabled={count === 0} loading={busy} onClick={() => onDecide("pass", null)}>
        通过 {count} 个
      </Button>
      <Select
        aria-label="不通过的原因"
        placeholder="不通过的原因"
        value={reason}
        onChange={setReason}
        options={REJECT_REASON_NAMES.map((value) => ({ value, label: REJECT_REASONS[value] }))}
      />
      <Button danger disabled={count === 0 || !reason} loading={busy} onClick={() => onDecide("fail", reason)}>
        不通过 {count} 个
      </Button>
    </div>
  );
}

/** Of one order less than it says: what its evidence covers. */
type PartProps = { amount: MoneyValue; busy: boolean; onPass: (part: MoneyValue) => void };
function PartDecision({ amount, busy, onPass }: PartProps) {
  const [text, setText] = useState("");
  const part = partOf(text.trim(), amount);
  return (
    <div className="order-decide">
      <Input
        aria-label={`通过金额（${amount.currency}）`}
        placeholder={`通过金额，少于 ${formatMoney(amount)}`}
        inputMode="decimal"
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
      <Button disabled={part === null} loading={busy} onClick={() => part && onPass(part)}>
        部分通过
      </Button>
    </div>
  );
}
function partOf(text: string, { currency, minor }: MoneyValue): MoneyValue | null {
  try {
    const part = parseMoney(text, currency);
    return part.minor > 0n && part.minor < minor ? part : null;
  } catch {
    return null;
  }
}
