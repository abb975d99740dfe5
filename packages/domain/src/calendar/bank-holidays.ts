import type { Currency } from "../money/currencies.ts";

/** Days whose payments move to the next working day. Published by the central banks; nothing is known beyond the horizon. */
export const CALENDAR_HORIZON = { from: "2026-01-01", to: "2027-12-31" } as const;

type BankCalendar = { label: string; currency: Currency; holidays: Record<string, string> };

/** 2027 for the mainland holds the statutory days; the shifted working days are announced at the end of 2026. */
export const BANK_CALENDARS = {
  CN: {
    label: "中国内地",
    currency: "CNY",
    holidays: {
      ...days("元旦", "2026-01-01", 3),
      ...days("春节", "2026-02-15", 9),
      ...days("清明节", "2026-04-04", 3),
      ...days("劳动节", "2026-05-01", 5),
      ...days("端午节", "2026-06-19", 3),
      ...days("中秋节", "2026-09-25", 3),
      ...days("国庆节", "2026-10-01", 7),
      ...days("元旦", "2027-01-01"),
      ...days("春节", "2027-02-05", 4),
      ...days("清明节", "2027-04-05"),
      ...days("劳动节", "2027-05-01", 2),
      ...days("端午节", "2027-06-09"),
      ...days("中秋节", "2027-09-15"),
      ...days("国庆节", "2027-10-01", 3),
    },
  },
  HK: {
    label: "香港",
    currency: "HKD",
    holidays: {
      ...days("元旦", "2026-01-01"),
      ...days("农历新年", "2026-02-17", 3),
      ...days("耶稣受难节", "2026-04-03", 2),
      ...days("清明节翌日", "2026-04-06"),
      ...days("复活节星期一翌日", "2026-04-07"),
      ...days("劳动节", "2026-05-01"),
      ...days("佛诞翌日", "2026-05-25"),
      ...days("端午节", "2026-06-19"),
      ...days("香港特区成立纪念日", "2026-07-01"),
      ...days("中秋节翌日", "2026-09-26"),
      ...days("国庆日", "2026-10-01"),
      ...days("重阳节翌日", "2026-10-19"),
      ...days("圣诞节", "2026-12-25", 2),
      ...days("元旦", "2027-01-01"),
      ...days("农历新年", "2027-02-06"),
      ...days("农历新年", "2027-02-08", 2),
      ...days("耶稣受难节", "2027-03-26", 2),
      ...days("复活节星期一", "2027-03-29"),
      ...days("清明节", "2027-04-05"),
      ...days("劳动节", "2027-05-01"),
      ...days("佛诞", "2027-05-13"),
      ...days("端午节", "2027-06-09"),
      ...days("香港特区成立纪念日", "2027-07-01"),
      ...days("中秋节翌日", "2027-09-16"),
      ...days("国庆日", "2027-10-01"),
      ...days("重阳节", "2027-10-08"),
      ...days("圣诞节", "2027-12-25"),
      ...days("圣诞节后第一个周日", "2027-12-27"),
    },
  },
  US: {
    label: "美国",
    currency: "USD",
    holidays: {
      ...days("元旦", "2026-01-01"),
      ...days("马丁·路德·金纪念日", "2026-01-19"),
      ...days("总统日", "2026-02-16"),
      ...days("阵亡将士纪念日", "2026-05-25"),
      ...days("六月节", "2026-06-19"),
      ...days("劳工节", "2026-09-07"),
      ...days("哥伦布日", "2026-10-12"),
      ...days("退伍军人节", "2026-11-11"),
      ...days("感恩节", "2026-11-26"),
      ...days("圣诞节", "2026-12-25"),
      ...days("元旦", "2027-01-01"),
      ...days("马丁·路德·金纪念日", "2027-01-18"),
      ...days("总统日", "2027-02-15"),
      ...days("阵亡将士纪念日", "2027-05-31"),
      ...days("独立日补休", "2027-07-05"),
      ...days("劳工节", "2027-09-06"),
      ...days("哥伦布日", "2027-10-11"),
      ...days("退伍军人节", "2027-11-11"),
      ...days("感恩节", "2027-11-25"),
    },
  },
  JP: {
    label: "日本",
    currency: "JPY",
    holidays: {
      ...days("年初休市", "2026-01-01", 3),
      ...days("成人节", "2026-01-12"),
      ...days("建国纪念日", "2026-02-11"),
      ...days("天皇诞生日", "2026-02-23"),
      ...days("春分", "2026-03-20"),
      ...days("昭和日", "2026-04-29"),
      ...days("黄金周", "2026-05-03", 4),
      ...days("海之日", "2026-07-20"),
      ...days("山之日", "2026-08-11"),
      ...days("敬老日", "2026-09-21"),
      ...days("国民休日", "2026-09-22"),
      ...days("秋分", "2026-09-23"),
      ...days("体育日", "2026-10-12"),
      ...days("文化日", "2026-11-03"),
      ...days("勤劳感谢日", "2026-11-23"),
      ...days("年末休市", "2026-12-31"),
      ...days("年初休市", "2027-01-01", 3),
      ...days("成人节", "2027-01-11"),
      ...days("建国纪念日", "2027-02-11"),
      ...days("天皇诞生日", "2027-02-23"),
      ...days("春分补休", "2027-03-22"),
      ...days("昭和日", "2027-04-29"),
      ...days("黄金周", "2027-05-03", 3),
      ...days("海之日", "2027-07-19"),
      ...days("山之日", "2027-08-11"),
      ...days("敬老日", "2027-09-20"),
      ...days("秋分", "2027-09-23"),
      ...days("体育日", "2027-10-11"),
      ...days("文化日", "2027-11-03"),
      ...days("勤劳感谢日", "2027-11-23"),
      ...days("年末休市", "2027-12-31"),
    },
  },
  GB: {
    label: "英国",
    currency: "GBP",
    holidays: {
      ...days("元旦", "2026-01-01"),
      ...days("耶稣受难日", "2026-04-03"),
      ...days("复活节星期一", "2026-04-06"),
      ...days("五月初银行假日", "2026-05-04"),
      ...days("春季银行假日", "2026-05-25"),
      ...days("夏季银行假日", "2026-08-31"),
      ...days("圣诞节", "2026-12-25"),
      ...days("节礼日补休", "2026-12-28"),
      ...days("元旦", "2027-01-01"),
      ...days("耶稣受难日", "2027-03-26"),
      ...days("复活节星期一", "2027-03-29"),
      ...days("五月初银行假日", "2027-05-03"),
      ...days("春季银行假日", "2027-05-31"),
      ...days("夏季银行假日", "2027-08-30"),
      ...days("圣诞节补休", "2027-12-27"),
      ...days("节礼日补休", "2027-12-28"),
    },
  },
  EU: {
    label: "欧元区",
    currency: "EUR",
    holidays: {
      ...days("元旦", "2026-01-01"),
      ...days("耶稣受难日", "2026-04-03"),
      ...days("复活节星期一", "2026-04-06"),
      ...days("劳动节", "2026-05-01"),
      ...days("圣诞节", "2026-12-25", 2),
      ...days("元旦", "2027-01-01"),
      ...days("耶稣受难日", "2027-03-26"),
      ...days("复活节星期一", "2027-03-29"),
      ...days("劳动节", "2027-05-01"),
      ...days("圣诞节", "2027-12-25", 2),
    },
  },
} as const satisfies Record<string, BankCalendar>;
export type BankCalendarCode = keyof typeof BANK_CALENDARS;

/** Weekends on which the mainland works, to make up for long holidays. */
export const MAINLAND_WORKING_WEEKENDS: readonly string[] = [
  "2026-01-04",
  "2026-02-14",
  "2026-02-28",
  "2026-05-09",
  "2026-09-20",
  "2026-10-10",
];

function days(name: string, first: string, count = 1): Record<string, string> {
  const start = Date.parse(`${first}T00:00:00Z`);
  return Object.fromEntries(
    Array.from({ length: count }, (_, i) => [new Date(start + i * 86_400_000).toISOString().slice(0, 10), name]),
  );
}

/** The name of the holiday, or undefined on an ordinary day. */
export const bankHoliday = (calendar: BankCalendarCode, day: string): string | undefined => {
  const { holidays }: BankCalendar = BANK_CALENDARS[calendar];
  return holidays[day];
};

/** 1 Monday … 7 Sunday */
export const weekdayOf = (day: string): number => new Date(`${day}T00:00:00Z`).getUTCDay() || 7;

/** Whether banks of that calendar work on that day. */
export function isBankingDay(calendar: BankCalendarCode, day: string): boolean {
  if (bankHoliday(calendar, day)) return false;
  return weekdayOf(day) <= 5 || (calendar === "CN" && MAINLAND_WORKING_WEEKENDS.includes(day));
}
