import type { PlatformRow } from "./define-platform.ts";

export const KOREAN_MARKETPLACES: readonly PlatformRow[] = [];
