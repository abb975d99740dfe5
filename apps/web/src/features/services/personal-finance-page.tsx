import { CURRENCIES, DEPOSIT_CURRENCIES, DEPOSIT_CURRENCY_CODES, DEPOSIT_TERM_MONTHS, FLAGS } from "@coralhub/domain";
import { CurrencyTile, ErrorState, LandingPage, Panel, RowsSkeleton } from "@coralhub/ui";
import { useQuery } from "@tanstack/react-query";
import { moduleQuery } from "./module-queries.ts";
import { StandingPanel } from "./standing-panel.tsx";
import "./services.css";

const TERMS = `${DEPOSIT_TERM_MONTHS.join("、")} 个月`;

const QUESTIONS = [
  {
    question: "利率是多少",
    answer: "由合作银行按币种和期限给出，确认您的账户后显示。在此之前我们不报利率，也不承诺收益。",
  },
  {
    question: "到期之后呢",
    answer: "到期前可以选：还本付息回到余额，本金续存，或本息一起续存。",
  },
  {
    question: "急用钱怎么办",
    answer: "可以提前支取，按较低的利率计息；支取前会先显示能拿回多少，您确认后才支取。",
  },
  {
    question: "利息怎么算",
    answer: "按实际存的天数计算，一年按 360 或 365 天，见币种表；结息时只取整一次。",
  },
];

/** What the product is and is not, and the way to have it opened. */
export function PersonalFinancePage() {
  const info = useQuery(moduleQuery);
  return (
    <LandingPage
      band={
        <div className="finance-band">
          <h1 className="type-hero">{FLAGS.personalFinance.label}</h1>
          <p className="finance-promise">暂时不用的外币存成定期，到期还本付息。账户开在合作银行，利率以银行确认为准</p>
        </div>
      }
      side={
        <Panel title="常被问到">
          <dl className="finance-questions">
            {QUESTIONS.map(({ question, answer }) => (
              <div key={question}>
                <dt>{question}</dt>
                <dd>{answer}</dd>
              </div>
            ))}
          </dl>
        </Panel>
      }
    >
      {info.data ? (
        <StandingPanel info={info.data} />
      ) : (
        <Panel title="开通">
          {info.isError ? (
            <ErrorState
              compact
              title="没能取到开通状态"
              onRetry={() => void info.refetch()}
              retrying={info.isFetching}
            />
          ) : (
            <RowsSkeleton rows={3} />
          )}
        </Panel>
      )}
      <Panel title="可以存什么" intro={`期限 ${TERMS}；利率在合作银行确认账户后显示`} flush>
        <table className="finance-table">
          <thead>
            <tr>
              <th scope="col">币种</th>
              <th scope="col">一年按</th>
              <th scope="col">利率</th>
            </tr>
          </thead>
          <tbody>
            {DEPOSIT_CURRENCY_CODES.map((currency) => (
              <tr key={currency}>
                <th scope="row">
                  <span className="finance-currency">
                    <CurrencyTile currency={currency} />
                    {CURRENCIES[currency].name}
                  </span>
                </th>
                <td>{DEPOSIT_CURRENCIES[currency].yearDays} 天</td>
                <td className="finance-note">银行确认后显示</td>
              </tr>
            ))}
          </tbody>
        </table>
      </Panel>
    </LandingPage>
  );
}
