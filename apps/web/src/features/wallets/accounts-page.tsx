import type { WalletOverview, WalletRow } from "@coralhub/contract";
import { CURRENCIES, CURRENCY_CODES, type Currency } from "@coralhub/domain";
import { CurrencyTile, ErrorState, icons, PageHeader, PageSkeleton, Panel, toast } from "@coralhub/ui";
import { useMutation, useQuery } from "@tanstack/react-query";
import { Button, Input, Select, Switch } from "antd";
import { useState } from "react";
import { MoneyOf } from "../../platform/show.tsx";
import { PayInPanel } from "./pay-in-panel.tsx";
import { overviewQuery, walletCalls, refreshWallet } from "./wallets-calls.ts";
import { WalletTabs } from "../../platform/wallet-tabs.tsx";
import "./wallets.css";

type Setting = { currency: Currency; name: string; hidden: boolean };

/** /moreToken/accountManage: which currencies there are, what they are called, in which order; and how to be paid into them. */
export function WalletAccountsPage() {
  const { data, error, isFetching, refetch } = useQuery(overviewQuery);
  if (data) return <Manage key={data.wallets.map(({ currency }) => currency).join(" ")} overview={data} />;
  if (!error) return <PageSkeleton />;
  return (
    <>
      <PageHeader title="钱包账户" aside={<WalletTabs tab="accounts" />} />
      <Panel>
        <ErrorState title="没能取到钱包账户" onRetry={() => void refetch()} retrying={isFetching}>
          {error.message}
        </ErrorState>
      </Panel>
    </>
  );
}

const settingOf = ({ currency, name, hidden }: WalletRow): Setting => ({
  currency,
  name: name === `${CURRENCIES[currency].name}钱包` ? "" : name,
  hidden,
});

function Manage({ overview }: { overview: WalletOverview }) {
  const [rows, setRows] = useState(() => overview.wallets.map(settingOf));
  const save = useMutation({
    mutationFn: () => walletCalls.setWalletAccounts({ accounts: rows }),
    onSuccess: () => toast.done("已保存"),
    onError: (error) => toast.failed(error.message),
    onSettled: () => refreshWallet(),
  });
  const closed = CURRENCY_CODES.filter((code) => !rows.some(({ currency }) => currency === code));
  const change = (index: number, part: Partial<Setting>) =>
    setRows(rows.map((row, at) => (at === index ? { ...row, ...part } : row)));
  const move = (index: number, by: -1 | 1) => {
    const next = [...rows];
    [next[index], next[index + by]] = [next[index + by]!, next[index]!];
    setRows(next);
  };
  return (
    <>
      <PageHeader
        title="钱包账户"
        aside={<WalletTabs tab="accounts" />}
        actions={
          <Button type="primary" loading={save.isPending} disabled={rows.length === 0} onClick={() => save.mutate()}>
            保存
          </Button>
        }
      />
      <div className="wallet-page">
        <PayInPanel overview={overview} />
        <Panel title="币种" intro="命名、排序；没有余额的可以隐藏" flush>
          <ul className="wallet-settings">
            {rows.map((row, index) => (
              <SettingRow
                key={row.currency}
                row={row}
                balance={overview.wallets.find(({ currency }) => currency === row.currency)}
                ends={{ first: index === 0, last: index === rows.length - 1 }}
                onChange={(part) => change(index, part)}
                onMove={(by) => move(index, by)}
              />
            ))}
          </ul>
        </Panel>
        {closed.length > 0 && (
          <Panel title="开通其他币种" intro="开通后可以换入、收款，不收费">
            <Select
              className="wallet-accounts"
              aria-label="开通其他币种"
              placeholder={`还有 ${closed.length} 个币种`}
              showSearch
              value={null}
              options={closed.map((value) => ({ value, label: `${CURRENCIES[value].name} ${value}` }))}
              onChange={(currency) => currency && setRows([...rows, { currency, name: "", hidden: false }])}
            />
          </Panel>
        )}
      </div>
    </>
  );
}

type RowProps = {
  row: Setting;
  balance: WalletRow | undefined;
  ends: { first: boolean; last: boolean };
  onChange: (part: Partial<Setting>) => void;
  onMove: (by: -1 | 1) => void;
};

function SettingRow({ row, balance, ends, onChange, onMove }: RowProps) {
  return (
    <li>
      <CurrencyTile currency={row.currency} />
      <span className="wallet-setting-name">
        {CURRENCIES[row.currency].name} {row.currency}
        <Balance row={balance} />
      </span>
      <Input
        aria-label={`${row.currency} 的名称`}
        maxLength={40}
        placeholder={`${CURRENCIES[row.currency].name}钱包`}
        value={row.name}
        onChange={(event) => onChange({ name: event.target.value })}
      />
      <Switch
        aria-label={`显示 ${row.currency}`}
        checked={!row.hidden}
        checkedChildren="显示"
        unCheckedChildren="隐藏"
        onChange={(on) => onChange({ hidden: !on })}
      />
      <Button
        aria-label={`${row.currency} 上移`}
        icon={<icons.ChevronUp size={16} />}
        disabled={ends.first}
        onClick={() => onMove(-1)}
      />
      <Button
        aria-label={`${row.currency} 下移`}
        icon={<icons.ChevronDown size={16} />}
        disabled={ends.last}
        onClick={() => onMove(1)}
      />
    </li>
  );
}

const Balance = ({ row }: { row: WalletRow | undefined }) =>
  row ? (
    <span className="wallet-note">
      可用 <MoneyOf value={row.available} />
    </span>
  ) : (
    <span className="wallet-note">保存后开通</span>
  );
