import type { CampaignView, DrawnPrize } from "@coralhub/contract";
import { BRAND, type CampaignPage, type PortalPath } from "@coralhub/domain";
import { Brand, Button, Notice, toast } from "@coralhub/ui/light";
import { useEffect, useState, type ReactNode } from "react";
import { lightApi } from "../../platform/light-api.ts";
import { signInFromHere, type CampaignHere } from "./use-campaign.ts";
import "./campaigns.css";

type FrameProps = { page: CampaignPage; title: string; slogan: string; mark: ReactNode; children: ReactNode };

/** A marketing page: drawn whole at build time, only what is inside `children` lives. */
export function CampaignFrame({ page, title, slogan, mark, children }: FrameProps) {
  return (
    <div className={`campaign campaign-${page}`}>
      <header className="campaign-head">
        <a href={"/home" satisfies PortalPath} aria-label={`${BRAND.name}，去首页`}>
          <Brand />
        </a>
      </header>
      <main>
        <section className="campaign-hero">
          <div>
            <h1>{title}</h1>
            <p>{slogan}</p>
          </div>
          <div className="campaign-mark" aria-hidden="true">
            {mark}
          </div>
        </section>
        <div className="campaign-body">{children}</div>
      </main>
      <footer className="campaign-foot">
        <span>
          © {BRAND.since} {BRAND.name}
        </span>
        <span>{BRAND.icp}</span>
      </footer>
    </div>
  );
}

/** What is asked before anybody can take part; the activity itself where everything is in order. */
export function Gate({ here, children }: { here: CampaignHere; children: (campaign: CampaignView) => ReactNode }) {
  const { loaded, failed, signedIn, reload } = here;
  if (failed)
    return (
      <Notice tone="danger" title="没能打开活动" action={<Button onClick={() => void reload()}>重试</Button>}>
        请检查网络后重试
      </Notice>
    );
  if (!loaded)
    return (
      <p className="campaign-loading" role="status">
        正在打开活动
      </p>
    );
  const { campaign, standing } = loaded;
  if (!campaign)
    return (
      <Notice tone="info" title="活动还没有开始">
        开始时会发站内消息，欢迎再来
      </Notice>
    );
  return (
    <>
      <p className="campaign-when">
        {campaign.isOpen
          ? `活动进行中，${campaign.endsAt} 结束`
          : `活动时间 ${campaign.startsAt} 至 ${campaign.endsAt}`}
      </p>
      <h2 className="campaign-headline">{standing?.headline || campaign.headline}</h2>
      <p className="campaign-intro">{campaign.intro}</p>
      {!signedIn ? (
        <div className="campaign-act">
          <Button variant="primary" onClick={signInFromHere}>
            登录后参加
          </Button>
          <a href={"/register" satisfies PortalPath}>还没有账户，去注册</a>
        </div>
      ) : standing && !standing.qualified ? (
        <Notice tone="warning" title={standing.reason}>
          <a href={"/nav/navEnd" satisfies PortalPath}>查看实名认证</a>
        </Notice>
      ) : (
        children(campaign)
      )}
      <Explained campaign={campaign} />
    </>
  );
}

/** Odds, rules, and how to check a draw: the same for everybody. */
function Explained({ campaign }: { campaign: CampaignView }) {
  const { prizes, rules, blocks, seedHash, seed, draws, page } = campaign;
  return (
    <div className="campaign-explained">
      {blocks.map(({ title, lines }) => (
        <section key={title}>
          <h2>{title}</h2>
          <ul>
            {lines.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        </section>
      ))}
      {prizes.length > 0 && (
        <section>
          <h2>奖品和概率</h2>
          <dl className="campaign-odds">
            {prizes.map(({ position, name, odds, isGrand }) => (
              <div key={position}>
                <dt>{name}</dt>
                <dd>{isGrand ? "集齐兑换" : odds}</dd>
              </div>
            ))}
          </dl>
        </section>
      )}
      <section>
        <h2>活动规则</h2>
        <ol>
          {rules.map((rule) => (
            <li key={rule}>{rule}</li>
          ))}
        </ol>
      </section>
      {prizes.length > 0 && (
        <details>
          <summary>怎样核对抽奖</summary>
          <p>
            每次抽奖由开始前就定下的种子和抽奖序号算出，种子的哈希现在就公布，活动结束后公布种子，谁都可以核对。已抽{" "}
            {draws} 次。
          </p>
          <p className="campaign-hash">哈希 {seedHash}</p>
          <p className="campaign-hash">{seed ? `种子 ${seed}` : "种子在活动结束后公布"}</p>
        </details>
      )}
      <Share page={page} />
    </div>
  );
}

function Share({ page }: { page: CampaignPage }) {
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(location.origin + location.pathname);
      toast.done("链接已复制");
    } catch {
      toast.failed("没能复制，请从地址栏复制");
    }
  };
  return (
    <p className="campaign-share">
      <Button onClick={() => void copy()}>复制活动链接</Button>
      <a href={`/api/activity/poster/${page}`} target="_blank" rel="noreferrer">
        打开海报和二维码
      </a>
    </p>
  );
}

/** What came out, said in words; the drawing beside it has its own way of showing. */
export function Result({ result, onClose }: { result: DrawnPrize | undefined; onClose: () => void }) {
  if (!result) return null;
  return (
    <div className="campaign-result" role="status" data-won={result.won || undefined}>
      <strong>{result.won ? `恭喜，抽中「${result.prize}」` : result.prize}</strong>
      <span>
        {result.next}
        {result.number !== null && `。第 ${result.number} 次抽奖`}
      </span>
      <Button onClick={onClose}>知道了</Button>
    </div>
  );
}

/** What was won so far, over all campaigns. */
export function MyPrizes({ here }: { here: CampaignHere }) {
  const [prizes, setPrizes] = useState<DrawnPrize[]>();
  const { result } = here;
  useEffect(() => {
    lightApi.userPrizes({}).then(setPrizes, () => setPrizes([]));
  }, [result]);
  if (!prizes || prizes.length === 0) return null;
  return (
    <section className="campaign-prizes">
      <h2>我的奖品</h2>
      <ul>
        {prizes.slice(0, 8).map(({ id, prize, campaign, next, at }) => (
          <li key={id}>
            <strong>{prize}</strong>
            <span>
              {campaign}，{at.slice(5, 16)}，{next}
            </span>
          </li>
        ))}
      </ul>
      <a href={"/nav/coupon" satisfies PortalPath}>查看优惠券</a>
    </section>
  );
}

export const chancesText = (chances: number): string => (chances > 0 ? `还有 ${chances} 次机会` : "今天的机会用完了");
