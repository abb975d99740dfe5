/** Order matters: Edge and Opera also call themselves Chrome, Chrome also calls itself Safari. */
const BROWSERS: readonly [RegExp, string][] = [
  [/MicroMessenger\/(\d+)/, "微信"],
  [/Edg(?:A|iOS)?\/(\d+)/, "Edge"],
  [/OPR\/(\d+)/, "Opera"],
  [/Firefox\/(\d+)/, "Firefox"],
  [/(?:Chrome|CriOS)\/(\d+)/, "Chrome"],
  [/Version\/(\d+)[\d.]* (?:Mobile\/\w+ )?Safari/, "Safari"],
];
const SYSTEMS: readonly [RegExp, string][] = [
  [/iPhone/, "iPhone"],
  [/iPad/, "iPad"],
  [/HarmonyOS|OpenHarmony/, "HarmonyOS"],
  [/Android/, "Android"],
  [/Windows NT/, "Windows"],
  [/Mac OS X/, "macOS"],
  [/Linux/, "Linux"],
];

/** `macOS，Edge 142`: what a person recognises their own device by. */
export function deviceLabel(userAgent: string): string {
  const system = SYSTEMS.find(([pattern]) => pattern.test(userAgent))?.[1];
  const browser = BROWSERS.map(([pattern, name]) => [name, pattern.exec(userAgent)?.[1]]).find(
    ([, version]) => version,
  );
  const parts = [system, browser?.join(" ")].filter((part) => part !== undefined);
  return parts.length > 0 ? parts.join("，") : "未知设备";
}

/** `113.88.•.•`: enough to recognise one's own line, not enough to find someone. */
export function maskAddress(address: string): string {
  const v4 = /^(?:::ffff:)?(\d+)\.(\d+)\.\d+\.\d+$/.exec(address);
  if (v4) return `${v4[1]}.${v4[2]}.•.•`;
  return `${address.split(":").slice(0, 2).join(":")}:•`;
}
