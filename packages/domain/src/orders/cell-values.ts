import { startOfShanghaiDay } from "../calendar/shanghai-time.ts";
import { CURRENCIES, toCurrency, type Currency } from "../money/currencies.ts";

/** How a column writes numbers and days: looked for over the whole column, because one cell alone can be read in two ways. */
export type ColumnHabits = { decimal: "." | ","; days: "monthFirst" | "dayFirst" | "unclear" };

const bare = (text: string): string => text.replaceAll(/[\s\u00a0\t'"]/g, "");

export function habitsOf(amounts: Iterable<string>, dates: Iterable<string>): ColumnHabits {
  let comma = false;
  let point = false;
  for (const amount of amounts) {
    const text = bare(amount);
    if (/\.\d{1,2}\D*$/.test(text)) point = true;
    else if (/,\d{1,2}\D*$/.test(text)) comma = true;
  }
  let days: ColumnHabits["days"] = "unclear";
  for (const date of dates) {
    const match = /^(\d{1,2})[/.-](\d{1,2})[/.-]\d{2,4}/.exec(date.trim());
    if (!match) continue;
    // A point between day and month is only written where the day comes first.
    if (Number(match[1]) > 12 || date.includes(".")) days = "dayFirst";
    else if (Number(match[2]) > 12 || /[ap]m\b/i.test(date)) days = "monthFirst";
  }
  return { decimal: comma && !point ? "," : ".", days };
}

/** What stands between thousands: three digits at the end, two or three before (`12,34,567` is written in India). */
const GROUPED = { ".": /^\d{1,3}(?:,\d{2,3})*,\d{3}$/, ",": /^\d{1,3}(?:\.\d{2,3})*\.\d{3}$/ } as const;
/**
 * `1,206.60`, `1.234,56`, `$1.00`, `-$1.08`, `(55.00)`, `--`: undefined where nothing is said, null where it is no amount. A sign
 * that would stand between thousands and does not (`99,90` where the point is decimal) is not guessed at.
 */
export function readCellAmount(text: string, decimal: "." | ",", currency: Currency): bigint | undefined | null {
  const plain = bare(text);
  if (plain === "" || /^-+$/.test(plain)) return undefined;
  // `30+5.9`, `12-34`: a sum or a span is no amount.
  if (/\d[^\d.,]+\d/.test(plain)) return null;
  const negative = plain.includes("-") || /^\(.*\)$/.test(plain);
  const digits = plain.replaceAll(/[()\-+]/g, "").replaceAll(/^[^\d.,]+|[^\d.,]+$/g, "");
  const places = CURRENCIES[currency].digits;
  // Of money without decimals a point before three digits stands between thousands: `112.000` rupiah.
  const plainly = places === 0 && decimal === "." && GROUPED[","].test(digits) ? digits.replaceAll(".", "") : digits;
  const [before = "", rest = "", ...more] = plainly.split(decimal);
  const whole = GROUPED[decimal].test(before) ? before.replaceAll(/[.,]/g, "") : before;
  if (more.length > 0 || !/^\d{0,15}$/.test(whole) || !/^\d*$/.test(rest) || whole + rest === "") return null;
  // Zeros beyond the currency's own places say nothing.
  if (/[1-9]/.test(rest.slice(places))) return null;
  const minor = BigInt((whole || "0") + rest.slice(0, places).padEnd(places, "0"));
  return negative ? -minor : minor;
}

/** `USD`, `us$`, `美元`; undefined where it is none of ours. */
export function readCellCurrency(text: string): Currency | undefined {
  const plain = bare(text).toUpperCase();
  const words: Record<string, string> = {
    US$: "USD",
    $: "USD",
    "€": "EUR",
    "£": "GBP",
    HK$: "HKD",
    RM: "MYR",
    RP: "IDR",
    "฿": "THB",
    "₱": "PHP",
    "₫": "VND",
    "₩": "KRW",
    RMB: "CNY",
  };
  return toCurrency(words[plain] ?? plain);
}

const MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
const DAY_MS = 86_400_000;
/** The day a spreadsheet counts from. */
const SHEET_EPOCH = Date.UTC(1899, 11, 30);
const OFFSETS: Record<string, string> = {
  UTC: "Z",
  GMT: "Z",
  Z: "Z",
  PST: "-08:00",
  PDT: "-07:00",
  EST: "-05:00",
  EDT: "-04:00",
  CST: "-06:00",
  CDT: "-05:00",
  JST: "+09:00",
  CET: "+01:00",
  CEST: "+02:00",
  BST: "+01:00",
};

/** Undefined where nothing is said, null where it cannot be read, "ambiguous" where day and month cannot be told apart. */
export function readCellDate(text: string, days: ColumnHabits["days"]): Date | undefined | null | "ambiguous" {
  const plain = text.replaceAll(/[\t"']/g, "").trim();
  if (plain === "" || /^-+$/.test(plain)) return undefined;
  if (/^\d{5}(\.\d+)?$/.test(plain)) return fromSheetNumber(Number(plain));
  const iso = /^(\d{4})[-/.年](\d{1,2})[-/.月](\d{1,2})日?(.*)$/.exec(plain);
  if (iso) return build(Number(iso[1]), Number(iso[2]), Number(iso[3]), iso[4]!);
  // `Jan 5, 2026` of eBay's transactions, and `Jan-05-26` of its orders.
  const named =
    /^([A-Za-z]{3})[a-z]*\.? (\d{1,2}),? (\d{4})(.*)$/.exec(plain) ??
    /^([A-Za-z]{3})-(\d{1,2})-(\d{4}|\d{2})(?!\d)(.*)$/.exec(plain);
  if (named) return build(yearOf(named[3]!), monthOf(named[1]!), Number(named[2]), named[4]!);
  const spelled = /^(\d{1,2})[- ]([A-Za-z]{3})[a-z]*[- ](\d{4})(.*)$/.exec(plain);
  if (spelled) return build(Number(spelled[3]), monthOf(spelled[2]!), Number(spelled[1]), spelled[4]!);
  const short = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{2,4})(.*)$/.exec(plain);
  if (!short) return null;
  const [first, second] = [Number(short[1]), Number(short[2])];
  const year = yearOf(short[3]!);
  if (days === "unclear" && first !== second && first <= 12 && second <= 12) return "ambiguous";
  const dayFirst = days === "dayFirst" || (days === "unclear" && first > 12);
  return dayFirst ? build(year, second, first, short[4]!) : build(year, first, second, short[4]!);
}

const yearOf = (text: string): number => (text.length === 2 ? 2000 : 0) + Number(text);
const monthOf = (name: string): number => MONTHS.indexOf(name.toLowerCase()) + 1;

function build(year: number, month: number, day: number, rest: string): Date | null {
  const two = (value: number) => String(value).padStart(2, "0");
  const time = /(\d{1,2}):(\d{2})(?::(\d{2}))?(?:\.\d+)?\s*([ap]m)?\s*(.*)$/i.exec(rest);
  const half = time?.[4]?.toLowerCase();
  const said = Number(time?.[1] ?? 0);
  const hour = half === undefined ? said : (said % 12) + (half === "pm" ? 12 : 0);
  const zone = (time?.[5] ?? "").trim().toUpperCase();
  const offset =
    OFFSETS[zone] ?? /^[+-]\d{2}:?\d{2}$/.exec(zone)?.[0].replace(/(\d{2}):?(\d{2})$/, "$1:$2") ?? "+08:00";
  const calendar = `${year}-${two(month)}-${two(day)}`;
  const date = new Date(`${calendar}T${two(hour)}:${time?.[2] ?? "00"}:${time?.[3] ?? "00"}${offset}`);
  // 2026-02-30 is read as a day of March by some; it is no day.
  const isDay = new Date(`${calendar}T00:00:00Z`).toJSON()?.startsWith(calendar) ?? false;
  // The last hours of 9999 in the west are in a year of five digits, which no table takes.
  const utcYear = date.getUTCFullYear();
  return isDay && utcYear >= 1 && utcYear <= 9_999 ? date : null;
}

function fromSheetNumber(number: number): Date {
  const utc = new Date(SHEET_EPOCH + Math.round(number * 86_400) * 1_000);
  // A sheet's number has no zone: it is the time people read, which is Beijing's.
  const start = startOfShanghaiDay(utc.toISOString().slice(0, 10));
  return new Date(start.getTime() + (utc.getTime() % DAY_MS));
}
