import type { PayoutDetail } from "@coralhub/contract";
import { addressOf, PAYOUT_KINDS, payoutLifecycle } from "@coralhub/domain";
import { EmptyState, ErrorState, Link, PageHeader, PageSkeleton, Panel, ResultPage } from "@coralhub/ui";
import { goTo, useUrlState } from "@coralhub/ui/browser";
import { useQuery } from "@tanstack/react-query";
import { Button } from "antd";
import { failureOf } from "../../platform/failure.ts";
import { MoneyOf } from "../../platform/show.tsx";
import { factsOf, Standing } from "./payout-detail.tsx";
import { payoutQuery } from "./payouts-calls.ts";
import { VerifyStep } from "./verify-step.tsx";
import { againAt, recordOf, timelineOf } from "./words.ts";
import "./payouts.css";

/** /submitPayment?id=: the code, then the result. */
export function SubmitPage() {
  const id = new URLSearchParams(useUrlState().search).get("id");
  if (!id)
    return (
      <>
        <PageHeader title="确认付款" back={{ label: "付款记录", to: addressOf("payouts") }} />
        <Panel>
          <EmptyState
            title="没有等待确认的付款"
            action={<Button onClick={() => goTo(addressOf("payouts"))}>查看付款记录</Button>}
          >
            从付款记录里打开一笔，可以继续验证
          </EmptyState>
        </Panel>
      </>
    );
  return <OnePayout key={id} id={id} />;
}

function OnePayout({ id }: { id: string }) {
  const { data, error, refetch, isFetching } = useQuery(payoutQuery(id));
  if (!data)
    return error ? (
      <>
        <PageHeader title="确认付款" back={{ label: "付款记录", to: addressOf("payouts") }} />
        <Panel>
          <ErrorState
            title="没能打开这笔付款"
            onRetry={() => void refetch()}
            retrying={isFetching}
            reference={failureOf(error).reference}
          >
            {error.message}
          </ErrorState>
        </Panel>
      </>
    ) : (
      <PageSkeleton />
    );
  return data.may.verify ? <VerifyStep payout={data} /> : <Result payout={data} />;
}

/** It says what is true by now: on its way, arrived, or back. */
function Result({ payout }: { payout: PayoutDetail }) {
  const { id, kind, state, arrives, amount, next } = payout;
  const { label } = PAYOUT_KINDS[kind];
  const ended = next === null;
  const title =
    ended || state === "scheduled" || state === "awaitingApproval"
      ? payoutLifecycle.states[state].label
      : `${label}已提交`;
  return (
    <>
      {(state === "failed" || state === "returned") && <Standing payout={payout} />}
      <ResultPage
        sign={state === "completed" ? "done" : "travelling"}
        title={title}
        amount={<MoneyOf value={arrives ?? amount} size="figure" />}
        promise={next}
        facts={factsOf(payout)}
        next={timelineOf(payout)}
        primary={
          <Button type="primary" onClick={() => goTo(recordOf(id))}>
            查看付款记录
          </Button>
        }
        secondary={<Link to={againAt(payout)}>再付一笔</Link>}
      />
    </>
  );
}
