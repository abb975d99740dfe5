import type { CampaignView, DrawnPrize } from "@coralhub/contract";
import type { PortalPath } from "@coralhub/domain";
import { Button, Notice } from "@coralhub/ui/light";
import { useEffect, useState, type ReactNode } from "react";
import { lightApi } from "../../platform/light-api.ts";
import { Explained } from "./explained.tsx";
import { signInFromHere, type CampaignHere } from "./use-campaign.ts";
import "./campaigns.css";

type GateProps = {
  here: CampaignHere;
  /** The activity. `barred` stands where its button would be for whoever cannot take part, and says why. */
  children: (campaign: CampaignView, barred: ReactNode) => ReactNode;
};

/** The stage of a page: everybody sees the activity, those who may take part in it have its button. */
export function Gate({ here, children }: GateProps) {
  const { loaded, failed, signedIn, isPreview, reload } = here;
  if (failed)
    return (
      <div className="campaign-stage">
        <Notice tone="danger" title="没能打开活动" action={<Button onClick={() => void reload()}>重试</Button>}>
          请检查网络后重试
        </Notice>
      </div>
    );
  if (!loaded)
    return (
      <div className="campaign-stage campaign-loading" role="status" aria-busy="true">
        正在打开活动
      </div>
    );
  const { campaign, standing } = loaded;
  if (!campaign)
    return (
      <div className="campaign-stage">
        <Notice tone="info" title="活动还没有开始">
          欢迎到时再来
        </Notice>
      </div>
    );
  const isOver = campaign.state === "ended" || !(campaign.isOpen || signedIn || isPreview);
  const barred = isOver ? (
    <Notice tone="info" title={closedText(campaign)} />
  ) : !signedIn ? (
    <div className="campaign-act">
      <Button variant="primary" onClick={signInFromHere}>
        登录后参加
      </Button>
      <a href={"/register" satisfies PortalPath}>还没有账户，去注册</a>
    </div>
  ) : standing && !standing.qualified ? (
    <Notice tone="warning" title={standing.reason}>
      {standing.lead && <a href={standing.lead.path}>{standing.lead.label}</a>}
    </Notice>
  ) : null;
  return (
    <>
      <section className="campaign-stage">
        <div className="campaign-words">
          <p className="campaign-when">
            {campaign.isOpen
              ? `活动进行中，${campaign.endsAt} 结束`
              : `活动时间 ${campaign.startsAt} 至 ${campaign.endsAt}`}
          </p>
          <h2>{standing?.headline || campaign.headline}</h2>
          <p className="campaign-intro">{campaign.intro}</p>
        </div>
        {children(campaign, barred)}
      </section>
      <Explained campaign={campaign} />
    </>
  );
}

function closedText({ state, startsAt }: CampaignView): string {
  // One that runs and is not open is past its end: its state follows within a minute.
  if (state === "ended" || state === "running") return "活动已结束，谢谢参与";
  return state === "paused" ? "活动暂停中，恢复后可以继续参加" : `活动还没有开始，${startsAt} 开始`;
}

/** What came out, said in words; the drawing beside it has its own way of showing. */
export function Result({ here: { result, forget } }: { here: CampaignHere }) {
  if (!result) return null;
  return (
    <div className="campaign-result" role="status" data-won={result.won || undefined}>
      <strong>{result.won ? `恭喜，抽中「${result.prize}」` : result.prize}</strong>
      <span>
        {result.next}
        {result.drawnPrize !== result.prize && `。抽到的「${result.drawnPrize}」已发完`}
        {result.number !== null && `。第 ${result.number} 次抽奖`}
      </span>
      <Button onClick={forget}>知道了</Button>
    </div>
  );
}

/** What was won so far, over all campaigns. */
export function MyPrizes({ here: { signedIn, result } }: { here: CampaignHere }) {
  const [prizes, setPrizes] = useState<DrawnPrize[]>([]);
  useEffect(() => {
    if (signedIn) lightApi.userPrizes({}).then(setPrizes, () => setPrizes([]));
  }, [signedIn, result]);
  return <PrizeList title="我的奖品" prizes={prizes} />;
}

/** The list stays short until somebody asks for the rest. */
const FIRST = 8;
export function PrizeList({ title, prizes }: { title: string; prizes: readonly DrawnPrize[] }) {
  const [all, setAll] = useState(false);
  if (prizes.length === 0) return null;
  return (
    <section className="campaign-prizes">
      <h3>{title}</h3>
      <ul>
        {(all ? prizes : prizes.slice(0, FIRST)).map(({ id, prize, campaign, next, number, at }) => (
          <li key={id}>
            <strong>{prize}</strong>
            <span>
              {campaign}，{at.slice(5, 16)}，{number !== null && `第 ${number} 次，`}
              {next}
            </span>
          </li>
        ))}
      </ul>
      {!all && prizes.length > FIRST && <Button onClick={() => setAll(true)}>查看全部 {prizes.length} 项</Button>}
      <a href={"/nav/coupon" satisfies PortalPath}>查看优惠券</a>
    </section>
  );
}

export function chancesText({ loaded }: CampaignHere): string {
  const { chances = 0, moreTomorrow } = loaded?.standing ?? {};
  if (chances > 0) return `还有 ${chances} 次机会`;
  return moreTomorrow ? "今天的机会用完了，明天再来" : "机会用完了";
}
