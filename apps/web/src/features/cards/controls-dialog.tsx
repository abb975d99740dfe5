import type { CardControlsView, CardDetail } from "@coralhub/contract";
import { formatMoney, SHOP_CATEGORIES, SHOP_CATEGORY_NAMES, type Money, type ShopCategory } from "@coralhub/domain";
import { Notice, toast } from "@coralhub/ui";
import { Button, TextField } from "@coralhub/ui/light";
import { useMutation } from "@tanstack/react-query";
import { Checkbox, Modal, Radio, Select } from "antd";
import { useState } from "react";
import { calls, refreshCards } from "./cards-calls.ts";
import {
  CurrencyChoice,
  currencyDraftOf,
  CurrencyMosts,
  readCurrencies,
  type CurrencyDraft,
} from "./currency-limits.tsx";
import { COUNTRY_OPTIONS, readLimit } from "./words.ts";

const text = (money: Money | null): string => (money === null ? "" : formatMoney(money));
const PERIODS = [
  ["perTransaction", "单笔上限"],
  ["day", "每日上限"],
  ["month", "每月上限"],
  ["life", "累计上限"],
] as const;

type Draft = {
  limits: Record<(typeof PERIODS)[number][0], string>;
  currencies: CurrencyDraft;
  categories: CardControlsView["categories"];
  countries: CardControlsView["countries"];
  merchants: CardControlsView["merchants"];
  lockToFirst: boolean;
  singleUse: boolean;
  validUntil: string;
  warnBelow: string;
  topUp: boolean;
  below: string;
  to: string;
  times: string;
};
const draftOf = (controls: CardControlsView): Draft => ({
  limits: {
    perTransaction: text(controls.limits.perTransaction),
    day: text(controls.limits.day),
    month: text(controls.limits.month),
    life: text(controls.limits.life),
  },
  currencies: currencyDraftOf(controls.currencies),
  categories: controls.categories,
  countries: controls.countries,
  merchants: controls.merchants,
  lockToFirst: controls.lockToFirst,
  singleUse: controls.singleUse,
  validUntil: controls.validUntil ?? "",
  warnBelow: text(controls.warnBelow),
  topUp: controls.autoTopUp !== null,
  below: text(controls.autoTopUp?.below ?? null),
  to: text(controls.autoTopUp?.to ?? null),
  times: String(controls.autoTopUp?.timesPerMonth ?? 2),
});

/** What was typed as controls; the words of what is wrong otherwise. */
function read(draft: Draft): Partial<CardControlsView> | string {
  const limits = Object.fromEntries(PERIODS.map(([name]) => [name, readLimit(draft.limits[name])]));
  const warnBelow = readLimit(draft.warnBelow);
  const [below, to] = [readLimit(draft.below), readLimit(draft.to)];
  const currencies = readCurrencies(draft.currencies);
  if (!currencies || [...Object.values(limits), warnBelow].includes(undefined)) return "请填写正确的金额，不限就留空";
  if (draft.validUntil !== "" && !/^\d{4}-\d{2}-\d{2}$/.test(draft.validUntil)) return "有效期格式应为 2026-12-31";
  if (draft.topUp && (!below || !to || !/^\d{1,2}$/.test(draft.times)))
    return "请填写自动充值的触发金额、目标金额和每月次数";
  const { categories, countries: places, merchants, lockToFirst, singleUse } = draft;
  return {
    limits: limits as CardControlsView["limits"],
    currencies,
    categories,
    countries: places,
    merchants,
    lockToFirst,
    singleUse,
    validUntil: draft.validUntil === "" ? null : draft.validUntil,
    warnBelow: warnBelow ?? null,
    autoTopUp: draft.topUp ? { below: below!, to: to!, timesPerMonth: Number(draft.times) } : null,
  };
}

type Props = {
  open: boolean;
  onClose: () => void;
  card: Pick<CardDetail, "id" | "cardName" | "controls" | "currency">;
};

function useControls(card: Props["card"], onDone: () => void) {
  const [draft, setDraft] = useState(() => draftOf(card.controls));
  const [problem, setProblem] = useState<string>();
  const save = useMutation({
    mutationFn: (controls: Partial<CardControlsView>) => calls.setCardControls({ id: card.id, controls }),
    onSuccess: async () => {
      toast.done("用卡规则已更新");
      await refreshCards();
      onDone();
    },
    onError: (error) => setProblem(error.message),
  });
  const submit = () => {
    const controls = read(draft);
    setProblem(typeof controls === "string" ? controls : undefined);
    if (typeof controls !== "string") save.mutate(controls);
  };
  const put = (change: Partial<Draft>) => setDraft((before) => ({ ...before, ...change }));
  return { draft, put, problem, submit, busy: save.isPending };
}

/** Every rule of a card in one place. */
export function ControlsDialog({ open, onClose, card }: Props) {
  const { draft, put, problem, submit, busy } = useControls(card, onClose);
  return (
    <Modal
      open={open}
      title={`「${card.cardName}」的限额和规则`}
      footer={null}
      width={560}
      destroyOnHidden
      onCancel={onClose}
    >
      <form
        className="card-form"
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        {problem && <Notice tone="danger" title={problem} />}
        <div className="card-form-two">
          {PERIODS.map(([name, label]) => (
            <TextField
              key={name}
              label={label}
              inputMode="decimal"
              prefix={card.currency}
              placeholder="不限"
              value={draft.limits[name]}
              onChange={(event) => put({ limits: { ...draft.limits, [name]: event.target.value } })}
            />
          ))}
        </div>
        <Currencies draft={draft} put={put} />
        <Lists draft={draft} put={put} />
        <Checkbox checked={draft.lockToFirst} onChange={(event) => put({ lockToFirst: event.target.checked })}>
          锁定首次消费的商户
        </Checkbox>
        <Checkbox checked={draft.singleUse} onChange={(event) => put({ singleUse: event.target.checked })}>
          单次卡，用过一次后拒绝
        </Checkbox>
        <div className="card-form-two">
          <TextField
            label="用到哪天为止"
            placeholder="不限，或 2026-12-31"
            value={draft.validUntil}
            onChange={(event) => put({ validUntil: event.target.value.trim() })}
          />
          <TextField
            label="余额低于多少提醒"
            inputMode="decimal"
            prefix={card.currency}
            placeholder="不提醒"
            value={draft.warnBelow}
            onChange={(event) => put({ warnBelow: event.target.value })}
          />
        </div>
        <TopUp draft={draft} put={put} currency={card.currency} />
        <div className="card-buttons">
          <Button onClick={onClose}>取消</Button>
          <Button type="submit" variant="primary" loading={busy}>
            保存
          </Button>
        </div>
      </form>
    </Modal>
  );
}

type Part = { draft: Draft; put: (change: Partial<Draft>) => void };
const MODES = [
  { value: "only", label: "只允许" },
  { value: "except", label: "除了" },
];

function Currencies({ draft: { currencies: value }, put }: Part) {
  const onChange = (currencies: CurrencyDraft) => put({ currencies });
  return (
    <>
      <CurrencyChoice value={value} onChange={onChange} />
      {value.length > 0 && (
        <div className="card-form-two">
          <CurrencyMosts value={value} onChange={onChange} />
        </div>
      )}
    </>
  );
}

function Lists({ draft, put }: Part) {
  return (
    <>
      <ListRow
        label="商户类别"
        list={draft.categories}
        options={SHOP_CATEGORY_NAMES.map((value) => ({ value, label: SHOP_CATEGORIES[value].label }))}
        onChange={({ mode, items }) => put({ categories: { mode, items: items as ShopCategory[] } })}
      />
      <ListRow
        label="国家和地区"
        list={draft.countries}
        options={COUNTRY_OPTIONS}
        onChange={({ mode, items }) => put({ countries: { mode, items } })}
      />
      <ListRow
        label="商户"
        list={draft.merchants}
        onChange={({ mode, items }) => put({ merchants: { mode, items } })}
      />
    </>
  );
}

type AnyList = { mode: "only" | "except"; items: string[] };
function ListRow(props: {
  label: string;
  list: AnyList;
  options?: { value: string; label: string }[];
  onChange: (list: AnyList) => void;
}) {
  const { label, list, options, onChange } = props;
  return (
    <div className="card-list-row">
      <span className="type-label">{label}</span>
      <Radio.Group
        aria-label={`${label}的方式`}
        options={MODES}
        value={list.mode}
        onChange={(event) => onChange({ ...list, mode: event.target.value as AnyList["mode"] })}
      />
      <Select
        mode={options ? "multiple" : "tags"}
        aria-label={label}
        placeholder={options ? "不限" : "填写商户名后回车，不限就留空"}
        value={list.items}
        options={options ?? []}
        showSearch={{ optionFilterProp: "label" }}
        onChange={(items: string[]) => onChange({ ...list, items })}
      />
    </div>
  );
}

function TopUp({ draft, put, currency }: Part & { currency: string }) {
  return (
    <>
      <Checkbox checked={draft.topUp} onChange={(event) => put({ topUp: event.target.checked })}>
        余额低时从卡钱包自动充值
      </Checkbox>
      {draft.topUp && (
        <div className="card-form-two">
          <TextField
            label="低于"
            inputMode="decimal"
            prefix={currency}
            value={draft.below}
            onChange={(event) => put({ below: event.target.value })}
          />
          <TextField
            label="补到"
            inputMode="decimal"
            prefix={currency}
            value={draft.to}
            onChange={(event) => put({ to: event.target.value })}
          />
          <TextField
            label="每月最多几次"
            inputMode="numeric"
            value={draft.times}
            onChange={(event) => put({ times: event.target.value })}
          />
        </div>
      )}
    </>
  );
}
