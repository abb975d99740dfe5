import type { PlatformRow } from "./define-platform.ts";

export const OFFLINE_PLATFORMS: readonly PlatformRow[] = [];
