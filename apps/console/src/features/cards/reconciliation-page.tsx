import { CARD_CURRENCY, formatMoney, moneyText, toShanghaiTime, type Money } from "@coralhub/domain";
import { Amount, Panel } from "@coralhub/ui";
import { useQuery } from "@tanstack/react-query";
import { Page, QueryView } from "../../platform/page.tsx";
import { reconciliationQuery } from "./card-calls.ts";
import { CardTabs } from "./card-tabs.tsx";
import "./card-desk.css";

const Sum = ({ of }: { of: Money }) => <Amount amount={formatMoney(of)} currency={of.currency} />;

/** Settlements and refunds: our messages against the issuer's own statement. */
export function CardReconciliationPage() {
  const found = useQuery(reconciliationQuery);
  return (
    <Page title="与发卡方对账">
      <CardTabs current="cardReconciliation" />
      <QueryView query={found} what="对账">
        {({ days, differences }) => (
          <>
            <Panel title="差异" intro="近 14 天">
              {differences.length === 0 ? (
                <p>没有差异：每一笔清算和退款两边都有，金额一致</p>
              ) : (
                <ul className="lines">
                  {differences.map((row) => (
                    <li key={row.reference}>
                      <span>
                        {row.reference}
                        <span className="second-line">{toShanghaiTime(row.at)}</span>
                      </span>
                      <span>
                        我方 {row.ours ? moneyText(row.ours) : "没有"}，对方{" "}
                        {row.theirs ? moneyText(row.theirs) : "没有"}
                      </span>
                    </li>
                  ))}
                </ul>
              )}
            </Panel>
            <Panel title="按日合计" intro={`${CARD_CURRENCY}，负数是付给发卡方`}>
              <table className="card-desk-days">
                <thead>
                  <tr>
                    <th scope="col">日期</th>
                    <th scope="col">笔数</th>
                    <th scope="col">我方</th>
                    <th scope="col">对方</th>
                  </tr>
                </thead>
                <tbody>
                  {days.map((row) => (
                    <tr key={row.day}>
                      <th scope="row">{row.day}</th>
                      <td>{row.count}</td>
                      <td>
                        <Sum of={row.ours} />
                      </td>
                      <td>
                        <Sum of={row.theirs} />
                      </td>
                    </tr>
                  ))}
                </tbody>
              </table>
            </Panel>
          </>
        )}
      </QueryView>
    </Page>
  );
}
