import type { CampaignDeskRow } from "@coralhub/contract";
import {
  actionsFor,
  CAMPAIGN_PAGES,
  campaignLifecycle,
  formatMoney,
  oddsText,
  PRIZE_KINDS,
  toShanghaiTime,
} from "@coralhub/domain";
import { EmptyState, Money, Notice, PageHeader, Panel, StateTag } from "@coralhub/ui";
import { useQuery } from "@tanstack/react-query";
import { Button } from "antd";
import { useState } from "react";
import { QueryView } from "../../platform/page.tsx";
import { problemText } from "../../platform/refusal-fields.ts";
import { useSelf } from "../../platform/self.ts";
import { CampaignTabs } from "./campaign-tabs.tsx";
import { calls, campaignsQuery, useStep } from "./campaign-calls.ts";
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
  const { id, name, page, state, startsAt, endsAt, content, madeByName, madeAt, madeBy } = campaign;
  const self = useSelf();
  const own = madeBy === self?.id;
  const move = useStep(
    (action: Action) => calls.moveCampaign({ id, action }),
    (action) => DONE[action],
  );
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
        <details>
          <summary>预览页面文字</summary>
          <h3>{content.headline}</h3>
          {content.headlineB && <p>乙版标题：{content.headlineB}</p>}
          <p>{content.intro}</p>
          <ol>
            {content.rules.map((rule) => (
              <li key={rule}>{rule}</li>
            ))}
          </ol>
        </details>
        <span className="campaign-desk-note">
          {madeByName} {toShanghaiTime(madeAt)} 保存
          {state === "draft" && own && "。您保存的由另一位财务复核排期"}
        </span>
        {move.error && <Notice tone="danger" title={problemText(move.error)} />}
        <span className="campaign-desk-actions">
          {state === "draft" && <Button onClick={onEdit}>修改</Button>}
          {offered
            .filter((action) => !own || (action !== "schedule" && action !== "resume"))
            .map((action) => (
              <Button
                key={action}
                type={action === "schedule" ? "primary" : "default"}
                disabled={move.isPending}
                onClick={() => move.mutate(action)}
              >
                {campaignLifecycle.actions[action].label}
              </Button>
            ))}
        </span>
      </div>
    </Panel>
  );
}

const VARIANTS = { a: "甲版", b: "乙版" } as const;

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
      {counts.map(({ variant, visits, draws: drawn }) => (
        <div key={variant}>
          <dt>{VARIANTS[variant]}访问 / 抽奖</dt>
          <dd>
            {visits} / {drawn}
          </dd>
        </div>
      ))}
    </dl>
  );
}

function Prizes({ campaign: { prizes } }: { campaign: CampaignDeskRow }) {
  if (prizes.length === 0) return null;
  return (
    <div className="campaign-desk-scroll" role="region" aria-label="奖品" tabIndex={0}>
      <table className="campaign-desk-table">
        <thead>
          <tr>
            <th scope="col">奖品</th>
            <th scope="col">类型</th>
            <th scope="col">概率</th>
            <th scope="col">已发 / 数量</th>
            <th scope="col">单份成本</th>
          </tr>
        </thead>
        <tbody>
          {prizes.map(({ position, name, kind, weight, given, stock, costMoney, isGrand }) => (
            <tr key={position}>
              <th scope="row">{name}</th>
              <td>{PRIZE_KINDS[kind].label}</td>
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
