import type { DrawnPrize } from "@coralhub/contract";
import type { PortalPath } from "@coralhub/domain";
import { Button } from "@coralhub/ui/light";
import { useEffect, useState } from "react";
import { lightApi } from "../../platform/light-api.ts";
import type { CampaignHere } from "./use-campaign.ts";

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
