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

/** One refusal of a busy moment does not cost the visit its picture: asked again after these, then given up. */
const WAITS_MS = [1000, 2000, 0];

type Block = CampaignView["blocks"][number];
/** The campaign's own picture, in the room it will take; a drawing of the house where it does not come. */
export function Picture({ name, image }: { name: Block["picture"]; image: Block["image"] }) {
  const [failures, setFailures] = useState(0);
  const drawing = PICTURES[name ?? "gift"];
  if (!image) return <span aria-hidden="true">{drawing}</span>;
  const { id, width, height, alt } = image;
  if (failures === WAITS_MS.length) {
    return (
      <span role="img" aria-label={alt}>
        {drawing}
      </span>
    );
  }
  return (
    <img
      key={failures}
      src={`/api/activity/picture/${id}`}
      width={width}
      height={height}
      alt={alt}
      loading="lazy"
      decoding="async"
      onError={() => setTimeout(setFailures, WAITS_MS[failures], failures + 1)}
    />
  );
}
