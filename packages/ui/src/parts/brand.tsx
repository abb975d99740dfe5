import { BRAND } from "@coralhub/domain";
import "./parts.css";

/** The coral: branches that flow into one stem. */
export function BrandMark({ size = 24 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 24 24" fill="none" aria-hidden="true" focusable="false">
      <g stroke="var(--coral)" strokeWidth="2.6" strokeLinecap="round">
        <path d="M12 1.9v20.2" />
        <path d="M7.7 6.2c0 3.3 1.7 5.3 4.3 5.3s4.3-2 4.3-5.3" />
        <path d="M3.3 8c0 5.6 3.6 9.7 8.7 9.7S20.7 13.6 20.7 8" />
      </g>
    </svg>
  );
}

export function Brand({ size = 24 }: { size?: number }) {
  return (
    <span className="brand">
      <BrandMark size={size} />
      <span>{BRAND.name}</span>
    </span>
  );
}
