import type { CallOutput, poolingEndpoints } from "@coralhub/contract";
import { addressOf, CURRENCIES, formatMoney, type Currency } from "@coralhub/domain";
import { EmptyState, FormPage, HelpAside, moneyText, Notice, PageHeader, Panel } from "@coralhub/ui";
import { goTo } from "@coralhub/ui/browser";
import { useMutation } from "@tanstack/react-query";
import { Button, Segmented } from "antd";
import { useState } from "react";
import { MoneyOf } from "../../platform/show.tsx";
import { refreshMoney } from "../../platform/refresh-money.ts";
import { formCalls } from "./pooling-calls.ts";
import { PoolChoice } from "./pool-choice.tsx";
import { PoolPreview } from "./pool-preview.tsx";
import { PoolResult } from "./pool-result.tsx";
import { planOf, type Draft } from "./pooling-words.ts";

type Currencies = CallOutput<typeof poolingEndpoints.poolingAccounts.output>["currencies"];
const NOTHING: Draft = { targetId: undefined, amounts: {} };

/** Choose accounts of one currency, see exactly what would move, confirm it. */
export function PoolingForm({ currencies }: { currencies: Currencies }) {
  const preview = useMutation({
    mutationFn: (input: Parameters<typeof formCalls.previewPooling>[0]) => formCalls.previewPooling(input),
  });
  const confirm = useMutation({
    mutationFn: (id: string) => formCalls.confirmPooling({ id }),
    onSuccess: refreshMoney,
  });
  const [request, setRequest] = useState<Draft>(NOTHING);
  const possible = currencies.filter(({ accounts }) => accounts.length > 1);
  if (confirm.data && preview.data) return <PoolResult merger={preview.data} mergedAt={confirm.data.mergedAt} />;
  if (preview.data)
    return (
      <PoolPreview
        merger={preview.data}
        confirming={confirm.isPending}
        problem={confirm.error?.message}
        onConfirm={() => confirm.mutate(preview.data.id)}
        onBack={() => {
          preview.reset();
          confirm.reset();
        }}
      />
    );
  if (possible.length === 0) return <NothingToPool />;
  return (
    <Choosing
      possible={possible}
      request={request}
      onRequest={setRequest}
      busy={preview.isPending}
      problem={preview.error?.message}
      onNext={(input) => preview.mutate(input)}
    />
  );
}

type ChoosingProps = {
  possible: Currencies;
  request: Draft;
  onRequest: (request: Draft) => void;
  busy: boolean;
  problem: string | undefined;
  onNext: (input: Parameters<typeof formCalls.previewPooling>[0]) => void;
};

function Choosing({ possible, request, onRequest, busy, problem, onNext }: ChoosingProps) {
  const [currency, setCurrency] = useState(() => currencyOf(possible, request));
  const [mistake, setMistake] = useState<string>();
  const books = possible.find((group) => group.currency === currency) ?? possible[0]!;
  const plan = planOf(books.currency, books.accounts, request);
  const next = () => {
    const wrong = firstProblem(request, plan);
    setMistake(wrong);
    if (!wrong) onNext({ targetId: request.targetId!, sources: plan.sources });
  };
  const shownProblem = mistake ?? problem;
  return (
    <FormPage
      title="资金归集"
      intro="先选归集到哪个账户，再选从哪些账户转出"
      back={{ label: "归集记录", to: addressOf("pooling") }}
      side={<Rules />}
      actions={{
        note: (
          <>
            合计归集 <MoneyOf value={plan.total} />
          </>
        ),
        secondary: <Button onClick={() => goTo(addressOf("pooling"))}>取消</Button>,
        primary: (
          <Button type="primary" loading={busy} onClick={next}>
            试算 {moneyText(formatMoney(plan.total), plan.total.currency)}
          </Button>
        ),
      }}
    >
      {shownProblem && <Notice tone="danger" title={shownProblem} />}
      {possible.length > 1 && (
        <Segmented
          aria-label="币种"
          className="pool-currencies"
          value={books.currency}
          options={possible.map(({ currency: value }) => ({ value, label: `${CURRENCIES[value].name} ${value}` }))}
          onChange={(value) => {
            setCurrency(value);
            onRequest(NOTHING);
            setMistake(undefined);
          }}
        />
      )}
      <PoolChoice accounts={books.accounts} request={request} plan={plan} onChange={onRequest} />
    </FormPage>
  );
}

/** Coming back from the preview, the currency is the one of what was chosen. */
const currencyOf = (possible: Currencies, { targetId }: Draft): Currency | undefined =>
  possible.find(({ accounts }) => accounts.some(({ id }) => id === targetId))?.currency;

function firstProblem(request: Draft, { sources, problems }: ReturnType<typeof planOf>): string | undefined {
  if (!request.targetId) return "请选择归集到哪个账户";
  if (Object.keys(problems).length > 0) return "有金额需要修改";
  return sources.length === 0 ? "请至少选择一个转出账户" : undefined;
}

function NothingToPool() {
  return (
    <>
      <PageHeader title="资金归集" back={{ label: "归集记录", to: addressOf("pooling") }} />
      <Panel>
        <EmptyState
          title="没有可以归集的账户"
          action={<Button onClick={() => goTo(addressOf("accounts"))}>查看收款账户</Button>}
        >
          同一币种有两个以上已开通的收款账户时，才能归集
        </EmptyState>
      </Panel>
    </>
  );
}

function Rules() {
  return (
    <HelpAside title="归集的规则">
      <ul className="pool-rules">
        <li>只在您自己的收款账户之间，同一币种</li>
        <li>只动可用余额，在途和暂扣的不动</li>
        <li>确认后即时完成，不收费；不能撤销，可以再归集回来</li>
        <li>试算保留 10 分钟，过期请重新试算</li>
      </ul>
    </HelpAside>
  );
}
