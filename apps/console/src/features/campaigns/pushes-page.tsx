import type { CallInput, CampaignPushRow, campaignPushEndpoints } from "@coralhub/contract";
import {
  deskAddress,
  MESSAGE_CHANNELS,
  PUSH_CAPS,
  PUSH_MISSES,
  PUSH_WORDS,
  pushLifecycle,
  toShanghaiTime,
  type MessageChannel,
  type PushMiss,
} from "@coralhub/domain";
import { EmptyState, Link, Notice, PageHeader, Panel, StateTag } from "@coralhub/ui";
import { useQuery } from "@tanstack/react-query";
import { Button, Checkbox, Input, Select } from "antd";
import { useState } from "react";
import { QueryView } from "../../platform/page.tsx";
import { problemText } from "../../platform/refusal-fields.ts";
import { calls, campaignsQuery, pushesQuery, useStep } from "./campaign-calls.ts";
import { CampaignTabs } from "./campaign-tabs.tsx";
import "./campaigns.css";

const CHANNELS = Object.keys(MESSAGE_CHANNELS) as MessageChannel[];
const MISSES = Object.keys(PUSH_MISSES) as PushMiss[];
const caps = CHANNELS.map(
  (channel) => `${MESSAGE_CHANNELS[channel]} ${PUSH_CAPS[channel].days} 天最多 ${PUSH_CAPS[channel].most} 次`,
).join("，");

/** Who is told of a campaign: one writes it, another lets it go out; consent and caps decide the rest. */
export function CampaignPushesPage() {
  const pushes = useQuery(pushesQuery);
  return (
    <>
      <PageHeader title="活动推送" intro={`发给活动对象中同意接收的商户，短信和邮件须商户自己订。每户：${caps}`} />
      <CampaignTabs tab="campaignPushes" />
      <div className="campaign-desk">
        <PushForm />
        <QueryView query={pushes} what="推送">
          {(rows) =>
            rows.length > 0 ? (
              <>
                {rows.map((push) => (
                  <PushPanel key={push.id} push={push} />
                ))}
              </>
            ) : (
              <Panel>
                <EmptyState title="还没有推送">复核通过的推送和它的结果会出现在这里</EmptyState>
              </Panel>
            )
          }
        </QueryView>
      </div>
    </>
  );
}

type Draft = CallInput<typeof campaignPushEndpoints.proposeCampaignPush.input>;
const BLANK: Omit<Draft, "campaignId"> = { channels: ["inApp"], title: "", body: "", reason: "" };

type WordsProps = { label: string; most: number; value: string; onChange: (value: string) => void };
const Words = ({ label, most, value, onChange }: WordsProps) => (
  <div className="campaign-desk-field">
    <span>{label}</span>
    <Input aria-label={label} maxLength={most} value={value} onChange={(event) => onChange(event.target.value)} />
  </div>
);

function PushForm() {
  const campaigns = useQuery(campaignsQuery);
  const [campaignId, setCampaignId] = useState<string>();
  const [request, setRequest] = useState(BLANK);
  const set = (some: Partial<typeof BLANK>) => setRequest({ ...request, ...some });
  const propose = useStep(
    async () => {
      const input = { ...request, campaignId: campaignId! };
      await calls.proposeCampaignPush(input);
      setRequest(BLANK);
    },
    () => "已提出，由另一位同事在「双人复核」里同意后发出",
  );
  const open = (campaigns.data ?? []).filter(({ state }) => ["scheduled", "running", "paused"].includes(state));
  return (
    <Panel title="新推送">
      <form
        className="campaign-desk-form"
        onSubmit={(event) => {
          event.preventDefault();
          propose.mutate(undefined);
        }}
      >
        <div className="campaign-desk-field">
          <span>活动</span>
          <Select<string>
            aria-label="活动"
            placeholder="已排期或进行中的活动"
            {...(campaignId && { value: campaignId })}
            options={open.map(({ id, name }) => ({ value: id, label: name }))}
            onChange={setCampaignId}
          />
        </div>
        <div className="campaign-desk-field">
          <span>方式</span>
          <Checkbox.Group<MessageChannel>
            options={CHANNELS.map((value) => ({ value, label: MESSAGE_CHANNELS[value] }))}
            value={request.channels}
            onChange={(channels) => set({ channels })}
          />
        </div>
        <Words label="标题" most={PUSH_WORDS.title} value={request.title} onChange={(title) => set({ title })} />
        <Words label="内容" most={PUSH_WORDS.body} value={request.body} onChange={(body) => set({ body })} />
        <Words
          label="为什么推送，复核人会看到"
          most={PUSH_WORDS.reason}
          value={request.reason}
          onChange={(reason) => set({ reason })}
        />
        {propose.error && <Notice tone="danger" title={problemText(propose.error)} />}
        <span className="campaign-desk-actions campaign-desk-whole">
          <Button
            type="primary"
            htmlType="submit"
            loading={propose.isPending}
            disabled={!campaignId || request.channels.length === 0}
          >
            提交复核
          </Button>
          <Link to={deskAddress("approvals")}>去复核</Link>
        </span>
      </form>
    </Panel>
  );
}

function PushPanel({ push }: { push: CampaignPushRow }) {
  const { id, title, body, campaign, state, channels, sendAt, audience, numbers, madeByName, decidedByName } = push;
  const stop = useStep(
    () => calls.stopCampaignPush({ id }),
    () => "已停止",
  );
  return (
    <Panel title={title} action={<StateTag lifecycle={pushLifecycle} state={state} />}>
      <div className="campaign-desk-part">
        <span>{body}</span>
        <span className="campaign-desk-note">
          {campaign}，{toShanghaiTime(sendAt)}，{madeByName} 提出，{decidedByName} 复核
        </span>
        <dl className="campaign-desk-numbers">
          <div>
            <dt>活动对象</dt>
            <dd>{audience} 户</dd>
          </div>
          {channels.map((channel) => (
            <div key={channel}>
              <dt>{MESSAGE_CHANNELS[channel]}送出</dt>
              <dd>
                {numbers[channel].sent}
                <span className="campaign-desk-note">
                  {MISSES.filter((miss) => numbers[channel][miss] > 0)
                    .map((miss) => ` ${PUSH_MISSES[miss]} ${numbers[channel][miss]}`)
                    .join("，")}
                </span>
              </dd>
            </div>
          ))}
        </dl>
        {stop.error && <Notice tone="danger" title={problemText(stop.error)} />}
        {(state === "waiting" || state === "sending") && (
          <span className="campaign-desk-actions">
            <Button loading={stop.isPending} onClick={() => stop.mutate(undefined)}>
              停止
            </Button>
          </span>
        )}
      </div>
    </Panel>
  );
}
