import { CARD_CURRENCY, formatMoney, moneyText, toShanghaiTime, type Money } from "@coralhub/domain";
import { Amount, Panel } from "@coralhub/ui";
import { useQuery } from "@tanstack/react-query";
import { Page, QueryView } from "../../platform/page.tsx";
import { reconciliationQuery, type Reconciliation } from "./card-calls.ts";
import { CardTabs } from "./card-tabs.tsx";
import "./card-desk.css";

const Sum = ({ of }: { of: Money }) => <Amount amount={formatMoney(of)} currency={of.currency} />;

type Movement = Reconciliation["differences"][number];

function Movements({ rows }: { rows: readonly Movement[] }) {
  return (
    <ul className="lines">
      {rows.map((row) => (
        <li key={row.reference}>
          <span className="card-desk-reference">
            {row.reference}
            <span className="second-line">{toShanghaiTime(row.at)}</span>
          </span>
          <span>
            我方 {row.ours ? moneyText(row.ours) : "没有"}，对方 {row.theirs ? moneyText(row.theirs) : "没有"}
          </span>
        </li>
      ))}
    </ul>
  );
}

/** Settlements, refunds and disputes: our messages against the issuer's own statement. */
export function CardReconciliationPage() {
  const found = useQuery(reconciliationQuery);
  return (
    <Page title="与发卡方对账">
      <CardTabs current="cardReconciliation" />
      <QueryView
        query={found}
        what="对账"
        empty={{
          when: ({ reachesUntil }) => reachesUntil === null,
          title: "发卡方还没有给对账单",
          text: "收到第一份对账单后，这里逐笔比对清算、退款和拒付",
        }}
      >
        {(shown) => <Compared shown={shown} />}
      </QueryView>
    </Page>
  );
}

function Compared({ shown: { days, differences, underWay, reachesUntil } }: { shown: Reconciliation }) {
  return (
    <>
      <Panel title="差异" intro={`近 14 天${reachesUntil ? `，对账单到 ${toShanghaiTime(reachesUntil)}` : ""}`}>
        {differences.length === 0 ? (
          <p>没有差异：每一笔清算、退款和拒付两边都有，金额一致</p>
        ) : (
          <Movements rows={differences} />
        )}
      </Panel>
      {underWay.length > 0 && (
        <Panel title="在途" intro="90 分钟内只有一方有，另一方可能还没收到，不算差异，也不计入合计">
          <Movements rows={underWay} />
        </Panel>
      )}
      <Panel title="按日合计" intro={`${CARD_CURRENCY}，按发卡方入账日，负数是付给发卡方`}>
        {days.length === 0 ? (
          <p>近 14 天没有清算、退款或拒付</p>
        ) : (
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
        )}
      </Panel>
    </>
  );
}
