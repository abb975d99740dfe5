import type { CampaignView } from "@coralhub/contract";
import { Button, toast } from "@coralhub/ui/light";
import type { CampaignPage } from "@coralhub/domain";
import { lazy, Suspense } from "react";
import { lightApi } from "../../platform/light-api.ts";

/** Drawings come only with a page that has one: the others stay as light as the sign-in. */
const Picture = lazy(() => import("./picture.tsx").then((file) => ({ default: file.Picture })));

type BlockProps = { block: CampaignView["blocks"][number]; campaign: CampaignView };
/** One block of the page, as the campaign's makers ordered them. */
function Block({ block: { kind, title, lines, picture }, campaign: { prizes, rules } }: BlockProps) {
  if (kind === "picture")
    return picture ? (
      <figure className="campaign-picture">
        <Suspense>
          <Picture name={picture} />
        </Suspense>
        {title && <figcaption>{title}</figcaption>}
      </figure>
    ) : null;
  if (kind === "prizes")
    return prizes.length > 0 ? (
      <section>
        <h2>{title || "奖品和概率"}</h2>
        <dl className="campaign-odds">
          {prizes.map(({ position, name, odds, isGrand }) => (
            <div key={position}>
              <dt>{name}</dt>
              <dd>{isGrand ? "集齐兑换" : odds}</dd>
            </div>
          ))}
        </dl>
      </section>
    ) : null;
  const texts = kind === "rules" ? rules : lines;
  const heading = title || (kind === "rules" ? "活动规则" : "");
  const List = kind === "text" ? "ul" : "ol";
  return (
    <section className={`campaign-${kind}`}>
      {heading && <h2>{heading}</h2>}
      {kind === "questions" ? (
        texts.map((line) => {
          const [question, answer = ""] = line.split(/[｜|]/);
          return (
            <details key={line}>
              <summary>{question}</summary>
              <p>{answer}</p>
            </details>
          );
        })
      ) : (
        <List>
          {texts.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </List>
      )}
    </section>
  );
}

/** What the script reads beside a draw's number and prize. */
const checkFile = ({ id, seed, seedHash, prizes }: CampaignView): string => {
  const odds = prizes.map(({ name, weight }) => ({ name, weight }));
  return `data:application/json,${encodeURIComponent(JSON.stringify({ campaignId: id, seed, seedHash, prizes: odds }))}`;
};

/** The page's blocks, and how to check a draw: the same for everybody. */
export function Explained({ campaign }: { campaign: CampaignView }) {
  const { prizes, blocks, seedHash, seed, draws, page } = campaign;
  return (
    <div className="campaign-explained">
      {blocks.map((block, at) => (
        <Block key={`${at} ${block.kind}`} block={block} campaign={campaign} />
      ))}
      {prizes.length > 0 && (
        <details>
          <summary>怎样核对抽奖</summary>
          <p>
            每次抽奖由开始前就定下的种子和抽奖序号算出，种子的哈希现在就公布，活动结束后公布种子，谁都可以核对。已抽{" "}
            {draws} 次。
          </p>
          <p className="campaign-hash">哈希 {seedHash}</p>
          <p className="campaign-hash">{seed ? `种子 ${seed}` : "种子在活动结束后公布"}</p>
          <p>
            下载
            <a href="/docs/verify-draw.mjs" download>
              核对脚本
            </a>
            {seed ? (
              <>
                和
                <a href={checkFile(campaign)} download="活动.json">
                  活动资料
                </a>
                ，
              </>
            ) : (
              "，结束后再从这里下载活动资料，"
            )}
            在自己的电脑上运行 <code>node verify-draw.mjs 活动.json 抽奖序号 抽中的奖品</code>。
          </p>
          <Past campaign={campaign} />
        </details>
      )}
      <Share page={page} />
    </div>
  );
}

/** What ended on this page before: its seed stays there for whoever drew in it. */
function Past({ campaign: { page, past } }: { campaign: CampaignView }) {
  const take = async (id: string) => {
    try {
      const campaign = await lightApi.campaign({ page, id });
      const link = Object.assign(document.createElement("a"), { href: checkFile(campaign!), download: "活动.json" });
      link.click();
    } catch {
      toast.failed("没能取到活动资料，请稍后重试");
    }
  };
  if (past.length === 0) return null;
  return (
    <>
      <p>以往活动的种子和资料</p>
      <ul>
        {past.map(({ id, name, endsAt }) => (
          <li key={id}>
            {name}，{endsAt} 结束 <Button onClick={() => void take(id)}>下载资料</Button>
          </li>
        ))}
      </ul>
    </>
  );
}

function Share({ page }: { page: CampaignPage }) {
  const poster = `/api/activity/poster/${page}`;
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(location.origin + location.pathname);
      toast.done("链接已复制");
    } catch {
      toast.failed("没能复制，请从地址栏复制");
    }
  };
  return (
    <section className="campaign-share">
      <img src={poster} alt="活动海报，扫二维码打开本页" width="150" height="240" loading="lazy" />
      <div>
        <h2>告诉同行</h2>
        <p>发链接，或把海报发到群里，扫码就能打开。</p>
        <p className="campaign-act">
          <Button onClick={() => void copy()}>复制活动链接</Button>
          <a href={poster} target="_blank" rel="noreferrer">
            打开海报和二维码
          </a>
        </p>
      </div>
    </section>
  );
}
