import type { CampaignView, DrawnPrize } from "@coralhub/contract";
import { Button, toast } from "@coralhub/ui/light";
import { useState } from "react";
import { lightApi } from "../../platform/light-api.ts";
import { session } from "../../platform/session.ts";

/** What the script reads beside a draw's number and prize. */
const checkFile = ({ id, seed, seedHash, prizes }: CampaignView): string => {
  const odds = prizes.filter(({ isGrand }) => !isGrand).map(({ name, weight }) => ({ name, weight }));
  return `data:application/json,${encodeURIComponent(JSON.stringify({ campaignId: id, seed, seedHash, prizes: odds }))}`;
};

/** Seed and hash, the script, one's own draws with their numbers, and what ended before. */
export function CheckDraw({ campaign }: { campaign: CampaignView }) {
  const { id, seedHash, seed, draws } = campaign;
  return (
    <>
      <p>
        每次抽奖由开始前就定下的种子和抽奖序号算出，种子的哈希现在就公布，活动结束后公布种子，谁都可以核对。已抽 {draws}{" "}
        次。
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
        在自己的电脑上运行 <code>node verify-draw.mjs 活动.json 抽奖序号 抽到的奖品</code>。
      </p>
      {session.token() !== null && <MyDraws key={id} id={id} />}
      <Past campaign={campaign} />
    </>
  );
}

/** Everything one has drawn in a campaign, also what won nothing: the script asks for its number. */
function MyDraws({ id }: { id: string }) {
  const [mine, setMine] = useState<DrawnPrize[]>();
  const look = () =>
    lightApi.userPrizes({ campaignId: id }).then(setMine, () => toast.failed("没能取到您的抽奖记录，请稍后重试"));
  if (!mine) return <Button onClick={() => void look()}>查看我的抽奖序号</Button>;
  if (mine.length === 0) return <p>您在这次活动里还没有抽过奖</p>;
  return (
    <ul>
      {mine.map(({ id: draw, number, prize, drawnPrize }) => (
        <li key={draw}>
          {number === null ? "集齐兑换" : `第 ${number} 次`}：{drawnPrize}
          {drawnPrize !== prize && `，已发完，改发「${prize}」`}
        </li>
      ))}
    </ul>
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
