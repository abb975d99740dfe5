import type { PlatformRow } from "./define-platform.ts";

export const COD_PLATFORMS: readonly PlatformRow[] = [];
