import { ownOrdersOf, type IncomeOrders, type OrderFundRow, type OrderRow, type OwnOrders } from "@coralhub/contract";
import {
  addressOf,
  formatMoney,
  MATCH_GROUNDS,
  moneyOf,
  platformName,
  uploadPageOf,
  type Money,
} from "@coralhub/domain";
import {
  EmptyState,
  ErrorState,
  moneyText,
  Notice,
  PageHeader,
  PageSkeleton,
  Panel,
  PlatformLogo,
  RowsSkeleton,
  toast,
} from "@coralhub/ui";
import { goTo, useUrlState } from "@coralhub/ui/browser";
import { useMutation, useQuery } from "@tanstack/react-query";
import { Button, Checkbox, Input } from "antd";
import { useState, type KeyboardEvent } from "react";
import { failureOf } from "../../platform/failure.ts";
import { inTable, MoneyOf } from "../../platform/show.tsx";
import { OrderTabs } from "./order-tabs.tsx";
import { bindSettlement, calls, fundQuery, fundsQuery, refreshOrders } from "./orders-calls.ts";
import { orderedText } from "./upload-report-page.tsx";
import "./orders.css";

/** Up and down within a list, so that hands stay where they are; Tab goes on to the next part as everywhere. */
function stepThrough(event: KeyboardEvent<HTMLElement>): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (step === undefined) return;
  const places = [...event.currentTarget.closest("ul")!.querySelectorAll<HTMLElement>("button, input")];
  const next = places[places.indexOf(document.activeElement as HTMLElement) + step];
  event.preventDefault();
  next?.focus();
}

/** /uploadPre: income on the left, its orders on the right, the sums below. */
export function MatchPage() {
  const funds = useQuery(fundsQuery);
  const asked = new URLSearchParams(useUrlState().search).get("id");
  const match = useMutation({
    mutationFn: () => calls.matchOrders({}),
    onSuccess: async () => {
      toast.done("正在核对，稍后刷新");
      await refreshOrders();
    },
    onError: (error) => toast.failed(error.message),
  });
  if (!funds.data && !funds.error) return <PageSkeleton />;
  const rows = funds.data?.records ?? [];
  const id = asked ?? rows[0]?.id ?? "";
  return (
    <>
      <PageHeader
        title="订单管理"
        intro="每笔平台收款由哪些订单组成"
        aside={<OrderTabs tab="match" />}
        actions={
          <Button loading={match.isPending} onClick={() => match.mutate()}>
            自动核对
          </Button>
        }
      />
      {funds.error && (
        <Panel>
          <ErrorState
            title="没能取到收款"
            onRetry={() => void funds.refetch()}
            retrying={funds.isFetching}
            reference={failureOf(funds.error).reference}
          />
        </Panel>
      )}
      {funds.data && rows.length === 0 && (
        <Panel>
          <EmptyState title="还没有需要订单的收款">收到平台款项后会出现在这里</EmptyState>
        </Panel>
      )}
      {rows.length > 0 && (
        <div className="match-columns">
          <Panel title="收款">
            <ul className="match-funds">
              {rows.map((row) => (
                <FundRow key={row.id} row={row} chosen={row.id === id} />
              ))}
            </ul>
          </Panel>
          <FundOrders key={id} id={id} />
        </div>
      )}
    </>
  );
}

const FundRow = ({ row, chosen }: { row: OrderFundRow; chosen: boolean }) => (
  <li>
    <button
      type="button"
      className="match-fund"
      aria-pressed={chosen}
      onClick={() => goTo(addressOf("orderMatch", { id: row.id }))}
      onKeyDown={stepThrough}
    >
      <PlatformLogo platform={row.platform ?? "OTHER"} size={32} />
      <span>
        {row.storeName ?? row.payerName}
        <small>
          {inTable(row.arrivedAt)}，
          {row.missing.minor === 0n ? "订单齐全" : `还缺 ${moneyText(formatMoney(row.missing), row.missing.currency)}`}
        </small>
      </span>
      <MoneyOf value={row.amount} />
    </button>
  </li>
);

function FundOrders({ id }: { id: string }) {
  const { data, error, refetch, isFetching } = useQuery(fundQuery(id));
  if (error) {
    return (
      <Panel title="订单">
        <ErrorState
          title="没能取到订单"
          onRetry={() => void refetch()}
          retrying={isFetching}
          reference={failureOf(error).reference}
        />
      </Panel>
    );
  }
  return <Panel title="订单">{data ? <Orders fund={data} /> : <RowsSkeleton rows={5} />}</Panel>;
}

/** The upload of the very shop this money came from. */
const uploadOf = ({ platform, storeId }: Pick<IncomeOrders, "platform" | "storeId">) => {
  const platformCode = platform ?? "OTHER";
  const store = storeId === null ? {} : { store: storeId };
  return addressOf(uploadPageOf(platformCode), { platform: platformCode, ...store });
};

function useBinding(fund: IncomeOrders, onDone: () => void) {
  const onError = (error: Error) => toast.failed(error.message);
  const onSuccess = () => {
    onDone();
    return refreshOrders();
  };
  const bind = useMutation({
    mutationFn: (input: { orderIds: string[]; reason: string }) => calls.bindOrders({ incomeId: fund.id, ...input }),
    onSuccess,
    onError,
  });
  const unbind = useMutation({
    mutationFn: (input: { orderIds: string[]; reason: string }) => calls.unbindOrders({ incomeId: fund.id, ...input }),
    onSuccess,
    onError,
  });
  return { bind, unbind };
}

function Lacking({ fund }: { fund: IncomeOrders }) {
  const { missing } = fund;
  if (missing.minor === 0n) return null;
  return (
    <Notice
      tone="warning"
      title={`这笔收款还缺 ${moneyText(formatMoney(missing), missing.currency)} 的订单`}
      action={<Button onClick={() => goTo(uploadOf(fund))}>上传订单</Button>}
    >
      补齐后可以结汇成人民币
    </Notice>
  );
}

function Orders({ fund }: { fund: IncomeOrders }) {
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const { bind, unbind } = useBinding(fund, () => setChosen([]));
  const toggle = (id: string) =>
    setChosen((before) => (before.includes(id) ? before.filter((one) => one !== id) : [...before, id]));
  const isBound = fund.bound.length > 0;
  const own = ownOrdersOf(fund.platform);
  const shown: readonly OrderRow[] = isBound ? fund.bound : fund.candidates;
  const sum = shown
    .filter(({ id }) => isBound || chosen.includes(id))
    .reduce((total, { amount }) => total + (amount?.minor ?? 0n), 0n);
  const ids = chosen.filter((id) => shown.some((row) => row.id === id));
  return (
    <div className="order-form">
      {isBound && (
        <Notice tone="info" title={`${MATCH_GROUNDS[fund.bound[0]!.ground].label}，把握 ${fund.bound[0]!.confidence}%`}>
          {fund.bound[0]!.explanation}
        </Notice>
      )}
      {shown.length > 0 && <Lacking fund={fund} />}
      {fund.offers.map((offer) => (
        <Notice
          key={offer.explanation}
          tone="info"
          title={offer.explanation}
          action={
            <Button onClick={() => bind.mutate({ orderIds: offer.orderIds, reason: offer.explanation })}>
              就是这些
            </Button>
          }
        >
          合计 <MoneyOf value={offer.sum} />
        </Notice>
      ))}
      {!isBound && own && <BySettlement fund={fund} own={own} />}
      {shown.length === 0 && (
        <EmptyState title="没有可以关联的订单" action={<Button onClick={() => goTo(uploadOf(fund))}>上传订单</Button>}>
          先同步店铺或上传这段时间的订单
        </EmptyState>
      )}
      <ul className="order-rows">
        {shown.map((row) => (
          <li key={row.id}>
            <Checkbox checked={chosen.includes(row.id)} onChange={() => toggle(row.id)} onKeyDown={stepThrough}>
              {row.orderNumber}
              <small className="order-note">{orderedText(row)}</small>
            </Checkbox>
            {row.amount && <MoneyOf value={row.amount} />}
          </li>
        ))}
      </ul>
      <Sums
        label={isBound ? "已关联订单合计" : "所选订单合计"}
        sum={moneyOf(fund.amount.currency, sum)}
        amount={fund.amount}
      />
      {shown.length > 0 && (
        // What was written for the one is no reason for the other, and a second press undoes nothing.
        <BindLine
          key={isBound ? "unbind" : "bind"}
          word={isBound ? "解除" : "关联"}
          hint={isBound ? "为什么解除" : "依据，例如结算单号"}
          count={ids.length}
          busy={bind.isPending || unbind.isPending}
          onGo={(reason) => (isBound ? unbind : bind).mutate({ orderIds: [...ids], reason })}
        />
      )}
    </div>
  );
}

/** The platform's settlement number stands in its back office: all of its orders at once. */
function BySettlement({ fund, own }: { fund: IncomeOrders; own: OwnOrders }) {
  const [serial, setSerial] = useState("");
  const bind = useMutation({
    mutationFn: () => bindSettlement(own, fund.id, serial.trim()),
    onSuccess: async ({ orders }) => {
      toast.done(`已关联 ${orders} 个订单`);
      setSerial("");
      await refreshOrders();
    },
    onError: (error) => toast.failed(error.message),
  });
  return (
    <div className="match-act">
      <Input
        aria-label="结算单号"
        placeholder={`${platformName(own)} 结算单号`}
        value={serial}
        onChange={({ target }) => setSerial(target.value)}
        onPressEnter={() => serial.trim() !== "" && !bind.isPending && bind.mutate()}
      />
      <Button disabled={serial.trim() === ""} loading={bind.isPending} onClick={() => bind.mutate()}>
        按结算单关联
      </Button>
    </div>
  );
}

const Sums = ({ label, sum, amount }: { label: string; sum: Money; amount: Money }) => (
  <div className="match-sum">
    <span>{label}</span>
    <MoneyOf value={sum} />
    <span>收款</span>
    <MoneyOf value={amount} />
  </div>
);

type BindLineProps = { word: string; hint: string; count: number; busy: boolean; onGo: (reason: string) => void };
function BindLine({ word, hint, count, busy, onGo }: BindLineProps) {
  const [reason, setReason] = useState("");
  const isReady = count > 0 && reason.trim().length >= 2;
  return (
    <div className="match-act">
      <Input
        aria-label="依据"
        placeholder={hint}
        value={reason}
        onChange={({ target }) => setReason(target.value)}
        onPressEnter={() => isReady && !busy && onGo(reason)}
      />
      <Button type="primary" disabled={!isReady} loading={busy} onClick={() => onGo(reason)}>
        {word} {count} 个
      </Button>
    </div>
  );
}
