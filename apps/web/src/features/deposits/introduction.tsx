import type { DepositOpening, DepositProduct } from "@coralhub/contract";
import { addressOf, type Address, CURRENCIES, FLAGS, openingLifecycle } from "@coralhub/domain";
import {
  CurrencyTile,
  ErrorState,
  LandingPage,
  Notice,
  PageSkeleton,
  Panel,
  RowsSkeleton,
  StateTag,
  useBegun,
} from "@coralhub/ui";
import { goTo } from "@coralhub/ui/browser";
import { useQuery } from "@tanstack/react-query";
import { Button } from "antd";
import { MoneyOf } from "../../platform/show.tsx";
import { openingQuery, productsQuery } from "./deposit-calls.ts";
import "./deposits.css";

const QUESTIONS = [
  {
    question: "利率会变吗",
    answer: "存入时按当天的利率固定，到期以前不变。续存按续存当天的利率。",
  },
  {
    question: "到期之后呢",
    answer: "到期前一个工作日 17:00 以前都可以选：还本付息回到钱包，本金续存，本息续存，或只续存一部分。",
  },
  {
    question: "急用钱怎么办",
    answer: "随时可以提前支取，按较低的利率计息；支取前会先显示拿回多少、少拿多少，您确认后才支取。",
  },
  {
    question: "利息怎么算",
    answer: "按实际天数每天计息，一年按 360 或 365 天，见币种表；每天都能看到计了多少。",
  },
];
const STEPS = [
  { title: "同意并选择币种", note: "合作银行凭您的认证资料开户，不用重新上传" },
  { title: "填写财务资料", note: "七个问题，约 3 分钟" },
  { title: "经办人验证", note: "企业需要，个人不需要" },
  { title: "银行审核", note: "由合作银行决定，有结果会通知您" },
];

/** /anextServer: what the service is, what it pays, and the steps to it. */
export function AnextServicePage() {
  const opening = useQuery(openingQuery);
  // How tall the first panel is depends on the state: the rest of the page waits for it.
  if (!useBegun(!opening.isPending)) return <PageSkeleton />;
  return (
    <LandingPage
      band={
        <div className="deposit-band">
          <h1 className="type-hero">{FLAGS.personalFinance.label}</h1>
          <p className="deposit-promise">暂时不用的外币存成定期，利率存入时固定，到期还本付息</p>
        </div>
      }
      side={
        <Panel title="常被问到">
          <dl className="deposit-questions">
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
      {opening.data ? (
        <OpeningPanel opening={opening.data} />
      ) : (
        <Panel title="开通">
          <ErrorState
            compact
            title="没能取到开通状态"
            onRetry={() => void opening.refetch()}
            retrying={opening.isFetching}
          />
        </Panel>
      )}
      <RatesPanel />
    </LandingPage>
  );
}

const NEXT: Partial<Record<DepositOpening["state"], { text: string; button: string; to: Address }>> = {
  none: { text: "开户不收费，也不会动用余额。", button: "申请开通", to: addressOf("depositOpening") },
  filling: { text: "资料还没有填完，已填的都保存着。", button: "继续填写", to: addressOf("depositOpening") },
  verifying: {
    text: "还有经办人没有验证邮箱，验证后资料就送到合作银行。",
    button: "去验证",
    to: addressOf("depositOpening"),
  },
  reviewing: {
    text: "合作银行正在审核，有结果会通知您。",
    button: "查看进度",
    to: addressOf("depositOpening"),
  },
  asked: { text: "合作银行想了解更多，回答后继续审核。", button: "去回答", to: addressOf("depositOpening") },
  declined: { text: "处理后可以重新申请。", button: "重新申请", to: addressOf("depositOpening") },
  expired: {
    text: "重新授权后可以继续存；已有的存款照常计息，授权前到期的不再续存，转入钱包。",
    button: "重新授权",
    to: addressOf("depositOpening"),
  },
  open: { text: "账户已开通，随时可以存。", button: "存一笔", to: addressOf("placeDeposit") },
};

/** Where the opening stands, and the one thing to do next. */
export function OpeningPanel({ opening: { state, reason } }: { opening: DepositOpening }) {
  const next = NEXT[state]!;
  return (
    <Panel title="开通" action={<StateTag lifecycle={openingLifecycle} state={state} />}>
      <div className="deposit-stack">
        {reason && <Notice tone={state === "declined" ? "danger" : "warning"} title={reason} />}
        {state === "none" && (
          <ol className="deposit-steps">
            {STEPS.map(({ title, note }) => (
              <li key={title}>
                <span>{title}</span>
                <span className="deposit-note">{note}</span>
              </li>
            ))}
          </ol>
        )}
        <p>{next.text}</p>
        <div>
          <Button type="primary" onClick={() => goTo(next.to)}>
            {next.button}
          </Button>
        </div>
      </div>
    </Panel>
  );
}

function RatesPanel() {
  const { data, isError, refetch, isFetching } = useQuery(productsQuery);
  return (
    <Panel title="今天的年利率" intro="存入时固定，到期以前不变" flush>
      {data ? (
        <RatesTable products={data} />
      ) : isError ? (
        <ErrorState compact title="没能取到利率" onRetry={() => void refetch()} retrying={isFetching} />
      ) : (
        <RowsSkeleton rows={6} />
      )}
    </Panel>
  );
}

function RatesTable({ products }: { products: readonly DepositProduct[] }) {
  return (
    <div className="deposit-scroll" role="region" aria-label="年利率表" tabIndex={0}>
      <table className="deposit-table">
        <thead>
          <tr>
            <th scope="col">币种</th>
            {products[0]?.offers.map(({ termMonths }) => (
              <th key={termMonths} scope="col" className="deposit-number">
                {termMonths} 个月
              </th>
            ))}
            <th scope="col" className="deposit-number">
              最少存
            </th>
          </tr>
        </thead>
        <tbody>
          {products.map(({ currency, offers, minimum, yearDays }) => (
            <tr key={currency}>
              <th scope="row">
                <span className="deposit-currency">
                  <CurrencyTile currency={currency} />
                  <span>
                    {CURRENCIES[currency].name}
                    <span className="deposit-note">一年按 {yearDays} 天</span>
                  </span>
                </span>
              </th>
              {offers.map(({ termMonths, rate }) => (
                <td key={termMonths} className="deposit-number">
                  {rate}%
                </td>
              ))}
              <td className="deposit-number">
                <MoneyOf value={minimum} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
