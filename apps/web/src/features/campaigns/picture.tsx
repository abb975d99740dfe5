import type { CampaignPicture } from "@coralhub/domain";
import { CHEST_MARK, FRIENDS_MARK, FU_MARK, GIFT_MARK, WHEEL_MARK, WORK_MARK } from "./marks.tsx";

const PICTURES = {
  gift: GIFT_MARK,
  chest: CHEST_MARK,
  friends: FRIENDS_MARK,
  fu: FU_MARK,
  wheel: WHEEL_MARK,
  work: WORK_MARK,
} as const;

export const Picture = ({ name }: { name: CampaignPicture }) => <span aria-hidden="true">{PICTURES[name]}</span>;
