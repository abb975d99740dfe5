import { CallRefused, type WalletSource } from "@coralhub/contract";
import {
  addressOf,
  formatMoney,
  SWEEP_RHYTHM_NAMES,
  SWEEP_RHYTHMS,
  type Currency,
  type SweepRhythm,
  readAmount,
} from "@coralhub/domain";
import { Bone, EmptyState, Facts, Notice, toast } from "@coralhub/ui";
import { TextField } from "@coralhub/ui/light";
import { useMutation, useQuery } from "@tanstack/react-query";
import { Button, Modal, Radio, Select, Switch } from "antd";
import { useState } from "react";
import { goTo } from "../../platform/navigation.ts";
import { MoneyOf } from "../../platform/show.tsx";
import { overviewQuery, quietly, refreshWallet, sourcesQuery } from "./wallets-calls.ts";

/** From a receiving account into the wallet: once, or by itself from now on. */
export function FundDialog({ currency, onClose }: { currency: Currency | undefined; onClose: () => void }) {
  const { data } = useQuery(sourcesQuery);
  const sources = data?.filter((one) => currency === undefined || one.currency === currency);
  return (
    <Modal open title="从收款账户转入" footer={null} onCancel={onClose}>
      {!sources ? (
        <Bone width="100%" height={160} />
      ) : sources.length === 0 ? (
        <EmptyState title="没有可以转入的收款账户">收款账户有余额后可以从这里转入钱包</EmptyState>
      ) : (
        <FundForm sources={sources} onClose={onClose} />
      )}
    </Modal>
  );
}

function FundForm({ sources, onClose }: { sources: readonly WalletSource[]; onClose: () => void }) {
  const first = sources.find(({ problem, available }) => problem === null && available.minor > 0n) ?? sources[0]!;
  const [accountId, setAccountId] = useState(first.accountId);
  const source = sources.find((one) => one.accountId === accountId) ?? first;
  return (
    <div className="wallet-dialog">
      <div className="wallet-field">
        <span aria-hidden="true">收款账户</span>
        <Select
          aria-label="收款账户"
          value={source.accountId}
          onChange={setAccountId}
          options={sources.map((one) => ({
            value: one.accountId,
            disabled: one.problem !== null,
            label: `${one.name}，可用 ${formatMoney(one.available)}`,
          }))}
        />
      </div>
      {source.problem && <Notice tone="warning" title={source.problem} />}
      <Once key={`once ${source.accountId}`} source={source} onClose={onClose} />
      <Rule key={`rule ${source.accountId}`} source={source} />
    </div>
  );
}

function Once({
  source: { accountId, currency, available, problem },
  onClose,
}: {
  source: WalletSource;
  onClose: () => void;
}) {
  const [text, setText] = useState("");
  const [slip, setSlip] = useState<string>();
  const fund = useMutation({
    mutationFn: (amount: Parameters<typeof quietly.fundWallet>[0]["amount"]) =>
      quietly.fundWallet({ accountId, amount }),
    onSuccess: async ({ id }) => {
      onClose();
      goTo(addressOf("walletTransfer", { id }));
      await refreshWallet();
    },
  });
  const { data: overview } = useQuery(overviewQuery);
  const has = overview?.wallets.find((row) => row.currency === currency)?.available.minor ?? 0n;
  const { amount, problem: wrong } = readAmount(text, currency);
  const refused =
    fund.error instanceof CallRefused ? (fund.error.fields["amount"] ?? fund.error.message) : fund.error?.message;
  return (
    <>
      <TextField
        label="转入金额"
        inputMode="decimal"
        autoComplete="off"
        prefix={currency}
        value={text}
        disabled={problem !== null}
        error={slip ?? wrong ?? refused}
        onChange={(event) => {
          setText(event.target.value);
          setSlip(undefined);
          fund.reset();
        }}
        suffix={
          <button type="button" className="lk-text-button" onClick={() => setText(formatMoney(available))}>
            全部
          </button>
        }
      />
      {amount && (
        <Facts
          facts={[
            { label: "手续费", value: "自己账户之间，不收费" },
            { label: "到账", value: "马上" },
            { label: "转入后钱包可用", value: <MoneyOf value={{ currency, minor: has + amount.minor }} /> },
          ]}
        />
      )}
      <Button
        type="primary"
        loading={fund.isPending}
        disabled={problem !== null}
        onClick={() => (amount ? fund.mutate(amount) : setSlip(wrong ?? "请填写转入金额"))}
      >
        转入{amount ? ` ${currency} ${formatMoney(amount)}` : ""}
      </Button>
    </>
  );
}

/** What moves by itself: everything, or what is above an amount. */
function Rule({ source: { accountId, currency, sweep, problem } }: { source: WalletSource }) {
  const [rhythm, setRhythm] = useState<SweepRhythm>("arrival");
  const [keep, setKeep] = useState("");
  const set = useMutation({
    mutationFn: () => {
      const amount = readAmount(keep === "" ? "0" : keep, currency).amount ?? { currency, minor: 0n };
      return quietly.setSweep({ accountId, keep: amount, rhythm });
    },
    onSuccess: () => toast.done("自动转入已生效"),
    onSettled: () => refreshWallet(),
  });
  const remove = useMutation({
    mutationFn: () => quietly.removeSweep({ id: sweep!.id }),
    onSuccess: () => toast.done("自动转入已停用"),
    onSettled: () => refreshWallet(),
  });
  const error = set.error ?? remove.error;
  return (
    <section className="wallet-rule" aria-label="自动转入">
      <div className="wallet-rule-head">
        <b>自动转入</b>
        <Switch
          aria-label="自动转入"
          checked={sweep !== null}
          loading={set.isPending || remove.isPending}
          disabled={problem !== null}
          onChange={(on) => (on ? set.mutate() : remove.mutate())}
        />
      </div>
      {error && <Notice tone="danger" title={error.message} />}
      {sweep ? (
        <span className="wallet-note">
          {SWEEP_RHYTHMS[sweep.rhythm]}
          {sweep.keep.minor > 0n ? (
            <>
              ，超过 <MoneyOf value={sweep.keep} /> 的部分
            </>
          ) : (
            "，全部转入"
          )}
        </span>
      ) : (
        <>
          <Radio.Group
            aria-label="什么时候"
            value={rhythm}
            onChange={(event) => setRhythm(event.target.value as SweepRhythm)}
          >
            {SWEEP_RHYTHM_NAMES.map((name) => (
              <Radio key={name} value={name}>
                {SWEEP_RHYTHMS[name]}
              </Radio>
            ))}
          </Radio.Group>
          <TextField
            label="账户里留下"
            optional
            inputMode="decimal"
            prefix={currency}
            placeholder="0，全部转入"
            value={keep}
            onChange={(event) => setKeep(event.target.value)}
          />
        </>
      )}
    </section>
  );
}
