// Written by `npm run sdk:contract` from the tables the server mounts.

/** 平台类别和平台 */
export type ListStorePlatformsInput = Record<string, never>;
export type ListStorePlatformsOutput = Array<{
  category: "marketplace" | "appStore" | "adNetwork" | "payment" | "social" | "cod" | "offline";
  label: string;
  platforms: Array<{ platformCode: string; name: string; routeKey: string }>;
}>;
