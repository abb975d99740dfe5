import type { FundsMerger } from "@coralhub/contract";
import { fundsMergerLifecycle, toShanghaiTime } from "@coralhub/domain";
import { Copyable, ErrorState, Facts, RowsSkeleton, StateTag } from "@coralhub/ui";
import { useQuery } from "@tanstack/react-query";
import { MoneyOf } from "../../platform/show.tsx";
import { mergerQuery } from "./pooling-calls.ts";
import { readableNumber } from "../../platform/account-numbers.ts";

/** One pooling: what left each account and what that made of the target. */
export function PoolDetail({ id }: { id: string }) {
  const { data, isError, refetch, isFetching } = useQuery(mergerQuery(id));
  if (!data)
    return isError ? (
      <ErrorState title="没能取到这次归集" onRetry={() => void refetch()} retrying={isFetching}>
        资金不受影响，请稍后重试
      </ErrorState>
    ) : (
      <RowsSkeleton rows={3} />
    );
  return (
    <div className="pool-detail">
      <div className="pool-head">
        <MoneyOf value={data.total} size="figure" />
        <StateTag lifecycle={fundsMergerLifecycle} state={data.state} />
      </div>
      <Facts
        facts={[
          { label: "归集编号", value: <Copyable text={data.id} /> },
          ...(data.mergedAt ? [{ label: "归集时间", value: toShanghaiTime(data.mergedAt) }] : []),
        ]}
      />
      <PoolLines merger={data} />
    </div>
  );
}

/** From each account, before and after; at the bottom where it all goes. */
export function PoolLines({ merger: { lines, target } }: { merger: FundsMerger }) {
  return (
    <table className="pool-lines">
      <caption className="visually-hidden">各账户的变化</caption>
      <thead>
        <tr>
          <th scope="col">账户</th>
          <th scope="col">归集前</th>
          <th scope="col">变化</th>
          <th scope="col">归集后</th>
        </tr>
      </thead>
      <tbody>
        {[...lines.map((line) => ({ ...line, sign: "-" })), { ...target, sign: "+" }].map(
          ({ accountId, cardNo, before, amount, after, sign }) => (
            <tr key={accountId} className={sign === "+" ? "pool-target" : undefined}>
              <th scope="row">
                <span className="mono">{cardNo ? readableNumber(cardNo) : "—"}</span>
                <span className="pool-note">{sign === "+" ? "归集到" : "转出"}</span>
              </th>
              <td data-label="归集前">
                <MoneyOf value={before} />
              </td>
              <td data-label="变化">
                <MoneyOf value={{ ...amount, minor: signed(amount.minor, sign) }} sign="both" />
              </td>
              <td data-label="归集后">
                <MoneyOf value={after} />
              </td>
            </tr>
          ),
        )}
      </tbody>
    </table>
  );
}

const signed = (minor: bigint, sign: string): bigint => {
  const size = minor < 0n ? -minor : minor;
  return sign === "-" ? -size : size;
};
