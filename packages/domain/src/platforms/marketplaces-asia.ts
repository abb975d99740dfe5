import type { PlatformRow } from "./define-platform.ts";

export const ASIAN_MARKETPLACES: readonly PlatformRow[] = [];
