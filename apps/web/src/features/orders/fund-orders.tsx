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
import { Button, Input } from "antd";
import { useState } from "react";
import { failureOf } from "../../platform/failure.ts";
import { MoneyOf } from "../../platform/show.tsx";
import { OrderChoice } from "./order-choice.tsx";
import { bindSettlement, calls, fundQuery, refreshOrders } from "./orders-calls.ts";
import "./orders.css";

/** The orders of one income: those that stand behind it, and while it lacks some those that could. */
export function FundOrders({ id }: { id: string }) {
  const { data, error, refetch, isFetching } = useQuery(fundQuery(id));
  if (error) {
    const { message, reference } = failureOf(error);
    return (
      <Panel title="订单">
        <ErrorState title="没能取到订单" onRetry={() => void refetch()} retrying={isFetching} reference={reference}>
          {message}
        </ErrorState>
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
  const bindOffer = useMutation({
    mutationFn: (offer: string) => calls.bindOffer({ incomeId: fund.id, offer }),
    onSuccess,
    // The set has changed: what there is now is shown beside the reason.
    onError: async (error) => {
      onError(error);
      await refreshOrders();
    },
  });
  const unbindAll = useMutation({
    mutationFn: (reason: string) => calls.unbindAll({ incomeId: fund.id, reason }),
    onSuccess,
    onError,
  });
  const isBusy = [bind, unbind, bindOffer, unbindAll].some(({ isPending }) => isPending);
  return { bind, unbind, bindOffer, unbindAll, isBusy };
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

type OffersProps = { offers: IncomeOrders["offers"]; busy: boolean; onTake: (key: string) => void };
const Offers = ({ offers, busy, onTake }: OffersProps) =>
  offers.map(({ key, orders, sum, explanation }) => (
    <Notice
      key={key}
      tone="info"
      title={explanation}
      action={
        <Button loading={busy} onClick={() => onTake(key)}>
          就是这些
        </Button>
      }
    >
      {orders} 个订单，合计 <MoneyOf value={sum} />
    </Notice>
  ));

function Orders({ fund }: { fund: IncomeOrders }) {
  const { bind, unbind, bindOffer, unbindAll, isBusy } = useBinding(fund);
  const isBound = fund.orders > 0;
  const isOpen = !isBound || fund.missing.minor > 0n;
  const own = ownOrdersOf(fund.platform);
  const [first] = fund.bound;
  return (
    <div className="order-form">
      {first && (
        <Notice tone="info" title={`${MATCH_GROUNDS[first.ground].label}，把握 ${first.confidence}%`}>
          {first.explanation}
        </Notice>
      )}
      {(isBound || fund.candidates.length > 0) && <Lacking fund={fund} />}
      <Offers offers={fund.offers} busy={isBusy} onTake={(key) => bindOffer.mutate(key)} />
      {isBound && (
        <OrderChoice
          name="已关联的订单"
          which="bound"
          incomeId={fund.id}
          all={fund.orders}
          sums={() => [
            { label: "已关联订单合计", value: fund.matched },
            { label: "收款", value: fund.amount },
          ]}
          word="解除"
          hint="为什么解除"
          busy={isBusy}
          onGo={(input) => unbind.mutate(input)}
          onAll={(reason) => unbindAll.mutate(reason)}
        />
      )}
      {isOpen && own && <BySettlement fund={fund} own={own} />}
      {isOpen && fund.candidates.length > 0 && (
        <OrderChoice
          name="可以关联的订单"
          which="free"
          incomeId={fund.id}
          all={fund.free}
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
