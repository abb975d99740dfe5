import { ownOrdersOf, type IncomeOrders, type OrderRow, type OwnOrders } from "@coralhub/contract";
import {
  addressOf,
  formatMoney,
  MATCH_GROUNDS,
  moneyOf,
  platformName,
  uploadPageOf,
  type Money,
} from "@coralhub/domain";
import { EmptyState, ErrorState, moneyText, Notice, Panel, RowsSkeleton, toast } from "@coralhub/ui";
import { goTo } from "@coralhub/ui/browser";
import { useMutation, useQuery } from "@tanstack/react-query";
import { Button, Checkbox, Input } from "antd";
import { Fragment, useState, type KeyboardEvent } from "react";
import { failureOf } from "../../platform/failure.ts";
import { MoneyOf } from "../../platform/show.tsx";
import { bindSettlement, calls, fundQuery, refreshOrders } from "./orders-calls.ts";
import { orderedText } from "./upload-report-page.tsx";
import "./orders.css";

/** Up and down within a list, so that hands stay where they are; Tab goes on to the next part as everywhere. */
export function stepThrough(event: KeyboardEvent<HTMLElement>): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (step === undefined) return;
  const places = [...event.currentTarget.closest("ul")!.querySelectorAll<HTMLElement>("button, input")];
  const next = places[places.indexOf(document.activeElement as HTMLElement) + step];
  event.preventDefault();
  next?.focus();
}

/** The orders of one income: those that stand behind it, and while it lacks some those that could. */
export function FundOrders({ id }: { id: string }) {
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

function useBinding(fund: IncomeOrders) {
  const onError = (error: Error) => toast.failed(error.message);
  const onSuccess = () => refreshOrders();
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
  const { bind, unbind } = useBinding(fund);
  const isBound = fund.bound.length > 0;
  const isOpen = !isBound || fund.missing.minor > 0n;
  const own = ownOrdersOf(fund.platform);
  const isBusy = bind.isPending || unbind.isPending;
  return (
    <div className="order-form">
      {isBound && (
        <Notice tone="info" title={`${MATCH_GROUNDS[fund.bound[0]!.ground].label}，把握 ${fund.bound[0]!.confidence}%`}>
          {fund.bound[0]!.explanation}
        </Notice>
      )}
      {(isBound || fund.candidates.length > 0) && <Lacking fund={fund} />}
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
      {isBound && (
        <Choice
          name="已关联的订单"
          rows={fund.bound}
          sums={() => [
            { label: "已关联订单合计", value: fund.matched },
            { label: "收款", value: fund.amount },
          ]}
          {...(fund.orders > fund.bound.length && { note: `列出前 ${fund.bound.length} 个，共 ${fund.orders} 个` })}
          word="解除"
          hint="为什么解除"
          busy={isBusy}
          onGo={(input) => unbind.mutate(input)}
        />
      )}
      {isOpen && own && <BySettlement fund={fund} own={own} />}
      {isOpen && fund.candidates.length > 0 && (
        <Choice
          name="可以关联的订单"
          rows={fund.candidates}
          sums={(chosen) => [
            { label: "所选订单合计", value: provenBy(fund, chosen) },
            isBound ? { label: "还缺", value: fund.missing } : { label: "收款", value: fund.amount },
          ]}
          word="关联"
          hint="依据，例如结算单号"
          busy={isBusy}
          onGo={(input) => bind.mutate(input)}
        />
      )}
      {!isBound && fund.candidates.length === 0 && (
        <EmptyState title="没有可以关联的订单" action={<Button onClick={() => goTo(uploadOf(fund))}>上传订单</Button>}>
          先同步店铺或上传这段时间的订单
        </EmptyState>
      )}
    </div>
  );
}

/** As the server counts what is missing: what they are worth less what buyers got back. */
const provenBy = ({ amount }: IncomeOrders, rows: readonly OrderRow[]): Money =>
  moneyOf(
    amount.currency,
    rows.reduce((total, { granted }) => total + (granted?.minor ?? 0n), 0n),
  );

type ChoiceProps = {
  name: string;
  rows: readonly OrderRow[];
  sums: (chosen: readonly OrderRow[]) => { label: string; value: Money }[];
  note?: string;
  word: string;
  hint: string;
  busy: boolean;
  onGo: (input: { orderIds: string[]; reason: string }) => void;
};
/** Orders to choose from, and what is done with those that were chosen. What has left the list is not chosen any more. */
function Choice({ name, rows, sums, note, word, hint, busy, onGo }: ChoiceProps) {
  const [ids, setIds] = useState<readonly string[]>([]);
  const chosen = rows.filter(({ id }) => ids.includes(id));
  const isAll = chosen.length === rows.length;
  const toggle = (id: string) =>
    setIds((before) => (before.includes(id) ? before.filter((one) => one !== id) : [...before, id]));
  return (
    <section className="order-form" aria-label={name}>
      <div className="match-act">
        <span>{name}</span>
        {rows.length > 1 && (
          <Button size="small" onClick={() => setIds(isAll ? [] : rows.map(({ id }) => id))}>
            {isAll ? "取消全选" : `全选 ${rows.length} 个`}
          </Button>
        )}
        {note && <small className="order-note">{note}</small>}
      </div>
      <ul className="order-rows">
        {rows.map((row) => (
          <li key={row.id}>
            <Checkbox checked={ids.includes(row.id)} onChange={() => toggle(row.id)} onKeyDown={stepThrough}>
              {row.orderNumber}
              <small className="order-note">{orderedText(row)}</small>
            </Checkbox>
            {row.refunded && row.refunded.minor > 0n && (
              <small className="order-note">
                退款 <MoneyOf value={row.refunded} />
              </small>
            )}
            {row.amount && <MoneyOf value={row.amount} />}
          </li>
        ))}
      </ul>
      <div className="match-sum">
        {sums(chosen).map(({ label, value }) => (
          <Fragment key={label}>
            <span>{label}</span>
            <MoneyOf value={value} />
          </Fragment>
        ))}
      </div>
      <BindLine
        word={word}
        hint={hint}
        count={chosen.length}
        busy={busy}
        onGo={(reason) => onGo({ orderIds: chosen.map(({ id }) => id), reason })}
      />
    </section>
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
