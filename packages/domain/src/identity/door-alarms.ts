/** What operators are told of the door. */
export const DOOR_ALARMS = {
  sms: "短信额度用完",
  spraying: "有人在多个账户上试密码",
  audit: "审计日志与存证不符",
  closed: "已注销的商户有款项",
} as const;
export type DoorAlarmKind = keyof typeof DOOR_ALARMS;

/** Budgets of SMS that are nobody's country. */
const WHOLE_BUDGETS: Readonly<Record<string, string>> = {
  everyone: "全部短信，每小时总额度",
  notices: "通知短信，每小时额度",
  reserve: "安全提醒的备用额度，每小时",
};

/** What the subject of an alarm means: a budget of SMS, or the door itself. */
export function alarmSubjectText(kind: DoorAlarmKind, subject: string): string {
  if (kind === "audit" || kind === "closed") return subject;
  if (kind === "spraying") return "陌生人登录都要先做验证";
  const whole = WHOLE_BUDGETS[subject];
  if (whole !== undefined) return whole;
  return subject === "country:CN"
    ? "发往中国大陆，每小时额度"
    : `发往 ${subject.replace("country:", "")} 地区，每小时额度`;
}
