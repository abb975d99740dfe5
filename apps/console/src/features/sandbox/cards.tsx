import { icons, type IconProps } from "@coralhub/ui";
import type { ComponentType, ReactNode } from "react";
import { ClockCard } from "./clock-card.tsx";
import { ReviewerCard } from "./reviewer-card.tsx";

type SandboxCard = {
  key: string;
  title: string;
  about: string;
  Icon: ComponentType<IconProps>;
  Card: () => ReactNode;
};

/** What can be made to happen in the sandbox. A rail that can be played with adds its row. */
export const SANDBOX_CARDS: readonly SandboxCard[] = [
  { key: "clock", title: "拨快时钟", about: "只能向前，全沙箱共用", Icon: icons.Clock, Card: ClockCard },
  { key: "reviewer", title: "模拟审核员", about: "替审核员决定认证申请", Icon: icons.Shield, Card: ReviewerCard },
];
