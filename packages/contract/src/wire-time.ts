import { parseShanghaiTime, toShanghaiTime } from "@coralhub/domain";
import { z } from "zod";

/** Years of four digits add up and sort as texts; what a merchant means lies well within these. */
export const isReckonedWith = (day: string): boolean => day >= "1900-01-01" && day < "2200-01-01";

const TIME_WRITTEN_AS = "时间格式应为 2026-11-15 09:30:00";
/** A moment as an answer tells it, whichever is kept: `yyyy-MM-dd HH:mm:ss` in Beijing time on the wire, a Date inside. */
export const wireTime = z.codec(z.string().max(19), z.date(), {
  decode: (text, ctx) => {
    const time = parseShanghaiTime(text);
    if (time) return time;
    ctx.issues.push({ code: "custom", message: TIME_WRITTEN_AS, input: text });
    return z.NEVER;
  },
  encode: toShanghaiTime,
});
/** A moment somebody asks with. */
export const givenTime = wireTime.refine((time) => isReckonedWith(toShanghaiTime(time)), TIME_WRITTEN_AS);

/** A day in Beijing somebody asks with, `2026-11-15`, with words of its own where it is none. */
export const dayOr = (message: string) => z.iso.date(message).refine(isReckonedWith, message);
export const DAY_WRITTEN_AS = "日期格式应为 2026-11-15";
export const wireDay = dayOr(DAY_WRITTEN_AS);
/** A day as an answer tells it, whichever is kept: nobody is refused a list because of one row. */
export const toldDay = z.iso.date();
/** A month in Beijing, `2026-11`: no books are older than this century. */
export const wireMonth = z.string().regex(/^2[01]\d{2}-(0[1-9]|1[0-2])$/, "请选择月份，如 2026-11");
