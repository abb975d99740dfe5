import type { WalletOverview, WalletSource } from "@coralhub/contract";
import {
  formatMoney,
  moneyOf,
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
import { MoneyOf } from "../../platform/show.tsx";
import { ConfirmFunding, ConfirmRule, type FundingRequest } from "./fund-confirm.tsx";
import { isChoosable } from "./choosable-source.ts";
import { overviewQuery, walletCalls, refreshWallet, sourcesQuery } from "./wallets-calls.ts";

/** From a receiving account into the wallet: once, or by itself from now on. */
export function FundDialog({ currency, onClose }: { currency: Currency | undefined; onClose: () => void }) {
  const { data } = useQuery(sourcesQuery);
  const overview = useQuery(overviewQuery);
  const sources = data?.filter((one) => currency === undefined || one.currency === currency);
  return (
    <Modal open title="从收款账户转入" footer={null} onCancel={onClose}>
      {!sources || !overview.data ? (
        <Bone width="100%" height={160} />
      ) : sources.length === 0 ? (
        <EmptyState title="没有可以转入的收款账户">收款账户有余额后可以从这里转入钱包</EmptyState>
      ) : (
        <FundForm sources={sources} wallets={overview.data.wallets} onClose={onClose} />
      )}
    </Modal>
  );
}

type FormProps = { sources: readonly WalletSource[]; wallets: WalletOverview["wallets"]; onClose: () => void };

function FundForm({ sources, wallets, onClose }: FormProps) {
  const first = sources.find(({ problem, available }) => problem === null && available.minor > 0n) ?? sources[0]!;
  const [accountId, setAccountId] = useState(first.accountId);
  const [request, setRequest] = useState<FundingRequest>();
  const source = sources.find((one) => one.accountId === accountId) ?? first;
  const has = wallets.find(({ currency }) => currency === source.currency)?.available.minor ?? 0n;
  const [sentFor, onSent] = useState<string>();
  const back = { source, sentFor, onSent, onBack: () => setRequest(undefined) };
  return (
    <>
      {request?.kind === "once" && <ConfirmFunding {...back} request={request} onDone={onClose} />}
      {request?.kind === "rule" && <ConfirmRule {...back} request={request} />}
      {/* What was typed stays while it is confirmed. */}
      <div hidden={request !== undefined}>
        <div className="wallet-dialog">
          <div className="wallet-field">
            <span aria-hidden="true">收款账户</span>
            <Select
              aria-label="收款账户"
              value={source.accountId}
              onChange={setAccountId}
              options={sources.map((one) => ({
                value: one.accountId,
                disabled: !isChoosable(one),
                label: `${one.name}，可用 ${formatMoney(one.available)}`,
              }))}
            />
          </div>
          {source.problem && <Notice tone="warning" title={source.problem} />}
          <Once key={`once ${source.accountId}`} source={source} has={has} onRequest={setRequest} />
          <Rule key={`rule ${source.accountId}`} source={source} onRequest={setRequest} />
        </div>
      </div>
    </>
  );
}

type PartProps = { source: WalletSource; onRequest: (request: FundingRequest) => void };

function Once({ source: { currency, available, problem }, has, onRequest }: PartProps & { has: bigint }) {
  const [text, setText] = useState("");
  const [mistake, setMistake] = useState<string>();
  const { amount, problem: wrong } = readAmount(text, currency);
  const tooMuch = amount && amount.minor > available.minor ? "超过可用余额" : undefined;
  const refused = mistake ?? wrong ?? tooMuch;
  return (
    <>
      <TextField
        label="转入金额"
        inputMode="decimal"
        autoComplete="off"
        prefix={currency}
        value={text}
        disabled={problem !== null}
        error={refused}
        onChange={(event) => {
          setText(event.target.value);
          setMistake(undefined);
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
        disabled={problem !== null}
        onClick={() => {
          if (!amount || refused) return setMistake(refused ?? "请填写转入金额");
          onRequest({ kind: "once", amount, after: { currency, minor: has + amount.minor } });
        }}
      >
        转入{amount ? ` ${currency} ${formatMoney(amount)}` : ""}
      </Button>
    </>
  );
}

/** What moves by itself: everything, or what is above an amount. */
function Rule({ source, onRequest }: PartProps) {
  const { currency, sweep } = source;
  const [rhythm, setRhythm] = useState<SweepRhythm>("arrival");
  const [keep, setKeep] = useState("");
  const typed = /^[0.\s]*$/.test(keep) ? { amount: moneyOf(currency, 0n) } : readAmount(keep, currency);
  const remove = useMutation({
    mutationFn: () => walletCalls.removeSweep({ id: sweep!.id }),
    onSuccess: () => toast.done("自动转入已停用"),
    onSettled: () => refreshWallet(),
  });
  return (
    <section className="wallet-rule" aria-label="自动转入">
      <div className="wallet-rule-head">
        <b>自动转入</b>
        <Switch
          aria-label="自动转入"
          checked={sweep !== null}
          loading={remove.isPending}
          disabled={!isChoosable(source) || (sweep === null && !typed.amount)}
          onChange={(on) => (on ? onRequest({ kind: "rule", keep: typed.amount!, rhythm }) : remove.mutate())}
        />
      </div>
      {remove.error && <Notice tone="danger" title={remove.error.message} />}
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
          。红冲和调账退回的钱留在账户里
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
            error={"problem" in typed ? typed.problem : undefined}
            onChange={(event) => setKeep(event.target.value)}
          />
        </>
      )}
    </section>
  );
}
