/** Where an account came from. Used for tailoring only, never for permission. */
export const USER_SOURCES = {
  website: { wire: 1, label: "官网" },
  invitation: { wire: 2, label: "好友邀请" },
  partner: { wire: 3, label: "合作伙伴" },
  openApi: { wire: 4, label: "开放接口" },
  bigCustomer: { wire: 5, label: "大客户开户" },
} as const satisfies Record<string, { wire: number; label: string }>;
export type UserSource = keyof typeof USER_SOURCES;
