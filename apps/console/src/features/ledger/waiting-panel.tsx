import { deskAddress } from "@coralhub/domain";
import { Link, Panel, tableTime } from "@coralhub/ui";
import { useQuery } from "@tanstack/react-query";
import { QueryView } from "../../platform/page.tsx";
import { useSelf } from "../../platform/self.ts";
import { Sum } from "./account-words.tsx";
import { useWho } from "../../platform/use-who.ts";
import { ledger } from "./ledger-calls.ts";

const SHOWN = 5;

/** Corrections that wait for a second pair of eyes. */
export function WaitingPanel() {
  const self = useSelf();
  const who = useWho();
  const waiting = useQuery({
    queryKey: ["ledger", "adjustments", "pending"],
    queryFn: () => ledger.ledgerAdjustments({ filters: { state: ["pending"] }, order: "asc" }),
  });
  return (
    <Panel
      title="等复核"
      action={waiting.data && <span className="second-line">{waiting.data.total} 件</span>}
      footer={<Link to={deskAddress("adjustments", { propose: "1" })}>提出调账</Link>}
    >
      <QueryView query={waiting} what="待复核的调账">
        {({ records, total }) =>
          total === 0 ? (
            <p className="second-line">没有等复核的调账</p>
          ) : (
            <ul className="lines">
              {records.slice(0, SHOWN).map(({ id, memo, amount, madeBy, madeAt }) => (
                <li key={id}>
                  <span>
                    {memo} <Sum of={amount} />
                    <span className="second-line">
                      {who(madeBy)}提出，{tableTime(madeAt)}
                    </span>
                  </span>
                  {madeBy === self.id ? (
                    <span className="second-line">不能自审</span>
                  ) : (
                    <Link to={deskAddress("adjustments", { state: "pending", open: id })}>复核</Link>
                  )}
                </li>
              ))}
              {total > SHOWN && (
                <li>
                  <Link to={deskAddress("adjustments", { state: "pending" })}>看全部 {total} 件</Link>
                </li>
              )}
            </ul>
          )
        }
      </QueryView>
    </Panel>
  );
}
