import { BarFrame, type BarMenu } from "../../platform/bar-frame.tsx";
import type { ReactNode } from "react";
import { CampaignFrame } from "./frame.tsx";
import {
  CHAIN_SCENE,
  LAMPS_SCENE,
  LANTERN_SCENE,
  LETTER_SCENE,
  PLAN_SCENE,
  SEA_SCENE,
  SUNRISE_SCENE,
} from "./scenes.tsx";

type Page = (island: ReactNode) => ReactNode;

/** The frames of the marketing pages, drawn at build time around the part that lives. */
export const ganenPage: Page = (island) => (
  <CampaignFrame page="ganen" title="感恩有您" slogan="谢谢您这一年的托付，收下一份心意" scene={LETTER_SCENE}>
    {island}
  </CampaignFrame>
);
export const treasurePage: Page = (island) => (
  <CampaignFrame page="treasure" title="出海寻宝" slogan="每天一个宝箱，开箱就知道" scene={SEA_SCENE}>
    {island}
  </CampaignFrame>
);
export const friendsPage: Page = (island) => (
  <CampaignFrame page="friends" title="找朋友，一起出海" slogan="好友完成认证，您得一次抽奖机会" scene={CHAIN_SCENE}>
    {island}
  </CampaignFrame>
);
export const drawPage: Page = (island) => (
  <CampaignFrame page="draw" title="双十一幸运转盘" slogan="每天一次，概率公开，结果可核对" scene={LAMPS_SCENE}>
    {island}
  </CampaignFrame>
);
export const fuPage: Page = (island) => (
  <CampaignFrame page="fu" title="集五福，迎开门红" slogan="每天抽一张福卡，集齐五张兑大奖" scene={LANTERN_SCENE}>
    {island}
  </CampaignFrame>
);
export const fiveonePage: Page = (island) => (
  <CampaignFrame
    page="fiveone"
    title="五一，致敬每一位实干的人"
    slogan="每天签到抽一次，还有伙伴权益"
    scene={PLAN_SCENE}
  >
    {island}
  </CampaignFrame>
);
export const sunrisePage = (island: ReactNode, menu: BarMenu) => (
  <BarFrame
    title="朝阳计划"
    intro="给刚起步的跨境卖家：费率优惠、一对一开店辅导、合规培训"
    scene={SUNRISE_SCENE}
    menu={menu}
  >
    <div className="sunrise-page">{island}</div>
  </BarFrame>
);
