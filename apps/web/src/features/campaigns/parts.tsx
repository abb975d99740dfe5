import type { CampaignView } from "@coralhub/contract";
import type { PortalPath } from "@coralhub/domain";
import { Button, Notice } from "@coralhub/ui/light";
import type { ReactNode } from "react";
import { Explained } from "./explained.tsx";
import { lazily } from "./lazily.tsx";
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

/** What only somebody signed in sees: visitors carry none of it. */
const mine = () => import("./mine.tsx");
const ResultOf = lazily(() => mine().then((file) => file.Result));
const PrizesOf = lazily(() => mine().then((file) => file.MyPrizes));
export const PrizeList = lazily(() => mine().then((file) => file.PrizeList));
export const Result = (props: { here: CampaignHere }) => props.here.signedIn && <ResultOf {...props} />;
export const MyPrizes = (props: { here: CampaignHere }) => props.here.signedIn && <PrizesOf {...props} />;

export function chancesText({ loaded }: CampaignHere): string {
  const { chances = 0, moreTomorrow } = loaded?.standing ?? {};
  if (chances > 0) return `还有 ${chances} 次机会`;
  return moreTomorrow ? "今天的机会用完了，明天再来" : "机会用完了";
}
