import type { PortalPath } from "../addresses/portal.ts";

/** The texts a merchant agrees to. A new version is a new date here and a new text beside it; consent names the version. */
export const LEGAL_TEXTS = {
  agreement: { title: "服务协议", version: "2026-11-01", effectiveFrom: "2026-11-01", path: "/agreement" },
  privacy: { title: "隐私政策", version: "2026-11-01", effectiveFrom: "2026-11-01", path: "/privacyPolicy" },
} as const satisfies Record<string, { title: string; version: string; effectiveFrom: string; path: PortalPath }>;
export type LegalText = keyof typeof LEGAL_TEXTS;
