import type { CampaignView } from "@coralhub/contract";
import { Button, toast } from "@coralhub/ui/light";
import type { CampaignPage } from "@coralhub/domain";
import { useState } from "react";
import { SharePage } from "../../platform/share-page.tsx";
import { lazily } from "./lazily.tsx";

/** Drawings come only with a page that has one: the others stay as light as the sign-in. */
const Picture = lazily(() => import("./picture.tsx").then((file) => file.Picture));

/** How a draw is checked comes with whoever asks. */
const CheckDraw = lazily(() => import("./check-draw.tsx").then((file) => file.CheckDraw));

type BlockProps = { block: CampaignView["blocks"][number]; campaign: CampaignView };
/** One block of the page, as the campaign's makers ordered them. */
function Block({ block: { kind, title, lines, picture, image }, campaign: { prizes, rules } }: BlockProps) {
  if (kind === "picture")
    return picture || image ? (
      <figure className="campaign-picture">
        <Picture name={picture} image={image} />
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

/** The page's blocks, and how to check a draw: the same for everybody. */
export function Explained({ campaign }: { campaign: CampaignView }) {
  const { prizes, blocks, page } = campaign;
  const [asked, setAsked] = useState(false);
  return (
    <div className="campaign-explained">
      {blocks.map((block, at) => (
        <Block key={`${at} ${block.kind}`} block={block} campaign={campaign} />
      ))}
      {prizes.length > 0 && (
        <details onToggle={() => setAsked(true)}>
          <summary>怎样核对抽奖</summary>
          {asked && <CheckDraw campaign={campaign} />}
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
    <SharePage page={page} hint="发链接，或把海报发到群里，扫码就能打开。">
      <Button onClick={() => void copy()}>复制活动链接</Button>
    </SharePage>
  );
}
