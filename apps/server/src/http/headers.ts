/**
 * Security headers as constants, set once per answer: the policy is readable in one place and costs the hot path nothing.
 * Nobody may frame us, sniff types, or read our answers from another origin; there are no CORS headers at all.
 */
const ALWAYS = {
  "x-content-type-options": "nosniff",
  "x-frame-options": "DENY",
  "cross-origin-resource-policy": "same-origin",
} as const;

/** Means something to a document only; every header of a call's answer is paid for by every call. */
const PAGES = {
  "referrer-policy": "no-referrer",
  "cross-origin-opener-policy": "same-origin",
  // The face check on the phone takes a picture with the page's own camera view.
  "permissions-policy": "camera=(self), microphone=(), geolocation=(), payment=(), usb=()",
} as const;

const TRANSPORT = { "strict-transport-security": "max-age=31536000; includeSubDomains" } as const;

export type HeaderSets = {
  call: Record<string, string>;
  /** `hosts`: whom else the page may load from (a captcha service); nobody, as a rule. */
  page(scriptHashes: readonly string[], hosts?: readonly string[]): Record<string, string>;
  /** A page within a frame of the portal: an origin of its own, one script, no connections, nothing to submit to. */
  framed(scriptHash: string): Record<string, string>;
};

/** `transport`: the site is reached by https only, so browsers are told to remember that. */
export function createHeaderSets(transport: boolean): HeaderSets {
  const base = { ...ALWAYS, ...(transport && TRANSPORT) };
  return {
    call: {
      ...base,
      "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
      "cache-control": "no-store",
    },
    framed: (scriptHash) => ({
      ...base,
      ...PAGES,
      "x-frame-options": "SAMEORIGIN",
      "content-security-policy": [
        "sandbox allow-scripts",
        "default-src 'none'",
        `script-src '${scriptHash}'`,
        "style-src 'unsafe-inline'",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'self'",
      ].join("; "),
    }),
    page: (scriptHashes, hosts = []) => ({
      ...base,
      ...PAGES,
      "content-security-policy": [
        "default-src 'none'",
        ["script-src 'self'", ...scriptHashes.map((hash) => `'${hash}'`), ...hosts].join(" "),
        // The component library writes its styles at run time.
        ["style-src 'self' 'unsafe-inline'", ...hosts].join(" "),
        ["img-src 'self' data: blob:", ...hosts].join(" "),
        ["font-src 'self' data:", ...hosts].join(" "),
        ["connect-src 'self'", ...hosts].join(" "),
        "manifest-src 'self'",
        "worker-src 'self'",
        // A PDF is shown by the browser's own reader, from bytes the page already holds; card numbers on a page of their own,
        // the only one of ours that lets itself be framed.
        ["frame-src blob: 'self'", ...hosts].join(" "),
        "base-uri 'none'",
        "form-action 'self'",
        "frame-ancestors 'none'",
        ...(transport ? ["upgrade-insecure-requests"] : []),
      ].join("; "),
    }),
  };
}
