import type { CardHead } from "@coralhub/contract";
import { CARD_ORGANISATIONS, maskedCard } from "@coralhub/domain";

type Face = Pick<CardHead, "cardName" | "lastFour" | "face" | "cardOrganization" | "cardStatus">;

/** The branches of the house, once, in the face's own tone. */
const TWIGS = [
  "M150 150C150 118 118 120 118 92",
  "M150 150C150 118 182 120 182 92",
  "M118 92C118 70 92 70 92 44M118 92C118 70 108 66 108 34M118 92C118 74 126 70 126 50",
  "M182 92C182 72 156 72 156 40M182 92C182 72 176 66 176 26M182 92C182 72 206 72 206 38M182 92C182 76 196 74 196 50",
] as const;
const BUDS = [
  [92, 42],
  [108, 32],
  [126, 48],
  [156, 38],
  [176, 24],
  [196, 48],
  [206, 36],
] as const;

export function CardFace({ card, holder }: { card: Face; holder?: string }) {
  const off = card.cardStatus !== "active";
  return (
    <div className={`card-face card-face-${off ? "off" : card.face}`}>
      <svg viewBox="60 10 170 150" fill="none" aria-hidden="true" focusable="false">
        <g stroke="currentColor" strokeWidth="1.5">
          {TWIGS.map((path) => (
            <path key={path} d={path} />
          ))}
          {BUDS.map(([x, y]) => (
            <circle key={`${x}-${y}`} cx={x} cy={y} r="2.5" />
          ))}
          <path d="M150 150V170" strokeWidth="2.5" />
        </g>
      </svg>
      <span className="card-face-name">{card.cardName}</span>
      <span className="card-face-number">{card.lastFour === null ? "•••• ••••" : maskedCard(card.lastFour)}</span>
      <span className="card-face-foot">
        <span>{CARD_ORGANISATIONS[card.cardOrganization]}</span>
        {holder && <span>{holder}</span>}
      </span>
    </div>
  );
}
