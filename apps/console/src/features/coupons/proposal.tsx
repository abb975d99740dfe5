import { CallRefused, type CallInput, type couponEndpoints } from "@coralhub/contract";
import {
  COUPON_AUDIENCES,
  COUPON_BUSINESSES,
  COUPON_KINDS,
  COUPON_WAYS,
  CURRENCY_CODES,
  FEE_BUSINESSES,
  FRIEND_CLAIM,
  MILLION_CLAIM,
  type CouponAudience,
  type CouponBusiness,
  type CouponKind,
  type CouponWay,
} from "@coralhub/domain";
import { Notice, Panel, toast } from "@coralhub/ui";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Button, Checkbox, Input, InputNumber, Select } from "antd";
import { useState, type ReactNode } from "react";
import { problemText } from "../../platform/refusal-fields.ts";
import { calls, KEY } from "./coupon-calls.ts";

type Draft = CallInput<typeof couponEndpoints.proposeCouponPlan.input>;
type Part = { request: Draft; set: (part: Partial<Draft>) => void; problems: Readonly<Record<string, string>> };

const BLANK: Draft = {
  name: "",
  kind: "percent",
  percent: 20,
  businesses: ["withdrawal"],
  stackable: false,
  validDays: 30,
  way: "bulk",
  audience: "certified",
  listed: [],
  stock: 1000,
};
const CLAIMS = [
  { value: MILLION_CLAIM, label: "优惠券页领取" },
  { value: FRIEND_CLAIM, label: "好友凭邀请码注册" },
];
const options = <K extends string>(table: Record<K, { label: string } | string>) =>
  (Object.entries(table) as [K, { label: string } | string][]).map(([value, row]) => ({
    value,
    label: typeof row === "string" ? row : row.label,
  }));

export function Proposal({ onDone }: { onDone: () => void }) {
  const [request, setRequest] = useState<Draft>(BLANK);
  const queries = useQueryClient();
  const propose = useMutation({
    mutationFn: () => calls.proposeCouponPlan(request),
    onSuccess: () => {
      toast.done("已提出，等另一位财务复核");
      onDone();
    },
    onSettled: () => queries.invalidateQueries({ queryKey: KEY }),
  });
  const problems = propose.error instanceof CallRefused ? propose.error.fields : {};
  const part = { request, problems, set: (some: Partial<Draft>) => setRequest({ ...request, ...some }) };
  return (
    <Panel title="提出方案">
      <form
        className="coupon-desk-form"
        onSubmit={(event) => {
          event.preventDefault();
          propose.mutate();
        }}
      >
        <Worth {...part} />
        <Where {...part} />
        <Whom {...part} />
        {propose.error && <Notice tone="danger" title={problemText(propose.error)} />}
        <span className="coupon-desk-actions">
          <Button type="primary" htmlType="submit" loading={propose.isPending}>
            提出
          </Button>
        </span>
      </form>
    </Panel>
  );
}

function AmountField({
  label,
  field,
  request,
  set,
  problems,
}: Part & { label: string; field: "amount" | "most" | "quota" | "minimum" }) {
  return (
    <Field label={label} problem={problems[field]}>
      <Input
        aria-label={label}
        value={request[field] ?? ""}
        suffix={request.currency ?? ""}
        onChange={(event) => set({ [field]: event.target.value || undefined })}
      />
    </Field>
  );
}

function Worth(part: Part) {
  const { request, set, problems } = part;
  return (
    <>
      <Field label="名称" problem={problems["name"]}>
        <Input
          aria-label="名称"
          maxLength={30}
          value={request.name}
          onChange={(event) => set({ name: event.target.value })}
        />
      </Field>
      <Field label="类型">
        <Select<CouponKind>
          aria-label="类型"
          value={request.kind}
          options={options(COUPON_KINDS)}
          onChange={(kind) => set({ kind })}
        />
      </Field>
      <Field label="币种" problem={problems["currency"]}>
        <Select<Draft["currency"]>
          aria-label="币种"
          allowClear
          placeholder="不限"
          {...(request.currency && { value: request.currency })}
          options={CURRENCY_CODES.map((value) => ({ value, label: value }))}
          onChange={(currency) => set({ currency })}
        />
      </Field>
      {request.kind === "percent" && (
        <Field label="减免比例" problem={problems["percent"]}>
          <InputNumber
            aria-label="减免比例"
            min={1}
            max={100}
            suffix="%"
            value={request.percent ?? null}
            onChange={(percent) => set({ percent: percent ?? undefined })}
          />
        </Field>
      )}
      {request.kind === "percent" && <AmountField label="最多减免" field="most" {...part} />}
      {request.kind === "amount" && <AmountField label="减免金额" field="amount" {...part} />}
      {request.kind === "quota" && <AmountField label="免手续费额度" field="quota" {...part} />}
    </>
  );
}

function Where(part: Part) {
  const { request, set, problems } = part;
  return (
    <>
      <AmountField label="单笔最低金额" field="minimum" {...part} />
      <Field label="适用业务" problem={problems["businesses"]}>
        <Select<CouponBusiness[]>
          aria-label="适用业务"
          mode="multiple"
          value={request.businesses}
          options={COUPON_BUSINESSES.map((value) => ({ value, label: FEE_BUSINESSES[value] }))}
          onChange={(businesses) => set({ businesses })}
        />
      </Field>
      <Field label="数量" problem={problems["stock"]}>
        <InputNumber
          aria-label="数量"
          min={1}
          max={1_000_000}
          value={request.stock}
          onChange={(stock) => set({ stock: stock ?? 1 })}
        />
      </Field>
      <Field label="领取后有效天数" problem={problems["validDays"]}>
        <InputNumber
          aria-label="有效天数"
          min={1}
          max={366}
          value={request.validDays}
          onChange={(days) => set({ validDays: days ?? 30 })}
        />
      </Field>
      <Checkbox checked={request.stackable} onChange={(event) => set({ stackable: event.target.checked })}>
        可与其他可叠加的券同用
      </Checkbox>
    </>
  );
}

function Whom({ request, set, problems }: Part) {
  return (
    <>
      <Field label="发放方式">
        <Select<CouponWay>
          aria-label="发放方式"
          value={request.way}
          options={options(COUPON_WAYS)}
          onChange={(way) => set({ way })}
        />
      </Field>
      {request.way === "claim" && (
        <Field label="领取的地方">
          <Select<string>
            aria-label="领取的地方"
            value={request.claim ?? MILLION_CLAIM}
            options={CLAIMS}
            onChange={(claim) => set({ claim })}
          />
        </Field>
      )}
      {request.way === "code" && (
        <Field label="兑换码" problem={problems["claim"]}>
          <Input
            aria-label="兑换码"
            value={request.claim ?? ""}
            onChange={(event) => set({ claim: event.target.value || undefined })}
          />
        </Field>
      )}
      <Field label="发给谁">
        <Select<CouponAudience>
          aria-label="发给谁"
          value={request.audience}
          options={options(COUPON_AUDIENCES)}
          onChange={(audience) => set({ audience })}
        />
      </Field>
      {request.audience === "listed" && (
        <Field label="名单，每行一个手机号" problem={problems["listed"]}>
          <Input.TextArea
            aria-label="名单"
            rows={3}
            onChange={(event) => set({ listed: event.target.value.split(/[\s,，]+/).filter(Boolean) })}
          />
        </Field>
      )}
    </>
  );
}

function Field({ label, problem, children }: { label: string; problem?: string | undefined; children: ReactNode }) {
  return (
    <div className="coupon-desk-field">
      <span>{label}</span>
      {children}
      {problem && <span className="coupon-desk-problem">{problem}</span>}
    </div>
  );
}
