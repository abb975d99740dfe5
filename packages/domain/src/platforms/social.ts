import type { PlatformRow } from "./define-platform.ts";

export const SOCIAL_PLATFORMS: readonly PlatformRow[] = [];
