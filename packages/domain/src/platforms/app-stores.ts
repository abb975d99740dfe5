import type { PlatformRow } from "./define-platform.ts";

export const APP_STORES: readonly PlatformRow[] = [];
