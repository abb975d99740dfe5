import { fundsMergerList } from "@coralhub/contract";
import { addressOf, CURRENCIES } from "@coralhub/domain";
import { Copyable, CurrencyTile, ListPage, NameCell, RefusedState, useList } from "@coralhub/ui";
import { goTo, saveFile, useUrlState } from "@coralhub/ui/browser";
import { useMutation, useQuery } from "@tanstack/react-query";
import { Button } from "antd";
import { MoneyOf } from "../../platform/show.tsx";
import { useCertified } from "../../platform/account.ts";
import { failureOf } from "../../platform/failure.ts";
import { calls, poolAccountsQuery, poolRecordsQuery } from "./pooling-calls.ts";
import { PoolDetail } from "./pool-detail.tsx";
import { PoolingForm } from "./pooling-form.tsx";
import "./pooling.css";

const START = addressOf("pooling", { do: "pool" });
/** Where a company becomes a big customer. */
const BECOME = addressOf("bigMainland");

/** /bigAccountPoolRecord: bring the money of several accounts together, and what was brought together before. */
export function PoolRecordPage() {
  const url = useUrlState();
  const accounts = useQuery(poolAccountsQuery);
  const pooling = new URLSearchParams(url.search).get("do") === "pool";
  if (pooling && accounts.data?.allowed) return <PoolingForm currencies={accounts.data.currencies} />;
  return <Records allowed={accounts.data?.allowed} />;
}

function Records({ allowed }: { allowed: boolean | undefined }) {
  const list = useList(fundsMergerList, useUrlState());
  const rows = useQuery(poolRecordsQuery(list.input));
  const file = useMutation({
    mutationFn: () => calls.exportPooling({ filters: list.input.filters }),
    onSuccess: saveFile,
  });
  const start = (
    <Button type="primary" onClick={() => goTo(START)}>
      资金归集
    </Button>
  );
  return (
    <ListPage
      spec={fundsMergerList}
      list={list}
      title="资金归集"
      intro="把同一币种几个收款账户的余额归到一个账户，即时完成，不收费"
      unit="次"
      {...(allowed && { actions: start })}
      {...(allowed === false && { refused: <BigCustomersOnly /> })}
      rowKey={(row) => row.id}
      data={rows.data}
      fetching={rows.isFetching}
      {...(rows.error && { error: failureOf(rows.error) })}
      onRetry={() => void rows.refetch()}
      onExport={() => file.mutate()}
      exporting={file.isPending}
      columns={["accounts", "mergedAt", "targetCardNo", "total", "state"]}
      tile={(row) => <CurrencyTile currency={row.currency} />}
      cells={{
        accounts: (row) => (
          <NameCell
            tile={<CurrencyTile currency={row.currency} />}
            name={`${CURRENCIES[row.currency].name}归集`}
            note={`从 ${row.accounts} 个账户转出`}
          />
        ),
        targetCardNo: (row) => row.targetCardNo && <Copyable text={row.targetCardNo} />,
        total: (row) => <MoneyOf value={row.total} />,
      }}
      drawer={{ title: (row) => `${CURRENCIES[row.currency].name}归集`, body: (row) => <PoolDetail id={row.id} /> }}
      empty={{ title: "还没有归集过", text: "归集后，每一次转了多少、从哪里到哪里会出现在这里" }}
    />
  );
}

function BigCustomersOnly() {
  const certified = useCertified() ?? false;
  return (
    <div className="panel">
      <RefusedState
        title="完成大客户认证后可以归集资金"
        needs={[
          { text: "企业通过实名认证", done: certified },
          { text: "完成大客户认证，约 15 分钟", done: false },
        ]}
        action={
          <Button type="primary" onClick={() => goTo(BECOME)}>
            大客户认证
          </Button>
        }
      >
        归集把同一币种几个收款账户的余额归到一处，方便统一提现，只对大客户开放
      </RefusedState>
    </div>
  );
}
