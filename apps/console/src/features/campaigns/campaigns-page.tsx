import type { CampaignDeskRow } from "@coralhub/contract";
import {
  actionsFor,
  CAMPAIGN_BLOCKS,
  CAMPAIGN_PAGES,
  campaignLifecycle,
  FLAGS,
  formatMoney,
  oddsText,
  platformName,
  PRIZE_KINDS,
  splitResult,
  toShanghaiTime,
  USER_SOURCES,
} from "@coralhub/domain";
import { EmptyState, Money, Notice, PageHeader, Panel, StateTag, toast } from "@coralhub/ui";
import { useMutation, useQuery } from "@tanstack/react-query";
import { App, Button } from "antd";
import { useState } from "react";
import { QueryView } from "../../platform/page.tsx";
import { problemText } from "../../platform/refusal-fields.ts";
import { useSelf } from "../../platform/self.ts";
import { CampaignTabs } from "./campaign-tabs.tsx";
import { calls, campaignsQuery, plansQuery, useStep } from "./campaign-calls.ts";
import { CampaignForm } from "./campaign-form.tsx";
import "./campaigns.css";

/** What runs, what it has cost, and what comes next. One makes a campaign, another lets it start. */
export function CampaignsPage() {
  const campaigns = useQuery(campaignsQuery);
  const [editing, setEditing] = useState<CampaignDeskRow | "new">();
  return (
    <>
      <PageHeader
        title="活动"
        intro="草稿由一人保存，另一人复核排期；到点自动开始和结束，预算用完自动暂停"
        actions={
          <Button type="primary" onClick={() => setEditing(editing ? undefined : "new")}>
            {editing ? "收起" : "新建活动"}
          </Button>
        }
      />
      <CampaignTabs tab="campaignDesk" />
      <div className="campaign-desk">
        {editing && (
          <CampaignForm
            key={editing === "new" ? "new" : editing.id}
            campaign={editing === "new" ? undefined : editing}
            onDone={() => setEditing(undefined)}
          />
        )}
        <QueryView query={campaigns} what="活动">
          {(rows) =>
            rows.length > 0 ? (
              <>
                {rows.map((campaign) => (
                  <CampaignPanel key={campaign.id} campaign={campaign} onEdit={() => setEditing(campaign)} />
                ))}
              </>
            ) : (
              <Panel>
                <EmptyState title="还没有活动">新建后保存为草稿，由另一位财务复核</EmptyState>
              </Panel>
            )
          }
        </QueryView>
      </div>
    </>
  );
}

const DONE = {
  schedule: "已排期，到点自动开始",
  withdraw: "已退回草稿",
  pause: "已暂停",
  resume: "已继续",
  end: "已结束，种子已公布",
} as const;
type Action = keyof typeof DONE;

function CampaignPanel({ campaign, onEdit }: { campaign: CampaignDeskRow; onEdit: () => void }) {
  const { id, name, page, state, startsAt, endsAt, content, madeByName, madeAt, madeBy, version } = campaign;
  const self = useSelf();
  const own = madeBy === self?.id;
  const move = useStep(
    (action: Action) => calls.moveCampaign({ id, action, version }),
    (action) => DONE[action],
  );
  const { modal } = App.useApp();
  const press = (action: Action) => {
    if (action !== "end") return move.mutate(action);
    void modal.confirm({
      title: `结束「${name}」？`,
      content: "结束后不能再开始，种子随即公布，没有用的机会作废",
      okText: "结束活动",
      cancelText: "再看看",
      icon: null,
      onOk: () => move.mutate(action),
    });
  };
  const offered = actionsFor(campaignLifecycle, state, "finance") as Action[];
  return (
    <Panel title={name} action={<StateTag lifecycle={campaignLifecycle} state={state} />}>
      <div className="campaign-desk-part">
        <span>
          {CAMPAIGN_PAGES[page].label} {CAMPAIGN_PAGES[page].path}，{toShanghaiTime(startsAt)} 至{" "}
          {toShanghaiTime(endsAt)}
        </span>
        <Numbers campaign={campaign} />
        <Prizes campaign={campaign} />
        <span className="campaign-desk-note">
          {whomText(campaign)}。{chancesText(campaign)}
        </span>
        <span className="campaign-desk-note">
          标题「{content.headline}」{content.headlineB && `，乙版「${content.headlineB}」`}。{content.intro}
        </span>
        <span className="campaign-desk-note">规则：{content.rules.join("；")}</span>
        {content.blocks.length > 0 && (
          <span className="campaign-desk-note">版块：{content.blocks.map(blockText).join("；")}</span>
        )}
        <span className="campaign-desk-note">
          {madeByName} {toShanghaiTime(madeAt)} 保存
          {state === "draft" && own && "。您保存的由另一位财务复核排期"}
        </span>
        {move.error && <Notice tone="danger" title={problemText(move.error)} />}
        <span className="campaign-desk-actions">
          <PreviewButton id={id} />
          {state === "draft" && <Button onClick={onEdit}>修改</Button>}
          {offered
            .filter((action) => !own || (action !== "schedule" && action !== "resume"))
            .map((action) => (
              <Button
                key={action}
                type={action === "schedule" ? "primary" : "default"}
                disabled={move.isPending}
                onClick={() => press(action)}
              >
                {campaignLifecycle.actions[action].label}
              </Button>
            ))}
        </span>
      </div>
    </Panel>
  );
}

/** 「步骤「怎么参加」：登录，抽奖」: what stands in a block, as it will be read. */
function blockText({ kind, title, lines }: CampaignDeskRow["content"]["blocks"][number]): string {
  return `${CAMPAIGN_BLOCKS[kind].label}${title && `「${title}」`}${lines.length > 0 ? `：${lines.join("，")}` : ""}`;
}

/** Whom it is for, as whoever schedules it agrees on. */
function whomText({ audience: { certified, sources, flag, platform, volumeDollars } }: CampaignDeskRow): string {
  const nameOf = (table: Readonly<Record<string, { label: string }>>, key: string) => table[key]?.label ?? key;
  const wanted = [
    certified && "已认证",
    sources.length > 0 && `来源为${sources.map((source) => nameOf(USER_SOURCES, source)).join("、")}`,
    flag && `开着「${nameOf(FLAGS, flag)}」`,
    platform && `绑定了 ${platformName(platform)}`,
    volumeDollars > 0 && `近 30 天美元收款满 ${volumeDollars}`,
  ].filter(Boolean);
  return wanted.length > 0 ? `对象：${wanted.join("，")}` : "对象：所有商户";
}
function chancesText({ chances: { once, daily, friend, partner } }: CampaignDeskRow): string {
  const given = [
    once > 0 && `参加得 ${once} 次`,
    daily > 0 && `每天 ${daily} 次`,
    friend > 0 && `每位好友 ${friend} 次`,
    partner > 0 && `伙伴来的多 ${partner} 次`,
  ].filter(Boolean);
  return given.length > 0 ? `机会：${given.join("，")}` : "没有抽奖机会";
}

/** The real page with this campaign on it, whatever its state. */
function PreviewButton({ id }: { id: string }) {
  const preview = useMutation({
    // A window that is opened only after the answer would be blocked.
    mutationFn: async (window: Window | null) => {
      const { path } = await calls.previewCampaign({ id });
      if (window) window.location.href = path;
    },
    onError: (error, window) => {
      window?.close();
      toast.failed(error.message);
    },
  });
  return (
    <Button loading={preview.isPending} onClick={() => preview.mutate(window.open("about:blank", "_blank"))}>
      预览页面
    </Button>
  );
}

const VARIANTS = { a: "甲版", b: "乙版" } as const;
const percent = (share: number): string => `${(share * 100).toFixed(1)}%`;

/** Of those who looked while signed in, how many drew; and whether that says anything. */
function Split({ counts }: Pick<CampaignDeskRow, "counts">) {
  const of = (wanted: "a" | "b") => counts.find(({ variant }) => variant === wanted) ?? { visits: 0, draws: 0 };
  const [a, b] = [of("a"), of("b")];
  if (b.visits === 0) return null;
  const result = splitResult(a, b);
  return (
    <>
      {(["a", "b"] as const).map((variant) => (
        <div key={variant}>
          <dt>{VARIANTS[variant]}到访 / 抽奖商户，每天各计一次</dt>
          <dd>
            {of(variant).visits} / {of(variant).draws}，转化 {percent(result[variant])}
          </dd>
        </div>
      ))}
      <div>
        <dt>对比结果</dt>
        <dd>{result.better ? `${VARIANTS[result.better]}更好，差异显著` : "还看不出差别"}</dd>
      </div>
    </>
  );
}

function Numbers({ campaign: { budget, spent, draws, winners, counts, applications } }: { campaign: CampaignDeskRow }) {
  return (
    <dl className="campaign-desk-numbers">
      <div>
        <dt>花费 / 预算</dt>
        <dd>
          <Money amount={formatMoney(spent)} currency={spent.currency} /> /{" "}
          <Money amount={formatMoney(budget)} currency={budget.currency} />
        </dd>
      </div>
      <div>
        <dt>抽奖</dt>
        <dd>
          {draws} 次，发出 {winners} 份
        </dd>
      </div>
      <div>
        <dt>申请</dt>
        <dd>{applications}</dd>
      </div>
      <div>
        <dt>访问</dt>
        <dd>{counts.find(({ variant }) => variant === "all")?.visits ?? 0} 次</dd>
      </div>
      <Split counts={counts} />
    </dl>
  );
}

const planText = (plan: { name: string; worth: string } | undefined): string =>
  plan ? `${plan.name}，${plan.worth}` : "";

/** Whoever lets it start reads what a coupon among the prizes is worth. */
function Prizes({ campaign: { prizes } }: { campaign: CampaignDeskRow }) {
  const plans = useQuery(plansQuery);
  if (prizes.length === 0) return null;
  const behind = (planId: string | null) => plans.data?.find(({ id }) => id === planId);
  return (
    <div className="campaign-desk-scroll" role="region" aria-label="奖品" tabIndex={0}>
      <table className="campaign-desk-table">
        <thead>
          <tr>
            <th scope="col">奖品</th>
            <th scope="col">类型</th>
            <th scope="col">优惠券方案</th>
            <th scope="col">概率</th>
            <th scope="col">已发 / 数量</th>
            <th scope="col">单份成本</th>
          </tr>
        </thead>
        <tbody>
          {prizes.map(({ position, name, kind, couponPlanId, weight, given, stock, costMoney, isGrand }) => (
            <tr key={position}>
              <th scope="row">{name}</th>
              <td>{PRIZE_KINDS[kind].label}</td>
              <td>{planText(behind(couponPlanId))}</td>
              <td>{isGrand ? "集齐兑换" : oddsText(weight)}</td>
              <td>
                {given} / {stock ?? "不限"}
              </td>
              <td>
                <Money amount={formatMoney(costMoney)} currency={costMoney.currency} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
