import { CallRefused, type CallInput, type CampaignDeskRow, type campaignDeskEndpoints } from "@coralhub/contract";
import {
  CAMPAIGN_PAGES,
  FLAGS,
  formatMoney,
  toShanghaiTime,
  USER_SOURCES,
  WHOLE_ODDS,
  type CampaignPage,
} from "@coralhub/domain";
import { Notice, Panel } from "@coralhub/ui";
import { Button, Checkbox, Input, InputNumber, Select } from "antd";
import { useState, type ReactNode } from "react";
import { MomentPicker } from "../../platform/moment-picker.tsx";
import { problemText } from "../../platform/refusal-fields.ts";
import { calls, useStep } from "./campaign-calls.ts";
import { BlockRows } from "./block-rows.tsx";
import { PrizeRows } from "./prize-rows.tsx";

export type Draft = CallInput<typeof campaignDeskEndpoints.saveCampaign.input>;
type Part = { request: Draft; set: (part: Partial<Draft>) => void; problems: Readonly<Record<string, string>> };

const BLANK: Draft = {
  id: null,
  page: "draw",
  name: "",
  startsAt: new Date(),
  endsAt: new Date(),
  audience: { certified: true, sources: [], flag: null, platform: null, volumeDollars: 0 },
  chances: { once: 1, daily: 1, friend: 0, partner: 0 },
  content: { headline: "", headlineB: "", intro: "", rules: [], blocks: [] },
  currency: "USD",
  budget: "1000.00",
  prizes: [
    {
      name: "谢谢参与",
      kind: "nothing",
      cost: "0",
      couponPlanId: null,
      weight: WHOLE_ODDS,
      stock: null,
      isGrand: false,
    },
  ],
};
const NO_DRAWS = { prizes: [], chances: { once: 0, daily: 0, friend: 0, partner: 0 } } satisfies Partial<Draft>;
const requestOf = ({ budget, prizes, ...row }: CampaignDeskRow): Draft => ({
  id: row.id,
  page: row.page,
  name: row.name,
  startsAt: row.startsAt,
  endsAt: row.endsAt,
  audience: row.audience,
  chances: row.chances,
  content: row.content,
  currency: budget.currency,
  budget: formatMoney(budget),
  prizes: prizes.map(({ name, kind, cost, couponPlanId, weight, stock, isGrand }) => ({
    name,
    kind,
    cost,
    couponPlanId,
    weight,
    stock,
    isGrand,
  })),
});

/** A draft: it can be kept in any state, and is looked at as a whole when another schedules it. */
export function CampaignForm({ campaign, onDone }: { campaign: CampaignDeskRow | undefined; onDone: () => void }) {
  const [request, setRequest] = useState<Draft>(campaign ? requestOf(campaign) : BLANK);
  const { activity } = CAMPAIGN_PAGES[request.page];
  const save = useStep(
    // An application draws nothing: what was prepared for another page stays out of it.
    () => calls.saveCampaign(activity === "application" ? { ...request, ...NO_DRAWS } : request).then(onDone),
    () => "草稿已保存，由另一位财务复核排期",
  );
  const problems = save.error instanceof CallRefused ? save.error.fields : {};
  const part = { request, problems, set: (some: Partial<Draft>) => setRequest({ ...request, ...some }) };
  return (
    <Panel title={campaign ? `修改「${campaign.name}」` : "新建活动"}>
      <form
        className="campaign-desk-form"
        onSubmit={(event) => {
          event.preventDefault();
          save.mutate(undefined);
        }}
      >
        <Frame {...part} />
        {activity !== "application" && <Chances {...part} />}
        <Whom {...part} />
        <Words {...part} />
        <div className="campaign-desk-whole">
          <BlockRows
            blocks={request.content.blocks ?? []}
            onChange={(blocks) => part.set({ content: { ...request.content, blocks } })}
          />
          {problems["content.blocks"] && <span className="campaign-desk-problem">{problems["content.blocks"]}</span>}
        </div>
        {activity !== "application" && (
          <div className="campaign-desk-whole">
            <PrizeRows
              prizes={request.prizes}
              collects={activity === "cards"}
              onChange={(prizes) => part.set({ prizes })}
            />
            {problems["prizes"] && <span className="campaign-desk-problem">{problems["prizes"]}</span>}
          </div>
        )}
        {save.error && <Notice tone="danger" title={problemText(save.error)} />}
        <span className="campaign-desk-actions campaign-desk-whole">
          <Button type="primary" htmlType="submit" loading={save.isPending}>
            保存草稿
          </Button>
        </span>
      </form>
    </Panel>
  );
}

/** `2026-11-15T09:30` in Beijing. */
const timeText = (at: Date) => toShanghaiTime(at).slice(0, 16).replace(" ", "T");
const timeOf = (text: string) => new Date(`${text}:00+08:00`);

function Frame({ request, set, problems }: Part) {
  const times = (["startsAt", "endsAt"] as const).map((field) => (
    <Field key={field} label={field === "startsAt" ? "开始" : "结束"} problem={problems[field]}>
      <MomentPicker
        label={field === "startsAt" ? "开始" : "结束"}
        value={timeText(request[field])}
        onChange={(moment) => set({ [field]: timeOf(moment) })}
      />
    </Field>
  ));
  return (
    <>
      <Field label="名称" problem={problems["name"]}>
        <Input aria-label="名称" value={request.name} onChange={(event) => set({ name: event.target.value })} />
      </Field>
      <Field label="页面">
        <Select<CampaignPage>
          aria-label="页面"
          value={request.page}
          options={Object.entries(CAMPAIGN_PAGES).map(([value, { label }]) => ({
            value: value as CampaignPage,
            label,
          }))}
          onChange={(page) => set({ page })}
        />
      </Field>
      {times}
      <Field label="预算，美元" problem={problems["budget"]}>
        <Input aria-label="预算" value={request.budget} onChange={(event) => set({ budget: event.target.value })} />
      </Field>
    </>
  );
}

const CHANCES = { once: "参加得几次", daily: "每天几次", friend: "每位好友几次", partner: "伙伴来的多几次" } as const;

function Chances({ request: { chances }, set }: Part) {
  return (
    <>
      {(Object.keys(CHANCES) as (keyof typeof CHANCES)[]).map((name) => (
        <Field key={name} label={CHANCES[name]}>
          <InputNumber
            aria-label={CHANCES[name]}
            min={0}
            max={10}
            value={chances[name]}
            onChange={(count) => set({ chances: { ...chances, [name]: count ?? 0 } })}
          />
        </Field>
      ))}
    </>
  );
}

function Whom({ request: { audience }, set }: Part) {
  return (
    <>
      <Field label="近 30 天美元收款至少">
        <InputNumber
          aria-label="近 30 天美元收款至少"
          min={0}
          value={audience.volumeDollars ?? 0}
          onChange={(volumeDollars) => set({ audience: { ...audience, volumeDollars: volumeDollars ?? 0 } })}
        />
      </Field>
      <Field label="要求绑定的平台代码">
        <Input
          aria-label="要求绑定的平台代码"
          placeholder="不限"
          value={audience.platform ?? ""}
          onChange={(event) => set({ audience: { ...audience, platform: event.target.value || null } })}
        />
      </Field>
      <Field label="账户来源">
        <Select<string[]>
          aria-label="账户来源"
          mode="multiple"
          placeholder="不限"
          value={audience.sources ?? []}
          options={Object.entries(USER_SOURCES).map(([value, { label }]) => ({ value, label }))}
          onChange={(sources) => set({ audience: { ...audience, sources } })}
        />
      </Field>
      <Field label="只对开着这个开关的商户">
        <Select<string>
          aria-label="功能开关"
          allowClear
          placeholder="不限"
          {...(audience.flag && { value: audience.flag })}
          options={Object.entries(FLAGS).map(([value, { label }]) => ({ value, label }))}
          onChange={(flag: string | undefined) => set({ audience: { ...audience, flag: flag ?? null } })}
        />
      </Field>
      <Checkbox
        checked={audience.certified}
        onChange={(event) => set({ audience: { ...audience, certified: event.target.checked } })}
      >
        只对已认证商户开放
      </Checkbox>
    </>
  );
}

function Words({ request: { content }, set, problems }: Part) {
  const put = (some: Partial<Draft["content"]>) => set({ content: { ...content, ...some } });
  return (
    <>
      <Field label="页面标题" problem={problems["content.headline"]}>
        <Input
          aria-label="页面标题"
          value={content.headline}
          onChange={(event) => put({ headline: event.target.value })}
        />
      </Field>
      <Field label="乙版标题，留空则相同">
        <Input
          aria-label="乙版标题"
          value={content.headlineB ?? ""}
          onChange={(event) => put({ headlineB: event.target.value })}
        />
      </Field>
      <Field label="说明" problem={problems["content.intro"]}>
        <Input aria-label="说明" value={content.intro} onChange={(event) => put({ intro: event.target.value })} />
      </Field>
      <Field label="规则，每行一条" problem={problems["content.rules"]}>
        <Input.TextArea
          aria-label="规则"
          rows={3}
          defaultValue={content.rules.join("\n")}
          onChange={(event) =>
            put({
              rules: event.target.value
                .split("\n")
                .map((line) => line.trim())
                .filter(Boolean),
            })
          }
        />
      </Field>
    </>
  );
}

function Field({ label, problem, children }: { label: string; problem?: string | undefined; children: ReactNode }) {
  return (
    <div className="campaign-desk-field">
      <span>{label}</span>
      {children}
      {problem && <span className="campaign-desk-problem">{problem}</span>}
    </div>
  );
}
