import type { PlatformRow } from "./define-platform.ts";

export const WESTERN_MARKETPLACES: readonly PlatformRow[] = [];
