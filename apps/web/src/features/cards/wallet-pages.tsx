import { cardWithdrawalList, fundChangeList, rechargeList } from "@coralhub/contract";
import { CARD_WITHDRAWAL_TARGETS, cardWithdrawalLifecycle, POSTING_REASONS, RECHARGE_KINDS } from "@coralhub/domain";
import { Link, ListPage, Notice, StateDot, toast, useList } from "@coralhub/ui";
import { goTo, saveFile, useUrlState } from "@coralhub/ui/browser";
import { useMutation, useQuery } from "@tanstack/react-query";
import { Button, Segmented } from "antd";
import { failureOf } from "../../platform/failure.ts";
import { MoneyOf } from "../../platform/show.tsx";
import {
  calls,
  changesQuery,
  refreshCards,
  walletQuery,
  walletRechargesQuery,
  withdrawalsQuery,
} from "./cards-calls.ts";
import { RECHARGE_CELLS, RechargeFacts } from "./list-pages.tsx";
import { CARD_PATHS } from "./words.ts";
import "./cards.css";

const VIEWS = [
  { value: "changes", label: "资金变动" },
  { value: "recharges", label: "充值记录" },
  { value: "withdrawals", label: "转出记录" },
] as const;
type View = (typeof VIEWS)[number]["value"];

/** /vcc/wallet/tables: what is in the card wallet, and everything that went in and out. */
export function WalletTablesPage() {
  const url = useUrlState();
  const asked = new URLSearchParams(url.search).get("view");
  const view: View = VIEWS.find(({ value }) => value === asked)?.value ?? "changes";
  const wallet = useQuery(walletQuery);
  const shared = {
    title: "卡钱包",
    aside: (
      <Segmented
        aria-label="看什么"
        options={[...VIEWS]}
        value={view}
        onChange={(next) => url.setSearch(new URLSearchParams({ view: next }).toString(), { replace: false })}
      />
    ),
    actions: (
      <>
        <Button onClick={() => goTo(CARD_PATHS.withdraw)}>转出</Button>
        <Button type="primary" onClick={() => goTo(CARD_PATHS.fund)}>
          充值
        </Button>
      </>
    ),
    lead: <WalletLead />,
    leadComing: wallet.isPending,
  };
  if (view === "recharges") return <Recharges {...shared} />;
  return view === "withdrawals" ? <Withdrawals {...shared} /> : <Changes {...shared} />;
}

type Shared = {
  title: string;
  aside: React.ReactNode;
  actions: React.ReactNode;
  lead: React.ReactNode;
  leadComing: boolean;
};

function WalletLead() {
  const { data } = useQuery(walletQuery);
  if (!data) return null;
  return (
    <>
      {data.owed.minor > 0n && (
        <Notice tone="warning" title="有清算超出余额，充值后自动结清">
          欠 <MoneyOf value={data.owed} />
          ，结清前新的扣款会被拒
        </Notice>
      )}
      <section className="card-figures card-figures-above" aria-label="卡钱包">
        <div>
          <span className="card-note">可用</span>
          <MoneyOf value={data.available} size="figure" />
        </div>
        <div>
          <span className="card-note">争议暂记</span>
          <MoneyOf value={data.held} size="figure" />
        </div>
        <div>
          <span className="card-note">在卡片里</span>
          <MoneyOf value={data.onCards} size="figure" />
        </div>
        <div>
          <span className="card-note">授权中</span>
          <MoneyOf value={data.heldOnCards} size="figure" />
        </div>
      </section>
    </>
  );
}

function Changes(shared: Shared) {
  const list = useList(fundChangeList, useUrlState());
  const rows = useQuery(changesQuery(list.input));
  const file = useMutation({
    mutationFn: () => calls.exportFundChanges({ filters: list.input.filters }),
    onSuccess: saveFile,
  });
  return (
    <ListPage
      {...shared}
      spec={fundChangeList}
      list={list}
      rowKey={(row) => row.id}
      data={rows.data}
      fetching={rows.isFetching}
      {...(rows.error && { error: failureOf(rows.error) })}
      onRetry={() => void rows.refetch()}
      onExport={() => file.mutate()}
      exporting={file.isPending}
      columns={["at", "reason", "reference", "change", "balance"]}
      roomyColumns={["reference"]}
      cells={{
        reason: (row) => POSTING_REASONS[row.reason],
        change: (row) => <MoneyOf value={row.change} sign="both" />,
        balance: (row) => <MoneyOf value={row.balance} />,
      }}
      empty={{
        title: "还没有资金变动",
        text: "充值后，每一笔和当时的余额会出现在这里",
        action: <Link to={CARD_PATHS.fund}>去充值</Link>,
      }}
    />
  );
}

function Recharges(shared: Shared) {
  const list = useList(rechargeList, useUrlState());
  const rows = useQuery(walletRechargesQuery(list.input));
  const cancel = useMutation({
    mutationFn: (id: string) => calls.cancelOfflineFunding({ id }),
    onSuccess: async () => {
      toast.done("已取消登记");
      await refreshCards();
    },
    onError: (error) => toast.failed(error.message),
  });
  return (
    <ListPage
      {...shared}
      spec={rechargeList}
      list={list}
      rowKey={(row) => row.id}
      data={rows.data}
      fetching={rows.isFetching}
      {...(rows.error && { error: failureOf(rows.error) })}
      onRetry={() => void rows.refetch()}
      columns={["createdAt", "kind", "serialNumber", "rechargeAmount", "rechargeProgress"]}
      cells={RECHARGE_CELLS}
      rowActions={(row) =>
        row.kind === "walletOffline" && row.rechargeProgress === "pending" ? (
          <Button type="link" size="small" onClick={() => cancel.mutate(row.id)}>
            取消登记
          </Button>
        ) : null
      }
      drawer={{ title: (row) => RECHARGE_KINDS[row.kind].label, body: (row) => <RechargeFacts recharge={row} /> }}
      empty={{
        title: "还没有充值",
        text: "从收款账户、钱包或银行汇款充值",
        action: <Link to={CARD_PATHS.fund}>去充值</Link>,
      }}
    />
  );
}

function Withdrawals(shared: Shared) {
  const list = useList(cardWithdrawalList, useUrlState());
  const rows = useQuery(withdrawalsQuery(list.input));
  return (
    <ListPage
      {...shared}
      spec={cardWithdrawalList}
      list={list}
      rowKey={(row) => row.id}
      data={rows.data}
      fetching={rows.isFetching}
      {...(rows.error && { error: failureOf(rows.error) })}
      onRetry={() => void rows.refetch()}
      columns={["createdAt", "target", "targetName", "serialNumber", "money", "state"]}
      roomyColumns={["serialNumber"]}
      cells={{
        target: (row) => CARD_WITHDRAWAL_TARGETS[row.target],
        money: (row) => <MoneyOf value={row.money} />,
        state: (row) => <StateDot lifecycle={cardWithdrawalLifecycle} state={row.state} />,
      }}
      empty={{ title: "还没有转出", text: "卡钱包里不用的钱可以转回收款账户或钱包" }}
    />
  );
}
