import { payoutEndpoints, priceEndpoints, type CallOutput } from "@coralhub/contract";
import {
  corridorText,
  currencyText,
  extraTexts,
  FEE_BUSINESS_NAMES,
  FEE_BUSINESSES,
  PAYOUT_KINDS,
  priceText,
  type PayoutKind,
} from "@coralhub/domain";
import { ErrorState, PageHeader, Panel, RowsSkeleton } from "@coralhub/ui";
import { useQuery } from "@tanstack/react-query";
import { connect } from "../../platform/api.ts";
import { failureOf } from "../../platform/failure.ts";
import "./prices.css";

const { priceList, feeConfig } = connect({
  priceList: priceEndpoints.priceList,
  feeConfig: payoutEndpoints.feeConfig,
});
type Price = CallOutput<typeof priceEndpoints.priceList.output>[number];
type Way = CallOutput<typeof payoutEndpoints.feeConfig.output>[number];

const pricesQuery = { queryKey: ["prices", "list"], queryFn: () => priceList({}) };
const waysQuery = { queryKey: ["prices", "ways"], queryFn: () => feeConfig({}) };

/** /nav/prices: what each service costs, by the list that charges it, and until when a payment leaves the same day. */
export function PricesPage() {
  const prices = useQuery(pricesQuery);
  const ways = useQuery(waysQuery);
  const error = prices.error ?? ways.error;
  return (
    <>
      <PageHeader title="收费标准" intro="确认前逐项列明，确认后不再变化；优惠券只抵扣服务费" />
      {prices.data && ways.data ? (
        <div className="prices">
          <Services prices={prices.data} />
          <Ways ways={ways.data} />
        </div>
      ) : (
        <Panel flush>
          {error ? (
            <ErrorState
              title="没能取到收费标准"
              onRetry={() => void Promise.all([prices.refetch(), ways.refetch()])}
              retrying={prices.isFetching || ways.isFetching}
              reference={failureOf(error).reference}
            >
              {error.message}
            </ErrorState>
          ) : (
            <RowsSkeleton rows={8} />
          )}
        </Panel>
      )}
    </>
  );
}

function Services({ prices }: { prices: readonly Price[] }) {
  return (
    <Panel title="服务费" flush>
      <table className="prices-table">
        <caption className="visually-hidden">各项服务的价格</caption>
        <thead>
          <tr>
            <th scope="col">服务</th>
            <th scope="col">币种</th>
            <th scope="col">去向</th>
            <th scope="col" className="prices-price">
              价格
            </th>
          </tr>
        </thead>
        <tbody>
          {FEE_BUSINESS_NAMES.flatMap((business) =>
            prices
              .filter((price) => price.business === business)
              .map(({ currency, corridor, terms }, place) => (
                <tr key={`${business} ${currency} ${corridor}`}>
                  <th scope="row">{place === 0 ? FEE_BUSINESSES[business] : ""}</th>
                  <td>{currencyText(currency)}</td>
                  <td>{corridorText(corridor)}</td>
                  <td className="prices-price">
                    {priceText(terms, currency)}
                    {extraTexts(terms).map((text) => (
                      <span key={text} className="prices-note">
                        {text}
                      </span>
                    ))}
                  </td>
                </tr>
              )),
          )}
        </tbody>
      </table>
    </Panel>
  );
}

/** One row for a way of paying: what it costs besides, and how long it takes. */
function Ways({ ways }: { ways: readonly Way[] }) {
  const rows = [...new Map(ways.map((row) => [row.way, row])).values()];
  const kindsOf = (way: Way["way"]): string =>
    [...new Set(ways.filter((row) => row.way === way).map(({ kind }) => kind))]
      .map((kind: PayoutKind) => PAYOUT_KINDS[kind].label)
      .join("、");
  return (
    <Panel title="付款方式" intro="截止时间后的付款下一个工作日发出，时间为北京时间" flush>
      <table className="prices-table">
        <caption className="visually-hidden">各种付款方式的电报费、截止时间和到账时间</caption>
        <thead>
          <tr>
            <th scope="col">方式</th>
            <th scope="col">用于</th>
            <th scope="col">截止</th>
            <th scope="col">到账（工作日）</th>
            <th scope="col" className="prices-price">
              电报费
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ way, wayLabel, cutOff, days, wireDollars }) => (
            <tr key={way}>
              <th scope="row">{wayLabel}</th>
              <td>{kindsOf(way)}</td>
              <td>{cutOff}</td>
              <td>{days === "0" ? "当天" : days}</td>
              <td className="prices-price">{wireDollars ? `USD ${wireDollars}.00` : "无"}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Panel>
  );
}
