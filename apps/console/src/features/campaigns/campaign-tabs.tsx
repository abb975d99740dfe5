import { deskAddress } from "@coralhub/domain";
import { goTo } from "@coralhub/ui/browser";
import { Segmented } from "antd";
import "./campaigns.css";

const TABS = [
  { value: "campaignDesk", label: "活动" },
  { value: "campaignPushes", label: "推送" },
  { value: "campaignPrizes", label: "奖品寄送" },
  { value: "campaignApplications", label: "活动申请" },
] as const;
type Tab = (typeof TABS)[number]["value"];

/** The pages of the campaign desk stand side by side. */
export function CampaignTabs({ tab }: { tab: Tab }) {
  return (
    <Segmented
      className="campaign-desk-tabs"
      aria-label="活动"
      value={tab}
      options={[...TABS]}
      onChange={(next) => goTo(deskAddress(next))}
    />
  );
}
