const paper = (x: number, y: number) => (
  <g transform={`translate(${x} ${y})`}>
    <rect width="104" height="132" rx="8" fill="var(--panel)" stroke="var(--bar-control)" strokeWidth="2" />
    <path d="M18 30h44" stroke="var(--select)" strokeWidth="7" strokeLinecap="round" />
    <path d="M18 56h68M18 74h68M18 92h48" stroke="var(--line-control)" strokeWidth="4" strokeLinecap="round" />
    <circle cx="82" cy="112" r="14" fill="var(--success-tint)" stroke="var(--success)" strokeWidth="3" />
    <path d="m76 112 5 5 8-9" stroke="var(--success)" strokeWidth="3" strokeLinecap="round" strokeLinejoin="round" />
  </g>
);

/** Three papers that must say the same. */
export const PAPERS_SCENE = (
  <svg viewBox="0 0 480 240" preserveAspectRatio="xMaxYMax meet" fill="none">
    <path d="M90 204c0 24 40 24 150 24s150 0 150-24" stroke="var(--coral)" strokeWidth="3" strokeDasharray="6 8" />
    {paper(38, 62)}
    {paper(188, 40)}
    {paper(338, 62)}
  </svg>
);
