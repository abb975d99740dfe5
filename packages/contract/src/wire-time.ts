import { parseShanghaiTime, toShanghaiTime } from "@coralhub/domain";
import { z } from "zod";

/** A moment: `yyyy-MM-dd HH:mm:ss` in Beijing time on the wire, a Date inside. */
export const wireTime = z.codec(z.string().max(19), z.date(), {
  decode: (text, ctx) => {
    const time = parseShanghaiTime(text);
    if (time) return time;
    ctx.issues.push({ code: "custom", message: "时间格式应为 2026-11-15 09:30:00", input: text });
    return z.NEVER;
  },
  encode: toShanghaiTime,
});

/** A day in Beijing, `2026-11-15`. */
export const wireDay = z.iso.date("日期格式应为 2026-11-15");
