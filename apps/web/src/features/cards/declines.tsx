import type { CardDetail } from "@coralhub/contract";
import { Link, Panel } from "@coralhub/ui";
import { inFeed } from "../../platform/show.tsx";
import { calls } from "./cards-calls.ts";
import { Remedies } from "./remedies.tsx";
import { purchaseOf, recordAt } from "./words.ts";

/** What the card was refused of late, and the buttons that help. */
export function Declines({ card }: { card: CardDetail }) {
  if (card.declines.length === 0) return null;
  return (
    <Panel title={`近 30 天被拒 ${card.declineCount} 次`}>
      <ul className="card-declines">
        {card.declines.map(({ id, shopName, sentence, remedies, at }) => (
          <li key={id}>
            <div className="card-decline-head">
              <Link to={recordAt(id)}>{shopName}</Link>
              <span className="card-note">{inFeed(at)}</span>
            </div>
            <p>{sentence}</p>
            <Remedies
              cardId={card.id}
              remedies={remedies}
              purchase={async () => purchaseOf(await calls.cardTransaction({ id }))}
            />
          </li>
        ))}
      </ul>
    </Panel>
  );
}
