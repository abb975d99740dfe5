import type { CampaignApplicationRow, PrizeToSend } from "@coralhub/contract";
import { campaignApplicationLifecycle, prizeLifecycle, toShanghaiTime } from "@coralhub/domain";
import { EmptyState, Notice, PageHeader, Panel, StateTag } from "@coralhub/ui";
import { useQuery } from "@tanstack/react-query";
import { Button, Input } from "antd";
import { useState } from "react";
import { MerchantName } from "../../platform/merchant-name.tsx";
import { QueryView } from "../../platform/page.tsx";
import { problemText } from "../../platform/refusal-fields.ts";
import { CampaignTabs } from "./campaign-tabs.tsx";
import { applicationsQuery, calls, prizesQuery, useStep } from "./campaign-calls.ts";
import "./campaigns.css";

/** What has to be sent by hand; money and coupons are there at once. */
export function CampaignPrizesPage() {
  const prizes = useQuery(prizesQuery);
  return (
    <>
      <PageHeader title="奖品寄送" intro="实物奖品寄出后登记快递公司和单号，商户会收到消息" />
      <CampaignTabs tab="campaignPrizes" />
      <QueryView query={prizes} what="奖品">
        {(rows) => (
          <Panel flush={rows.length > 0}>
            {rows.length > 0 ? (
              <ul className="campaign-desk-rows">
                {rows.map((prize) => (
                  <PrizeRow key={prize.id} prize={prize} />
                ))}
              </ul>
            ) : (
              <EmptyState title="没有要寄的奖品">抽中实物的会出现在这里</EmptyState>
            )}
          </Panel>
        )}
      </QueryView>
    </>
  );
}

function PrizeRow({ prize: { merchantId, id, prize, campaign, state, note, drawnAt } }: { prize: PrizeToSend }) {
  const [words, setWords] = useState("");
  const send = useStep(
    () => calls.sendPrize({ merchantId, id, note: words }),
    () => "已登记寄出",
  );
  return (
    <li>
      <span>
        <MerchantName merchantId={merchantId} /> {prize}
        <span className="campaign-desk-note">
          {campaign}，{toShanghaiTime(drawnAt)} 抽中{note && `，${note}`}
        </span>
      </span>
      <StateTag lifecycle={prizeLifecycle} state={state} />
      {state === "toSend" && (
        <span className="campaign-desk-actions">
          <Input
            aria-label="快递公司和单号"
            placeholder="快递公司和单号"
            value={words}
            onChange={(event) => setWords(event.target.value)}
          />
          <Button loading={send.isPending} disabled={words.trim().length < 2} onClick={() => send.mutate(undefined)}>
            登记寄出
          </Button>
        </span>
      )}
      {send.error && <Notice tone="danger" title={problemText(send.error)} />}
    </li>
  );
}

/** Who asked to be called. */
export function CampaignApplicationsPage() {
  const applications = useQuery(applicationsQuery);
  return (
    <>
      <PageHeader title="活动申请" intro="朝阳计划和伙伴权益的申请，联系后记录结果" />
      <CampaignTabs tab="campaignApplications" />
      <QueryView query={applications} what="申请">
        {(rows) => (
          <Panel flush={rows.length > 0}>
            {rows.length > 0 ? (
              <ul className="campaign-desk-rows">
                {rows.map((application) => (
                  <ApplicationRow key={application.id} application={application} />
                ))}
              </ul>
            ) : (
              <EmptyState title="还没有申请">商户在活动页申请后会出现在这里</EmptyState>
            )}
          </Panel>
        )}
      </QueryView>
    </>
  );
}

function ApplicationRow({ application }: { application: CampaignApplicationRow }) {
  const { merchantId, id, campaign, state, company, contact, mobile, platform, monthlyDollars, note, reason } =
    application;
  const [words, setWords] = useState("");
  const decide = useStep(
    (decision: "accept" | "decline") => calls.decideCampaignApplication({ merchantId, id, decision, reason: words }),
    (decision) => (decision === "accept" ? "已通过" : "已记录"),
  );
  return (
    <li>
      <span>
        {company}，{contact} {mobile}
        <span className="campaign-desk-note">
          {campaign}
          {platform && `，${platform}，每月 ${monthlyDollars} 美元`}
          {note && `，${note}`}
          {reason && `，${reason}`}
        </span>
      </span>
      <StateTag lifecycle={campaignApplicationLifecycle} state={state} />
      {state === "waiting" && (
        <span className="campaign-desk-actions">
          <Input
            aria-label="不通过的原因"
            placeholder="不通过的原因"
            maxLength={100}
            value={words}
            onChange={(event) => setWords(event.target.value)}
          />
          <Button disabled={decide.isPending} onClick={() => decide.mutate("decline")}>
            不通过
          </Button>
          <Button type="primary" loading={decide.isPending} onClick={() => decide.mutate("accept")}>
            通过
          </Button>
        </span>
      )}
      {decide.error && <Notice tone="danger" title={problemText(decide.error)} />}
    </li>
  );
}
