import type { PlatformRow } from "./define-platform.ts";

export const AD_NETWORKS: readonly PlatformRow[] = [];
