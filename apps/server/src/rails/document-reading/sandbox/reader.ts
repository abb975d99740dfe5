import { RAIL_MODES, type RailMode } from "@coralhub/domain";
import { setTimeout as sleep } from "node:timers/promises";
import type { DocumentReading, DocumentText } from "../index.ts";

/** Sample documents carry their text in their own metadata: `CORALHUB:` and base64 JSON, in a comment, a caption or EXIF. */
const MARK = /CORALHUB:([A-Za-z0-9+/=]{4,8000})/;
export const markOf = (text: Record<string, string>): string =>
  `CORALHUB:${Buffer.from(JSON.stringify(text)).toString("base64")}`;
const UNREADABLE: DocumentText = { result: "unreadable", reason: "没有读出文字，请手动填写" };

export function createSandboxReader({ railMode }: { railMode(): Promise<RailMode> }): DocumentReading {
  return {
    async read(_document, bytes) {
      const mode = await railMode();
      if (mode === "down") return { result: "unreadable", reason: "识别服务暂时不可用，请手动填写" };
      await sleep(RAIL_MODES[mode].delaySeconds * 1000);
      return textIn(bytes) ?? UNREADABLE;
    },
  };
}

function textIn(bytes: Uint8Array): DocumentText | undefined {
  const match = MARK.exec(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("latin1"));
  if (!match) return undefined;
  try {
    const parsed = JSON.parse(Buffer.from(match[1]!, "base64").toString("utf8")) as unknown;
    if (typeof parsed !== "object" || parsed === null) return undefined;
    const fields = Object.entries(parsed).flatMap(([name, value]) =>
      typeof value === "string" && /^\w{1,40}$/.test(name) ? [[name, value.slice(0, 200)]] : [],
    );
    return fields.length > 0
      ? { result: "read", fields: Object.fromEntries(fields) as Record<string, string> }
      : undefined;
  } catch {
    return undefined;
  }
}
