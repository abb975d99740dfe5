/** Lines that flow together, in the colour of control outlines: the only pictures of empty and refused places. */
const line = { fill: "none", stroke: "var(--line-control)", strokeLinecap: "round", "aria-hidden": true } as const;

export function EmptyDrawing() {
  return (
    <svg {...line} width="84" height="56" viewBox="0 0 84 56" strokeWidth="1.5">
      <path d="M2 2c0 22 40 14 40 36C42 16 82 24 82 2M42 2v52" />
    </svg>
  );
}

export function FilteredDrawing() {
  return (
    <svg {...line} width="84" height="56" viewBox="0 0 84 56" strokeWidth="1.5">
      <path d="M2 2c0 22 40 14 40 36C42 16 82 24 82 2" />
      <path d="M42 2v52" strokeDasharray="8 6" />
      <circle cx="60" cy="36" r="11" fill="var(--panel)" />
      <path d="M68 44l8 8" />
    </svg>
  );
}

export function RefusedDrawing() {
  return (
    <svg {...line} className="refused-drawing" width="144" height="96" viewBox="0 0 144 96" strokeWidth="2.5">
      <path d="M2 2c0 24 70 10 70 34C72 12 142 26 142 2M72 2v34" />
      <path d="M60 60V48a12 12 0 0 1 24 0v12M56 60h32a6 6 0 0 1 6 6v22a6 6 0 0 1-6 6H56a6 6 0 0 1-6-6V66a6 6 0 0 1 6-6M72 74v6" />
    </svg>
  );
}

export function LostDrawing() {
  return (
    <svg {...line} width="264" height="152" viewBox="0 0 264 152" strokeWidth="1.5">
      <path d="M16 16c0 48 116 40 116 76M72 8c0 40 60 44 60 84M192 8c0 40-60 44-60 84" />
      <path d="M248 16c0 48-116 40-116 76" strokeDasharray="2 6" />
      <g fill="var(--panel)">
        <circle cx="16" cy="12" r="4" />
        <circle cx="72" cy="6" r="4" />
        <circle cx="192" cy="6" r="4" />
        <circle cx="248" cy="12" r="4" />
      </g>
      <path d="M132 94v54" stroke="var(--coral)" strokeWidth="4" />
    </svg>
  );
}
