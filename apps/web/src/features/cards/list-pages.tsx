import { cardList, rechargeList, type CardHead, type CardRecharge } from "@coralhub/contract";
import { CARD_PURPOSES, cardLifecycle, RECHARGE_KINDS, rechargeLifecycle, type PaperLanguage } from "@coralhub/domain";
import { Bone, Facts, Link, ListPage, pastNodes, StateDot, Timeline, useList } from "@coralhub/ui";
import { goTo, saveFile, useUrlState } from "@coralhub/ui/browser";
import { useMutation, useQuery } from "@tanstack/react-query";
import { Button, Space } from "antd";
import { failureOf } from "../../platform/failure.ts";
import { inTable, MoneyOf } from "../../platform/show.tsx";
import { calls, cardRechargesQuery, cardsQuery, rechargeQuery } from "./cards-calls.ts";
import { cardAt, CARD_PATHS, recordAt } from "./words.ts";
import "./cards.css";

/** /vcc/applyinfo: what was applied for, and what became of it. */
export function ApplicationsPage() {
  const list = useList(cardList, useUrlState());
  const rows = useQuery(cardsQuery(list.input));
  return (
    <ListPage
      spec={cardList}
      list={list}
      title="申请记录"
      intro="申请的每一张卡和它的进度"
      unit="张"
      actions={
        <Button type="primary" onClick={() => goTo(CARD_PATHS.apply)}>
          申请新卡
        </Button>
      }
      rowKey={(row) => row.id}
      data={rows.data}
      fetching={rows.isFetching}
      {...(rows.error && { error: failureOf(rows.error) })}
      onRetry={() => void rows.refetch()}
      columns={["cardName", "purpose", "lastFour", "balance", "createdAt", "cardStatus"]}
      cells={{
        cardName: (row: CardHead) => <Link to={cardAt(row.id)}>{row.cardName}</Link>,
        purpose: (row: CardHead) => CARD_PURPOSES[row.purpose],
        balance: (row: CardHead) => <MoneyOf value={row.balance} />,
        cardStatus: (row: CardHead) => <StateDot lifecycle={cardLifecycle} state={row.cardStatus} />,
      }}
      empty={{ title: "还没有申请", text: "申请后，每一张卡的进度会出现在这里" }}
    />
  );
}

/** /vcc/rechargeinfo: money onto cards and back. */
export function LoadsPage() {
  const list = useList(rechargeList, useUrlState());
  const rows = useQuery(cardRechargesQuery(list.input));
  return (
    <ListPage
      spec={rechargeList}
      list={list}
      title="卡充值记录"
      intro="卡钱包与卡片之间的每一笔"
      actions={
        <Button type="primary" onClick={() => goTo(CARD_PATHS.load)}>
          给卡片充值
        </Button>
      }
      rowKey={(row) => row.id}
      data={rows.data}
      fetching={rows.isFetching}
      {...(rows.error && { error: failureOf(rows.error) })}
      onRetry={() => void rows.refetch()}
      columns={["createdAt", "kind", "cardName", "serialNumber", "rechargeAmount", "rechargeProgress"]}
      roomyColumns={["serialNumber"]}
      cells={RECHARGE_CELLS}
      drawer={{ title: (row) => RECHARGE_KINDS[row.kind].label, body: (row) => <RechargeFacts recharge={row} /> }}
      empty={{ title: "还没有充值", text: "给卡片充值后，每一笔会出现在这里" }}
    />
  );
}

export const RECHARGE_CELLS = {
  kind: (row: CardRecharge) =>
    row.fromCardName === null ? RECHARGE_KINDS[row.kind].label : `备用卡「${row.fromCardName}」补足`,
  rechargeAmount: (row: CardRecharge) => <MoneyOf value={row.rechargeAmount} />,
  rechargeProgress: (row: CardRecharge) => (
    <StateDot lifecycle={rechargeLifecycle} state={row.rechargeProgress} {...(row.reason && { note: row.reason })} />
  ),
};

export function RechargeFacts({ recharge }: { recharge: CardRecharge }) {
  const { id, serialNumber, rechargeAmount, fee, cardId, cardName, rechargeProgress, reason, createdAt, finishedAt } =
    recharge;
  const { paymentId, shopName } = recharge;
  const detail = useQuery(rechargeQuery(id));
  const source = detail.data?.source;
  return (
    <div className="card-stack">
      <Facts
        facts={[
          { label: "流水号", value: serialNumber },
          { label: "金额", value: <MoneyOf value={rechargeAmount} /> },
          { label: "手续费", value: <MoneyOf value={fee} /> },
          ...(source ? [{ label: "来源", value: source }] : []),
          ...(cardId ? [{ label: "卡片", value: <Link to={cardAt(cardId)}>{cardName}</Link> }] : []),
          ...(paymentId ? [{ label: "用于", value: <Link to={recordAt(paymentId)}>{shopName}</Link> }] : []),
          { label: "进度", value: rechargeLifecycle.states[rechargeProgress].label },
          ...(reason ? [{ label: "说明", value: reason }] : []),
          { label: "时间", value: inTable(createdAt) },
          ...(finishedAt ? [{ label: "完成", value: inTable(finishedAt) }] : []),
        ]}
      />
      {detail.data ? <Timeline nodes={pastNodes(detail.data.timeline)} /> : <Bone width="100%" height={48} />}
      {rechargeProgress === "succeeded" && <Receipts id={id} />}
    </div>
  );
}

function Receipts({ id }: { id: string }) {
  const receipt = useMutation({
    mutationFn: (language: PaperLanguage) => calls.cardRechargeReceipt({ id, language }),
    onSuccess: saveFile,
  });
  return (
    <Space wrap>
      <Button loading={receipt.isPending} onClick={() => receipt.mutate("zh")}>
        下载回单
      </Button>
      <Button loading={receipt.isPending} onClick={() => receipt.mutate("en")}>
        英文回单
      </Button>
    </Space>
  );
}
