import { PRIZE_KINDS, WHOLE_ODDS, type PrizeKind } from "@coralhub/domain";
import { useQuery } from "@tanstack/react-query";
import { Button, Checkbox, Input, InputNumber, Select } from "antd";
import { plansQuery } from "./campaign-calls.ts";
import type { Draft } from "./campaign-form.tsx";

type Prize = Draft["prizes"][number];
const KINDS = Object.entries(PRIZE_KINDS).map(([value, { label }]) => ({ value: value as PrizeKind, label }));
const DRAWN_KINDS = KINDS.filter(({ value }) => value !== "card");
/** What it costs has to be said: the budget counts by it. */
const NEW: Prize = { name: "", kind: "coupon", cost: "", couponPlanId: null, weight: 0, stock: 100, isGrand: false };

/** Above the rows where there is room; each field also has its own name. */
const HEADS = (
  <div className="campaign-desk-prize campaign-desk-prize-heads" aria-hidden="true">
    {["名称", "类型", "概率", "数量，留空不限", "单份成本"].map((head) => (
      <span key={head}>{head}</span>
    ))}
  </div>
);

type PrizeRowsProps = {
  prizes: readonly Prize[];
  /** Cards are collected here, and one prize is for all of them. */
  collects: boolean;
  onChange: (prizes: Prize[]) => void;
};
/** The last one is what is given when the others are gone; new ones come before it. */
export function PrizeRows({ prizes, collects, onChange }: PrizeRowsProps) {
  const put = (index: number, some: Partial<Prize>) =>
    onChange(prizes.map((prize, at) => (at === index ? { ...prize, ...some } : prize)));
  return (
    <div className="campaign-desk-part">
      {prizes.length > 0 && HEADS}
      {prizes.map((prize, index) => (
        // Rows have no name of their own before they are saved: the place is what tells them apart.
        <div key={index} className="campaign-desk-prize">
          <Input
            aria-label={`奖品 ${index + 1} 名称`}
            placeholder="名称"
            value={prize.name}
            onChange={(event) => put(index, { name: event.target.value })}
          />
          <Select<PrizeKind>
            aria-label={`奖品 ${index + 1} 类型`}
            value={prize.kind}
            options={collects || prize.kind === "card" ? KINDS : DRAWN_KINDS}
            onChange={(kind) => put(index, { kind })}
          />
          <InputNumber
            aria-label={`奖品 ${index + 1} 概率`}
            min={0}
            max={100}
            suffix="%"
            value={((prize.weight ?? 0) / WHOLE_ODDS) * 100}
            onChange={(percent) => put(index, { weight: Math.round(((percent ?? 0) * WHOLE_ODDS) / 100) })}
          />
          <InputNumber
            aria-label={`奖品 ${index + 1} 数量`}
            placeholder="不限"
            min={0}
            value={prize.stock}
            onChange={(stock) => put(index, { stock })}
          />
          <Input
            aria-label={`奖品 ${index + 1} 单份成本`}
            placeholder="单份成本"
            value={prize.cost ?? ""}
            onChange={(event) => put(index, { cost: event.target.value })}
          />
          <More prize={prize} place={index + 1} collects={collects} onPut={(some) => put(index, some)} />
          <Button onClick={() => onChange(prizes.filter((_prize, at) => at !== index))}>删除</Button>
        </div>
      ))}
      <Button onClick={() => onChange([NEW, ...prizes])}>加一个奖品</Button>
    </div>
  );
}

type MoreProps = { prize: Prize; place: number; collects: boolean; onPut: (some: Partial<Prize>) => void };
/** What only some kinds of prizes have. */
function More({ prize, place, collects, onPut }: MoreProps) {
  const plans = useQuery(plansQuery);
  const options = (plans.data ?? [])
    .filter(({ way, state }) => way === "prize" && state === "active")
    .map(({ id, name }) => ({ value: id, label: name }));
  return (
    <span className="campaign-desk-prize-more">
      {prize.kind === "coupon" && (
        <Select<string>
          aria-label={`奖品 ${place} 优惠券`}
          placeholder="选择优惠券方案"
          {...(prize.couponPlanId && { value: prize.couponPlanId })}
          options={options}
          onChange={(couponPlanId) => onPut({ couponPlanId })}
        />
      )}
      {(collects || prize.isGrand) && (
        <Checkbox checked={prize.isGrand ?? false} onChange={(event) => onPut({ isGrand: event.target.checked })}>
          集齐大奖
        </Checkbox>
      )}
    </span>
  );
}
