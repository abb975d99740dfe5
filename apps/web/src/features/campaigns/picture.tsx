import type { CampaignView } from "@coralhub/contract";
import { useState } from "react";
import { CHEST_MARK, FRIENDS_MARK, FU_MARK, GIFT_MARK, WHEEL_MARK, WORK_MARK } from "./marks.tsx";

const PICTURES = {
  gift: GIFT_MARK,
  chest: CHEST_MARK,
  friends: FRIENDS_MARK,
  fu: FU_MARK,
  wheel: WHEEL_MARK,
  work: WORK_MARK,
} as const;

type Block = CampaignView["blocks"][number];
/** The campaign's own picture, in the room it will take; a drawing of the house where it does not come. */
export function Picture({ name, image }: { name: Block["picture"]; image: Block["image"] }) {
  const [broken, setBroken] = useState(false);
  if (!image || broken) return <span aria-hidden="true">{PICTURES[name ?? "gift"]}</span>;
  const { id, width, height, alt } = image;
  return (
    <img
      src={`/api/activity/picture/${id}`}
      width={width}
      height={height}
      alt={alt}
      loading="lazy"
      decoding="async"
      onError={() => setBroken(true)}
    />
  );
}
