/** A bridge over the gap between two payments. */
export const BRIDGE_SCENE = (
  <svg viewBox="0 0 480 240" preserveAspectRatio="xMaxYMax meet" fill="none">
    <path d="M0 180h480" stroke="var(--bar-text-2)" strokeWidth="6" />
    <path d="M20 180C70 60 190 60 240 180c50-120 170-120 220 0" stroke="var(--coral)" strokeWidth="8" />
    <path
      d="M52 180v-54M84 180V96M116 180V86M148 180V90M180 180v-66M300 180v-66M332 180V90M364 180V86M396 180V96M428 180v-54"
      stroke="var(--bar-control)"
      strokeWidth="3"
    />
    <path d="M20 180v44M240 180v44M460 180v44" stroke="var(--bar-text-2)" strokeWidth="10" />
    <path
      d="M0 228c40-10 60 8 100 0s60-8 100 0 60 8 100 0 60-8 100 0 60 8 80 2"
      stroke="var(--bar-line)"
      strokeWidth="4"
    />
    <circle cx="140" cy="164" r="14" fill="var(--bar-warn)" />
    <path d="M140 157v14" stroke="var(--on-coral)" strokeWidth="3" strokeLinecap="round" />
  </svg>
);
