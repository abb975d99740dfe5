const BROWSERS = [
  ["Edg", "Edge"],
  ["OPR", "Opera"],
  ["Firefox", "Firefox"],
  ["Chrome", "Chrome"],
  ["Safari", "Safari"],
] as const;
const SYSTEMS = [
  ["iPhone", "iPhone"],
  ["iPad", "iPad"],
  ["Android", "Android"],
  ["Windows", "Windows"],
  ["Mac OS X", "macOS"],
  ["Linux", "Linux"],
] as const;

/** 「macOS，Edge」: enough to recognise one's own device. */
export function describeAgent(userAgent: string): string {
  const find = (table: readonly (readonly [string, string])[]) => table.find(([mark]) => userAgent.includes(mark))?.[1];
  return [find(SYSTEMS), find(BROWSERS)].filter(Boolean).join("，") || "未知设备";
}
