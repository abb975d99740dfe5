import type { PortalKey } from "../addresses/portal.ts";
import { defineLifecycle } from "../lifecycle.ts";

/** The pages a campaign can stand on, each with a design and an activity of its own. */
export const CAMPAIGN_PAGES = {
  ganen: { label: "感恩回馈", path: "/ganen", activity: "gift", about: "每户领一份感恩礼" },
  treasure: { label: "寻宝", path: "/actTreasure", activity: "boxes", about: "打开宝箱，每天一个" },
  sunrise: { label: "朝阳计划", path: "/sunrise", activity: "application", about: "新卖家扶持申请" },
  friends: { label: "邀请好友", path: "/findFriends", activity: "friends", about: "好友完成认证，得抽奖机会" },
  draw: { label: "幸运转盘", path: "/actDraw", activity: "wheel", about: "双十一大转盘" },
  fu: { label: "集五福", path: "/actfu", activity: "cards", about: "每天一张，集齐五张兑奖" },
  fiveone: { label: "五一劳动节", path: "/fiveone", activity: "checkIn", about: "每天签到抽奖，可申请伙伴权益" },
} as const satisfies Record<string, { label: string; path: `/${string}`; activity: string; about: string }>;
export type CampaignPage = keyof typeof CAMPAIGN_PAGES;
export const CAMPAIGN_PAGE_NAMES = Object.keys(CAMPAIGN_PAGES) as [CampaignPage, ...CampaignPage[]];
/** Services whose landing pages are passed on like the activities' pages, and what their posters say of them. */
export const SERVICE_POSTERS = {
  taxRefundService: "报关单、发票、收款三单核对，相符再申报",
  easyLoan: "小额周转，按实际用款天数计息",
} as const satisfies Partial<Record<PortalKey, string>>;
export type PosterPage = CampaignPage | keyof typeof SERVICE_POSTERS;
export const isCampaignPage = (page: PosterPage): page is CampaignPage => page in CAMPAIGN_PAGES;
export const POSTER_PAGE_NAMES = [...CAMPAIGN_PAGE_NAMES, ...Object.keys(SERVICE_POSTERS)] as [
  PosterPage,
  ...PosterPage[],
];

export const campaignLifecycle = defineLifecycle({
  name: "活动",
  initial: "draft",
  states: {
    draft: { label: "草稿", tone: "neutral" },
    scheduled: { label: "待开始", tone: "info" },
    running: { label: "进行中", tone: "success" },
    paused: { label: "已暂停", tone: "warning" },
    ended: { label: "已结束", tone: "neutral" },
  },
  groups: { open: ["draft", "paused"], moving: ["scheduled", "running"], ended: ["ended"] },
  actions: {
    schedule: { label: "复核通过，排期", from: ["draft"], to: "scheduled", by: "finance" },
    withdraw: { label: "退回草稿", from: ["scheduled"], to: "draft", by: "finance" },
    start: { label: "开始", from: ["scheduled"], to: "running", by: "system" },
    pause: { label: "暂停", from: ["running"], to: "paused", by: "finance" },
    exhaust: { label: "预算用完，暂停", from: ["running"], to: "paused", by: "system" },
    resume: { label: "继续", from: ["paused"], to: "running", by: "finance" },
    end: { label: "结束", from: ["scheduled", "running", "paused"], to: "ended", by: ["finance", "system"] },
  },
  stored: {
    table: "campaign",
    key: ["id"],
    changedAt: "changed_at",
    reachedAt: { ended: "ended_at" },
    columns: ["decided_by", "decided_at"],
  },
});
export type CampaignState = keyof typeof campaignLifecycle.states;

/** What a draw can bring. */
export const PRIZE_KINDS = {
  money: { label: "现金", about: "当场记入钱包" },
  coupon: { label: "优惠券", about: "当场发到账户" },
  goods: { label: "实物", about: "由运营寄送" },
  card: { label: "福卡", about: "集齐全部可兑大奖" },
  nothing: { label: "谢谢参与", about: "没有奖品" },
} as const satisfies Record<string, { label: string; about: string }>;
export type PrizeKind = keyof typeof PRIZE_KINDS;
export const PRIZE_KIND_NAMES = Object.keys(PRIZE_KINDS) as [PrizeKind, ...PrizeKind[]];

/** Chances a merchant gets, and for what. */
export type ChanceRules = {
  /** Once, for taking part. */
  once: number;
  /** Each day of the campaign (Beijing). */
  daily: number;
  /** For each friend who has passed certification during the campaign. */
  friend: number;
  /** Once, for those who came through the partner. */
  partner: number;
};
/** Whom it is for; what is not said does not matter. */
export type CampaignAudience = {
  certified: boolean;
  sources: string[];
  flag: string | null;
  platform: string | null;
  /** Money that came in during the last thirty days, in dollars. */
  volumeDollars: number;
};
/** What a page is built of, from top to bottom, below its headline and activity. */
export const CAMPAIGN_BLOCKS = {
  text: { label: "文字" },
  steps: { label: "步骤" },
  questions: { label: "问答" },
  picture: { label: "图片" },
  prizes: { label: "奖品和概率" },
  rules: { label: "活动规则" },
} as const satisfies Record<string, { label: string }>;
export const CAMPAIGN_BLOCK_LIMITS = { blocks: 8, title: 30, alt: 60 } as const;
export type CampaignBlockKind = keyof typeof CAMPAIGN_BLOCKS;
export const CAMPAIGN_BLOCK_NAMES = Object.keys(CAMPAIGN_BLOCKS) as [CampaignBlockKind, ...CampaignBlockKind[]];
/** The house's own drawings; they also stand in for an uploaded picture that does not come. */
export const CAMPAIGN_PICTURES = {
  gift: "礼物",
  chest: "宝箱",
  friends: "朋友",
  fu: "福字",
  wheel: "转盘",
  work: "劳动",
} as const satisfies Record<string, string>;
export type CampaignPicture = keyof typeof CAMPAIGN_PICTURES;
export const CAMPAIGN_PICTURE_NAMES = Object.keys(CAMPAIGN_PICTURES) as [CampaignPicture, ...CampaignPicture[]];
/** Lines of a question are 「问｜答」. */
export type CampaignBlock = {
  kind: CampaignBlockKind;
  title: string;
  lines: string[];
  picture: CampaignPicture | null;
  /** A picture that was uploaded, by its id, and what is on it in words. */
  image: string | null;
  alt: string;
};
type StoredBlock = Partial<CampaignBlock> & Pick<CampaignBlock, "title" | "lines">;
/** What was written before blocks had kinds is text. */
export const knownBlocks = (blocks: readonly StoredBlock[]): CampaignBlock[] =>
  blocks.map((block) => ({ kind: "text", picture: null, image: null, alt: "", ...block }));

/** Odds and rules are always shown: where no block says, at the end. */
export function layoutOf(blocks: readonly StoredBlock[]): CampaignBlock[] {
  const known = knownBlocks(blocks);
  const missing = (["prizes", "rules"] as const).filter((kind) => !known.some((block) => block.kind === kind));
  return [...known, ...knownBlocks(missing.map((kind) => ({ kind, title: "", lines: [] })))];
}

type Half = { visits: number; draws: number };
const shareOf = ({ visits, draws }: Half): number => (visits > 0 ? Math.min(1, draws / visits) : 0);
/** How two versions compare: the share of lookers who drew, and whether chance alone would explain the difference. */
export function splitResult(a: Half, b: Half): { a: number; b: number; better: "a" | "b" | null } {
  const [one, other] = [shareOf(a), shareOf(b)];
  const all = a.visits + b.visits;
  const both = all > 0 ? Math.min(1, (a.draws + b.draws) / all) : 0;
  const spread = Math.sqrt(both * (1 - both) * (1 / Math.max(1, a.visits) + 1 / Math.max(1, b.visits)));
  // Beyond 1.96 standard deviations chance explains it once in twenty times; too few looked: nothing is said.
  const isClear = a.visits >= 30 && b.visits >= 30 && spread > 0 && Math.abs(one - other) / spread > 1.96;
  return { a: one, b: other, better: isClear ? (one > other ? "a" : "b") : null };
}
export type CampaignContent = {
  headline: string;
  /** What the other half of an A/B split reads; empty: the same. */
  headlineB: string;
  intro: string;
  rules: string[];
  blocks: CampaignBlock[];
};

/** Odds are parts of a million and must add up to it. */
export const WHOLE_ODDS = 1_000_000;
export const oddsText = (weight: number): string => `${Number(((weight / WHOLE_ODDS) * 100).toFixed(4))}%`;

const RANDOM_BYTES = 6;
/** How many hex digits of a draw's random value decide; all of them are recorded. */
export const RANDOM_DIGITS = RANDOM_BYTES * 2;
const RANDOM_RANGE = 2n ** BigInt(RANDOM_BYTES * 8);

/** What is hashed with the seed for a draw: anybody can write it down. */
export const drawText = (campaignId: string, number: number): string => `${campaignId}:${number}`;

/** Where on the line of all odds a random value points: the first prize whose share reaches it. */
export function prizeAt<P extends { weight: number }>(prizes: readonly P[], random: string): P {
  const point = Number((BigInt(`0x${random.slice(0, RANDOM_DIGITS)}`) * BigInt(WHOLE_ODDS)) / RANDOM_RANGE);
  let reached = 0;
  for (const prize of prizes) {
    reached += prize.weight;
    if (point < reached) return prize;
  }
  return prizes.at(-1)!;
}

/** The prizes a campaign must have so that a draw always ends: odds that add up, and something to fall back on. */
export function prizeProblem(
  prizes: readonly { kind: PrizeKind; weight: number; stock: number | null }[],
): string | undefined {
  if (prizes.length === 0) return "请至少设置一个奖品";
  const whole = prizes.reduce((sum, { weight }) => sum + weight, 0);
  if (whole !== WHOLE_ODDS) return `各奖品概率之和应为 100%，现在是 ${oddsText(whole)}`;
  const last = prizes.at(-1)!;
  if (last.stock !== null) return "最后一个奖品是抽完时的保底，不能限量";
  // Whatever else there is can be at an end, and then nobody could draw any more.
  if (last.kind !== "nothing" && last.kind !== "card") return "保底奖品只能是谢谢参与或福卡";
  return undefined;
}

/** Cards and the prize for all of them belong together, on the page that shows them; an application draws nothing. */
export function collectionProblem(
  page: CampaignPage,
  prizes: readonly { kind: PrizeKind; isGrand: boolean }[],
): string | undefined {
  const { activity } = CAMPAIGN_PAGES[page];
  if (activity === "application") return prizes.length > 0 ? "申请类活动不抽奖，请删除奖品" : undefined;
  const grand = prizes.filter(({ isGrand }) => isGrand);
  const hasCards = prizes.some(({ kind, isGrand }) => kind === "card" && !isGrand);
  if (activity !== "cards") return grand.length > 0 || hasCards ? "福卡和集齐大奖只用在集五福" : undefined;
  if (!hasCards) return "请设置要集的福卡";
  if (grand.length !== 1) return "请设置一个集齐大奖";
  if (grand[0]!.kind === "card" || grand[0]!.kind === "nothing") return "集齐大奖应是现金、优惠券或实物";
  return undefined;
}

export const campaignApplicationLifecycle = defineLifecycle({
  name: "活动申请",
  initial: "waiting",
  states: {
    waiting: { label: "待联系", tone: "warning" },
    accepted: { label: "已通过", tone: "success" },
    declined: { label: "未通过", tone: "danger" },
  },
  groups: { open: ["waiting"], moving: [], ended: ["accepted", "declined"] },
  actions: {
    accept: {
      label: "通过",
      from: ["waiting"],
      to: "accepted",
      by: "operator",
      tells: "campaign.application_accepted",
    },
    decline: {
      label: "不通过",
      from: ["waiting"],
      to: "declined",
      by: "operator",
      tells: "campaign.application_declined",
    },
  },
  stored: { table: "campaign_application", changedAt: "changed_at", columns: ["reason", "decided_by"] },
});
export type CampaignApplicationState = keyof typeof campaignApplicationLifecycle.states;

/** How far a won prize is. Money and coupons are there at once; what has to be sent waits for somebody. */
export const prizeLifecycle = defineLifecycle({
  name: "奖品",
  initial: "toSend",
  states: {
    toSend: { label: "待寄送", tone: "warning" },
    given: { label: "已到账", tone: "success" },
    sent: { label: "已寄出", tone: "success" },
  },
  groups: { open: ["toSend"], moving: [], ended: ["given", "sent"] },
  actions: {
    give: { label: "当场到账", from: ["toSend"], to: "given", by: "system" },
    send: { label: "寄出", from: ["toSend"], to: "sent", by: "operator", tells: "campaign.prize_sent" },
  },
  stored: { table: "campaign_draw", changedAt: "changed_at", columns: ["note", "decided_by"] },
});
export type PrizeState = keyof typeof prizeLifecycle.states;
