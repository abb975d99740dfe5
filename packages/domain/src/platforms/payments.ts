import type { PlatformRow } from "./define-platform.ts";

export const PAYMENT_PLATFORMS: readonly PlatformRow[] = [];
