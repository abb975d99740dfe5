import {
  addressOf,
  CARD_BIN_NAMES,
  CARD_PURPOSES,
  CARD_PURPOSE_NAMES,
  MOST_CARDS_AT_ONCE,
  moneyOf,
  type CardBin,
  type CardPurpose,
  type Money,
} from "@coralhub/domain";
import { FormPage, HelpAside, Link, Notice, PageHeader, Panel, RefusedState, toast } from "@coralhub/ui";
import { TextField } from "@coralhub/ui/light";
import { goTo } from "@coralhub/ui/browser";
import { useMutation, useQuery } from "@tanstack/react-query";
import { Button, Select } from "antd";
import { useState } from "react";
import { MoneyOf } from "../../platform/show.tsx";
import { WaitingPage } from "../../platform/waiting-page.tsx";
import { namesQuery, calls, refreshCards, userQuery, walletQuery } from "./cards-calls.ts";
import { CurrencyChoice, CurrencyMosts, readCurrencies, type CurrencyDraft } from "./currency-limits.tsx";
import { CARD_PATHS, readLimit } from "./words.ts";
import "./cards.css";

type Row = {
  cardName: string;
  purpose: CardPurpose;
  bin: CardBin;
  label: string;
  owner: string;
  load: string;
  perTransaction: string;
  day: string;
  month: string;
  life: string;
  currencies: CurrencyDraft;
};
const newRow = (): Row => ({
  cardName: "",
  purpose: "advertising",
  bin: CARD_BIN_NAMES[0],
  label: "",
  owner: "",
  load: "",
  perTransaction: "",
  day: "",
  month: "",
  life: "",
  currencies: [],
});

const WAITING = { title: "申请珊瑚卡", back: { label: "珊瑚卡", to: CARD_PATHS.cards }, what: "申请" };

/** /vcc/apply: one card or many at once, each with its own purpose, limits and first load. */
export function ApplyPage() {
  const user = useQuery(userQuery);
  const names = useQuery(namesQuery);
  const wallet = useQuery(walletQuery);
  if (!user.data || !names.data || !wallet.data) return <WaitingPage {...WAITING} queries={[user, names, wallet]} />;
  if (!user.data.certified || names.data.length === 0)
    return (
      <>
        <PageHeader title="申请珊瑚卡" />
        <Panel>
          <RefusedState
            title="实名认证通过后可以申请珊瑚卡"
            action={<Link to={addressOf("certification")}>查看认证</Link>}
          >
            持卡人用认证的姓名或企业名
          </RefusedState>
        </Panel>
      </>
    );
  return <ApplyForm user={user.data} holder={names.data[0]!.name} available={wallet.data.available} />;
}

type User = Awaited<ReturnType<typeof calls.cardUser>>;
const requestOf = (row: Row, holder: string) => ({
  cardName: row.cardName.trim(),
  purpose: row.purpose,
  bin: row.bin,
  label: row.label.trim() || null,
  owner: row.owner.trim() || null,
  cardholder: holder,
  firstLoad: readLimit(row.load) ?? null,
  controls: {
    limits: {
      perTransaction: readLimit(row.perTransaction) ?? null,
      day: readLimit(row.day) ?? null,
      month: readLimit(row.month) ?? null,
      life: readLimit(row.life) ?? null,
    },
    currencies: readCurrencies(row.currencies) ?? [],
  },
});
const isWrong = (row: Row): boolean =>
  row.cardName.trim() === "" ||
  readCurrencies(row.currencies) === undefined ||
  [row.load, row.perTransaction, row.day, row.month, row.life].some((text) => readLimit(text) === undefined);

const SHORT = "卡钱包余额不足，请先充值或减少首次充值";
/** The cards asked for, what they cost together, and the way on. */
function useApplication({ user, holder, available }: FormProps) {
  const [rows, setRows] = useState<Row[]>([newRow()]);
  const [problem, setProblem] = useState<string>();
  /** What was wrong may be mended: it is looked at again with the next press. */
  const change = (next: (before: Row[]) => Row[]) => {
    setProblem(undefined);
    setRows(next);
  };
  const fee = moneyOf(user.openingFee.currency, user.openingFee.minor * BigInt(rows.length));
  const needed = rows.reduce((sum, { load }) => sum + (readLimit(load)?.minor ?? 0n), fee.minor);
  const short = needed > available.minor;
  const apply = useMutation({
    mutationFn: () => calls.applyForCards({ userCardDTO: rows.map((row) => requestOf(row, holder)) }),
    onSuccess: async ({ ids }) => {
      toast.done(`已提交 ${ids.length} 张`);
      goTo(CARD_PATHS.applications);
      await refreshCards();
    },
    onError: (error) => setProblem(error.message),
  });
  const submit = () => {
    const wrong = rows.findIndex(isWrong);
    if (wrong >= 0) setProblem(`请检查第 ${wrong + 1} 张：卡名必填，金额大于零，小数位不超过币种允许的位数`);
    else if (short) setProblem(SHORT);
    else apply.mutate();
  };
  // The wallet may have been filled meanwhile.
  const shown = problem === SHORT && !short ? undefined : problem;
  return { rows, change, problem: shown, needed: moneyOf(fee.currency, needed), short, submit, busy: apply.isPending };
}

type FormProps = { user: User; holder: string; available: Money };
function ApplyForm(props: FormProps) {
  const { user, holder, available } = props;
  const { rows, change, problem, needed, short, submit, busy } = useApplication(props);
  const put = (at: number, part: Partial<Row>) =>
    change((before) => before.map((row, index) => (index === at ? { ...row, ...part } : row)));
  return (
    <FormPage
      title="申请珊瑚卡"
      intro={`一次最多 ${MOST_CARDS_AT_ONCE} 张，现有 ${user.cards} 张，最多 ${user.mostCards} 张`}
      back={{ label: "珊瑚卡", to: CARD_PATHS.cards }}
      side={<Costs user={user} />}
      actions={{
        note: (
          <>
            共需 <MoneyOf value={needed} />
            ，卡钱包可用 <MoneyOf value={available} />
          </>
        ),
        secondary: <Button onClick={() => goTo(CARD_PATHS.cards)}>取消</Button>,
        primary: (
          <Button type="primary" loading={busy} onClick={submit}>
            提交申请
          </Button>
        ),
      }}
    >
      {problem && (
        <Notice
          tone="danger"
          title={problem}
          action={short && <Button onClick={() => goTo(CARD_PATHS.fund)}>充值卡钱包</Button>}
        />
      )}
      {rows.map((row, at) => (
        <ApplyRow
          key={at}
          at={at}
          row={row}
          user={user}
          holder={holder}
          onChange={(part) => put(at, part)}
          {...(rows.length > 1 && { onRemove: () => change((before) => before.toSpliced(at, 1)) })}
        />
      ))}
      <div className="card-buttons card-buttons-start">
        <Button disabled={rows.length >= MOST_CARDS_AT_ONCE} onClick={() => change((before) => [...before, newRow()])}>
          再加一张
        </Button>
        <Button
          disabled={rows.length >= MOST_CARDS_AT_ONCE}
          onClick={() => change((before) => [...before, { ...before.at(-1)!, cardName: "" }])}
        >
          复制上一张
        </Button>
      </div>
    </FormPage>
  );
}

type RowProps = {
  at: number;
  row: Row;
  user: User;
  holder: string;
  onChange: (change: Partial<Row>) => void;
  onRemove?: () => void;
};
function ApplyRow({ at, row, user, holder, onChange, onRemove }: RowProps) {
  const field = (name: Exclude<keyof Row, "purpose" | "bin" | "currencies">) => ({
    value: row[name],
    onChange: (event: { target: { value: string } }) => onChange({ [name]: event.target.value }),
  });
  const currencies = { value: row.currencies, onChange: (next: CurrencyDraft) => onChange({ currencies: next }) };
  const amount = { inputMode: "decimal" as const, prefix: user.openingFee.currency, autoComplete: "off" };
  return (
    <Panel
      title={`第 ${at + 1} 张`}
      intro={`持卡人 ${holder}`}
      action={onRemove && <Button onClick={onRemove}>移除</Button>}
    >
      <div className="card-form-two">
        <TextField label="卡名" maxLength={30} placeholder="如 广告投放 Meta" {...field("cardName")} />
        <div className="card-list-row">
          <span className="type-label">用途</span>
          <Select
            size="large"
            aria-label={`第 ${at + 1} 张的用途`}
            value={row.purpose}
            options={CARD_PURPOSE_NAMES.map((value) => ({ value, label: CARD_PURPOSES[value] }))}
            onChange={(purpose) => onChange({ purpose })}
          />
        </div>
        <div className="card-list-row">
          <span className="type-label">卡段</span>
          <Select
            size="large"
            aria-label={`第 ${at + 1} 张的卡段`}
            value={row.bin}
            options={user.bins.map(({ bin, organisation, currency, about }) => ({
              value: bin,
              label: `${organisation} ${bin} ${currency}，${about}`,
            }))}
            onChange={(bin) => onChange({ bin })}
          />
        </div>
        <TextField label="首次充值" optional placeholder="开卡后从卡钱包转入" {...amount} {...field("load")} />
        <TextField label="单笔上限" optional placeholder="不限" {...amount} {...field("perTransaction")} />
        <TextField label="每日上限" optional placeholder="不限" {...amount} {...field("day")} />
        <TextField label="每月上限" optional placeholder="不限" {...amount} {...field("month")} />
        <TextField label="累计上限" optional placeholder="不限" {...amount} {...field("life")} />
        <CurrencyChoice name={`第 ${at + 1} 张允许的币种`} {...currencies} />
        <CurrencyMosts {...currencies} />
        <TextField label="标签" optional maxLength={20} placeholder="如 北美站" {...field("label")} />
        <TextField label="使用人" optional maxLength={20} placeholder="如 林见南" {...field("owner")} />
      </div>
    </Panel>
  );
}

function Costs({ user }: { user: User }) {
  return (
    <HelpAside title="收费和限额">
      <ul className="card-help-list">
        <li>
          开卡费每张 <MoneyOf value={user.openingFee} />
          ，没有开成全部退回
        </li>
        <li>境外交易费：{user.foreignFee}</li>
        <li>
          平台单笔最多 <MoneyOf value={user.perTransactionAtMost} />
          ，每卡每天最多 <MoneyOf value={user.dayAtMost} />
        </li>
        <li>更多规则（类别、国家、锁定商户、自动充值）开卡后在卡片页设置</li>
      </ul>
    </HelpAside>
  );
}
