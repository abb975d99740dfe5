import { offlineTransferList } from "@coralhub/contract";
import { actionsFor, addressOf, offlineTransferLifecycle, readAmount } from "@coralhub/domain";
import {
  beijingDay,
  Copyable,
  CurrencyTile,
  DateField,
  ErrorState,
  Facts,
  Link,
  ListPage,
  Notice,
  PageSkeleton,
  Panel,
  StateDot,
  Timeline,
  toast,
  useList,
  pastNodes,
} from "@coralhub/ui";
import { TextField } from "@coralhub/ui/light";
import { useUrlState } from "@coralhub/ui/browser";
import { useMutation, useQuery } from "@tanstack/react-query";
import { Button, Input, Select } from "antd";
import { useState } from "react";
import { lastFour } from "../../platform/account-numbers.ts";
import { failureOf } from "../../platform/failure.ts";
import { PaperTile } from "../../platform/paper-tile.tsx";
import { queryClient } from "../../platform/query.ts";
import { MoneyOf } from "../../platform/show.tsx";
import { accountsQuery } from "../../platform/store-calls.ts";
import { calls, formCalls, OFFLINE_KEY, offlineAccountQuery, offlineQuery, offlinesQuery } from "./income-calls.ts";
import "../../platform/service-page.css";

const refresh = () => queryClient.invalidateQueries({ queryKey: OFFLINE_KEY });

/** /bigIncome/offline: transfers made at a bank's counter, announced with their proof and found by us. */
export function OfflineTransfersPage() {
  const list = useList(offlineTransferList, useUrlState());
  const rows = useQuery(offlinesQuery(list.input));
  const where = useQuery(offlineAccountQuery);
  const accounts = useQuery(accountsQuery);
  return (
    <ListPage
      spec={offlineTransferList}
      list={list}
      title="线下汇款"
      intro="在银行柜台或网银汇给我们、没有自动入账的款：登记并上传凭证，我们在来款里找到后归入您的收款账户"
      aside={
        <Link to={addressOf("income")} className="small-button">
          收款记录
        </Link>
      }
      lead={
        <div className="service-columns service-lead">
          <Panel title="登记一笔汇款">
            <AnnounceForm />
          </Panel>
          <Panel title="汇到哪里">
            <WhereTo />
          </Panel>
        </div>
      }
      leadComing={where.isPending || accounts.isPending}
      rowKey={(row) => row.id}
      unit="笔"
      data={rows.data}
      fetching={rows.isFetching}
      {...(rows.error && { error: failureOf(rows.error) })}
      onRetry={() => void rows.refetch()}
      columns={["serial", "createdAt", "payerName", "sentOn", "amount", "state"]}
      roomyColumns={["sentOn"]}
      tile={(row) => <CurrencyTile currency={row.amount.currency} />}
      cells={{
        amount: (row) => <MoneyOf value={row.amount} />,
        state: (row) => <StateDot lifecycle={offlineTransferLifecycle} state={row.state} />,
      }}
      drawer={{ title: (row) => `线下汇款 ${row.serial}`, body: (row) => <TransferView key={row.id} id={row.id} /> }}
      empty={{ title: "还没有登记", text: "汇款后在上面登记，找到后会通知您" }}
    />
  );
}

function WhereTo() {
  const { data } = useQuery(offlineAccountQuery);
  if (!data) return <PageSkeleton />;
  return (
    <div className="service-stack">
      <Facts facts={data.map(({ label, value }) => ({ label, value: <Copyable text={value} /> }))} />
      <Notice tone="info" title="有收款账户时，直接汇到收款账户会自动入账，不用登记" />
    </div>
  );
}

const EMPTY = { amount: "", payerName: "", bankReference: "", note: "" };

function useAnnouncement() {
  const { data: accounts = [] } = useQuery(accountsQuery);
  const open = accounts.filter(({ state }) => state === "open");
  const [accountId, setAccountId] = useState<string>();
  const account = open.find(({ id }) => id === accountId) ?? open[0];
  const [fields, setFields] = useState(EMPTY);
  const [sentOn, setSentOn] = useState(beijingDay());
  const [proofs, setProofs] = useState<string[]>([]);
  const typed = readAmount(fields.amount, account?.currency ?? "USD");
  const send = useMutation({
    mutationFn: () => {
      const { amount: _typed, ...words } = fields;
      const amount = typed.amount ?? { currency: account!.currency, minor: 0n };
      return formCalls.submitOffline({ ...words, accountId: account!.id, amount, sentOn, proofs });
    },
    onSuccess: async ({ serial }) => {
      toast.done(`已登记，登记号 ${serial}`);
      setFields(EMPTY);
      setProofs([]);
      await refresh();
    },
  });
  const bind = (name: keyof typeof EMPTY) => ({
    value: fields[name],
    onChange: (event: { target: { value: string } }) =>
      setFields((before) => ({ ...before, [name]: event.target.value })),
  });
  return { open, account, setAccountId, sentOn, setSentOn, proofs, setProofs, typed, send, bind };
}

function AnnounceForm() {
  const { open, account, setAccountId, sentOn, setSentOn, proofs, setProofs, typed, send, bind } = useAnnouncement();
  if (!account) return <Notice tone="info" title="还没有开通的收款账户，请先在「收款账户」申请" />;
  return (
    <form
      className="service-form"
      onSubmit={(event) => {
        event.preventDefault();
        send.mutate();
      }}
    >
      {send.error && <Notice tone="danger" title={send.error.message} />}
      <div className="service-field">
        <span>入账到</span>
        <Select
          aria-label="入账到"
          value={account.id}
          options={open.map(({ id, currency, accountNumber }) => ({
            value: id,
            label: `${currency} 收款账户，尾号 ${lastFour(accountNumber ?? "")}`,
          }))}
          onChange={setAccountId}
        />
      </div>
      <div className="service-pair">
        <TextField
          label={`金额（${account.currency}）`}
          inputMode="decimal"
          autoComplete="off"
          error={typed.problem}
          {...bind("amount")}
        />
        <DateField label="汇款日期" latest={beijingDay()} value={sentOn} onChange={setSentOn} />
      </div>
      <TextField label="付款人户名" autoComplete="off" hint="与银行回单一致" {...bind("payerName")} />
      <TextField label="银行流水号（选填）" autoComplete="off" {...bind("bankReference")} />
      <div className="service-field">
        <span>说明（选填）</span>
        <Input.TextArea aria-label="说明" rows={2} maxLength={300} {...bind("note")} />
      </div>
      <PaperTile
        key={proofs.length}
        label={proofs.length === 0 ? "银行回单或汇款凭证" : `已上传 ${proofs.length} 份，可以再加`}
        upload={(file) => formCalls.uploadOfflineProof({ file })}
        onUploaded={(fileId) => setProofs((before) => [...before, fileId])}
      />
      <Button type="primary" htmlType="submit" loading={send.isPending} disabled={proofs.length === 0}>
        登记汇款
      </Button>
    </form>
  );
}

function TransferView({ id }: { id: string }) {
  const { data, error, refetch, isFetching } = useQuery(offlineQuery(id));
  const cancel = useMutation({
    mutationFn: () => calls.cancelOffline({ id }),
    onSuccess: refresh,
    onError: (failure) => toast.failed(failure.message),
  });
  if (error)
    return (
      <ErrorState compact title="没能打开这笔登记" onRetry={() => void refetch()} retrying={isFetching}>
        {error.message}
      </ErrorState>
    );
  if (!data) return <PageSkeleton />;
  return (
    <div className="service-stack">
      {data.reason && <Notice tone="warning" title={data.reason} />}
      <Facts
        facts={[
          { label: "登记号", value: <Copyable text={data.serial} /> },
          { label: "金额", value: <MoneyOf value={data.amount} /> },
          { label: "付款人", value: data.payerName },
          { label: "汇款日期", value: data.sentOn },
          { label: "银行流水号", value: data.bankReference || "—" },
          { label: "凭证", value: data.proofs.map(({ fileName }) => fileName).join("，") },
        ]}
      />
      <Timeline nodes={pastNodes(data.timeline)} />
      <div className="service-actions">
        {data.incomeId && <Link to={addressOf("income", { open: data.incomeId })}>查看这笔收款</Link>}
        {actionsFor(offlineTransferLifecycle, data.state, "merchant").includes("cancel") && (
          <Button loading={cancel.isPending} onClick={() => cancel.mutate()}>
            撤回登记
          </Button>
        )}
      </div>
    </div>
  );
}
