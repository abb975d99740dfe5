import type { ReactNode } from "react";

/** A drawing for each page: flat shapes in the page's own colours. */
const svg = (parts: ReactNode) => (
  <svg viewBox="0 0 120 120" width="168" height="168" fill="none" stroke="currentColor" strokeWidth="3">
    {parts}
  </svg>
);

export const GIFT_MARK = svg(
  <>
    <rect x="22" y="52" width="76" height="50" rx="4" />
    <rect x="16" y="36" width="88" height="18" rx="3" />
    <path d="M60 36v66M60 36c-8-22-32-18-26-4 3 6 16 5 26 4Zm0 0c8-22 32-18 26-4-3 6-16 5-26 4Z" />
  </>,
);
export const CHEST_MARK = svg(
  <>
    <path d="M18 56c0-22 12-32 42-32s42 10 42 32Z" />
    <rect x="18" y="56" width="84" height="42" rx="3" />
    <rect x="52" y="50" width="16" height="18" rx="2" />
    <path d="M34 26v72M86 26v72" />
  </>,
);
export const FRIENDS_MARK = svg(
  <>
    <circle cx="42" cy="42" r="16" />
    <circle cx="82" cy="48" r="12" />
    <path d="M14 98c0-20 12-30 28-30s28 10 28 30M74 98c0-14-2-22-6-28 18-6 36 4 38 28" />
  </>,
);
export const WHEEL_MARK = svg(
  <>
    <circle cx="60" cy="60" r="46" />
    <circle cx="60" cy="60" r="8" />
    <path d="M60 14v92M14 60h92M27 27l66 66M93 27 27 93" />
  </>,
);
export const FU_MARK = svg(
  <>
    <path d="M60 8 112 60 60 112 8 60Z" />
    <text x="60" y="76" textAnchor="middle" fontSize="44" fill="currentColor" stroke="none">
      福
    </text>
  </>,
);
export const WORK_MARK = svg(
  <>
    <path d="M28 96 70 54M62 30c10-10 24-10 32-4L78 42l2 8 8 2 16-16c6 8 6 22-4 32-8 8-20 8-28 4L36 108c-6 4-14-4-8-12Z" />
    <path d="m20 28 26 26M14 34l12-12 12 4 4 12-12 12-12-4Z" />
  </>,
);
