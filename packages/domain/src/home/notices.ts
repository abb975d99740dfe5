/** Who reads a notice. */
export const NOTICE_AUDIENCES = { all: "全部商户", certified: "已认证商户", listed: "名单上的商户" } as const;
export type NoticeAudience = keyof typeof NOTICE_AUDIENCES;
export const NOTICE_AUDIENCE_NAMES = Object.keys(NOTICE_AUDIENCES) as [NoticeAudience, ...NoticeAudience[]];

export const NOTICE_STATES = {
  scheduled: { label: "定时发布", tone: "info" },
  published: { label: "已发布", tone: "success" },
  withdrawn: { label: "已撤回", tone: "neutral" },
} as const;
export type NoticeState = keyof typeof NOTICE_STATES;
export const NOTICE_STATE_NAMES = Object.keys(NOTICE_STATES) as [NoticeState, ...NoticeState[]];
