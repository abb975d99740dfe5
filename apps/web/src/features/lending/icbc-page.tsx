import type { CallOutput, lendingEndpoints } from "@coralhub/contract";
import { addressOf, loanLifecycle, OWING, type LoanState } from "@coralhub/domain";
import {
  Copyable,
  ErrorState,
  Facts,
  Link,
  PageHeader,
  PageSkeleton,
  Panel,
  RowsSkeleton,
  StateDot,
  toast,
  useBegun,
} from "@coralhub/ui";
import { goTo, saveFile } from "@coralhub/ui/browser";
import { useMutation, useQuery } from "@tanstack/react-query";
import { Button } from "antd";
import { failureOf } from "../../platform/failure.ts";
import { session } from "../../platform/session.ts";
import { ServiceRows } from "../../platform/service-rows.tsx";
import { inTable, MoneyOf } from "../../platform/show.tsx";
import { IcbcData } from "./icbc-data.tsx";
import { useStep } from "./use-step.ts";
import {
  calls,
  creditQuery,
  financeQuery,
  icbcCustomerQuery,
  icbcLoansQuery,
  icbcOrdersQuery,
  icbcRepayQuery,
  icbcResultQuery,
} from "./loan-calls.ts";
import "../../platform/service-page.css";

type Status = CallOutput<typeof lendingEndpoints.icbcFinanceStatus.output>;

/** /loan/icbc: what ICBC is told, what it lends, and the papers that prove it. */
export function IcbcFinancePage() {
  const { data, error, refetch, isFetching } = useQuery(financeQuery);
  if (!data) {
    if (!error) return <PageSkeleton />;
    return (
      <>
        <PageHeader title="工银跨境融资" />
        <Panel>
          <ErrorState
            title="没能打开融资服务"
            onRetry={() => void refetch()}
            retrying={isFetching}
            reference={failureOf(error).reference}
          >
            {error.message}
          </ErrorState>
        </Panel>
      </>
    );
  }
  return (
    <>
      <PageHeader
        title="工银跨境融资"
        intro="工商银行凭您的收款、订单和账户资料审批，放款到美元钱包"
        back={{ label: "贷款", to: addressOf("loans") }}
      />
      {data.joined ? <Joined status={data} /> : <Join />}
    </>
  );
}

function Join() {
  const join = useStep(() => calls.updateFinanceStatus({ joined: true }), "已开通");
  return (
    <Panel title="开通融资服务">
      <div className="service-stack">
        <p>开通后可以向工商银行报送认证资料和近十二个月的收款，查询授信，申请融资。随时可以停用。</p>
        <div className="service-actions">
          <Button type="primary" loading={join.isPending} onClick={() => join.mutate()}>
            开通
          </Button>
        </div>
      </div>
    </Panel>
  );
}

/** Whether all that the panels show has come: what stands above others would push them down when it comes later. */
function useIsComplete(): boolean {
  const loans = useQuery(icbcLoansQuery);
  const latest = loans.data?.[0];
  const id = latest?.id ?? "";
  const asked = [
    loans,
    useQuery(creditQuery),
    useQuery(icbcOrdersQuery),
    useQuery(icbcCustomerQuery(session.user()?.mobile ?? "")),
    useQuery({ ...icbcResultQuery(id), enabled: latest !== undefined }),
    useQuery({ ...icbcRepayQuery(id), enabled: latest !== undefined && OWING.includes(latest.state) }),
  ];
  // Once shown it stays: a loan just asked for brings new questions, and what is typed meanwhile must not go.
  return useBegun(!asked.some(({ isLoading }) => isLoading));
}

function Joined({ status }: { status: Status }) {
  if (!useIsComplete()) return <RowsSkeleton rows={6} />;
  return (
    <div className="service-columns">
      <div className="service-stack">
        <Credit />
        <Latest />
        <IcbcData status={status} />
        <Loans />
      </div>
      <div className="service-stack">
        <Proofs />
        <Card status={status} />
      </div>
    </div>
  );
}

function Credit() {
  const { data } = useQuery(creditQuery);
  const jump = useMutation({
    mutationFn: () => calls.icbcPageJump({}),
    onSuccess: ({ url }) => goTo(url),
    onError: (error) => toast.failed(error.message),
  });
  return (
    <Panel
      title="授信"
      action={
        <Button type="primary" loading={jump.isPending} onClick={() => jump.mutate()}>
          去办理
        </Button>
      }
    >
      {data && (
        <Facts
          facts={[
            { label: "额度", value: <MoneyOf value={data.limit} /> },
            { label: "已用", value: <MoneyOf value={data.used} /> },
            { label: "可用", value: <MoneyOf value={data.available} /> },
            { label: "预评分", value: `${data.score} 分` },
          ]}
        />
      )}
    </Panel>
  );
}

/** The newest loan: what the bank answered, and what is owed on it today. */
function Latest() {
  const { data: loans } = useQuery(icbcLoansQuery);
  const loan = loans?.[0];
  return loan ? <LatestLoan id={loan.id} owing={OWING.includes(loan.state)} /> : null;
}

/** The bank's turn: asked again, it may have an answer. */
const WITH_THE_BANK: readonly LoanState[] = ["deciding", "drawing"];

function LatestLoan({ id, owing }: { id: string; owing: boolean }) {
  const { data: result, refetch, isFetching } = useQuery(icbcResultQuery(id));
  const { data: repay } = useQuery({ ...icbcRepayQuery(id), enabled: owing });
  if (!result) return null;
  return (
    <Panel
      title="最近一笔的审批结果"
      action={<Link to={repay?.url ?? addressOf("loan", { id })}>{repay ? "去还款" : "查看"}</Link>}
    >
      <Facts
        facts={[
          { label: "结果", value: <StateDot lifecycle={loanLifecycle} state={result.state} /> },
          ...(WITH_THE_BANK.includes(result.state)
            ? [
                {
                  label: "工行处理中",
                  value: (
                    <Button size="small" loading={isFetching} onClick={() => void refetch()}>
                      重新查询
                    </Button>
                  ),
                },
              ]
            : []),
          ...(result.reason ? [{ label: "工行说明", value: result.reason }] : []),
          { label: "金额", value: <MoneyOf value={result.amount} /> },
          ...(repay
            ? [
                { label: "今天应还", value: <MoneyOf value={repay.due} /> },
                { label: "今天结清需要", value: <MoneyOf value={repay.payoff} /> },
              ]
            : []),
        ]}
      />
    </Panel>
  );
}

const PROOFS = [
  { label: "收款证明", fetch: () => calls.icbcIncomeProof({}) },
  { label: "订单证明", fetch: () => calls.icbcOrderProof({}) },
  { label: "账户证明", fetch: () => calls.icbcAccountProof({}) },
];

function Proofs() {
  const save = useMutation({
    mutationFn: (at: number) => PROOFS[at]!.fetch(),
    onSuccess: saveFile,
    onError: (error) => toast.failed(error.message),
  });
  return (
    <Panel title="证明文件" intro="取自本平台账簿的 PDF">
      <div className="service-actions">
        {PROOFS.map(({ label }, at) => (
          <Button key={label} loading={save.isPending && save.variables === at} onClick={() => save.mutate(at)}>
            {label}
          </Button>
        ))}
      </div>
    </Panel>
  );
}

function Card({ status: { card } }: { status: Status }) {
  const open = useStep(() => calls.insertFinanceCard({}), "融资卡已开立");
  const leave = useStep(() => calls.updateFinanceStatus({ joined: false }), "已停用");
  return (
    <Panel title="融资卡" intro="工行放款和还款用的账户标识">
      <div className="service-stack">
        {card ? (
          <Facts
            facts={[
              { label: "卡号", value: <Copyable text={card.cardNo} /> },
              { label: "户名", value: card.holder },
            ]}
          />
        ) : (
          <Button loading={open.isPending} onClick={() => open.mutate()}>
            开立融资卡
          </Button>
        )}
        <Button loading={leave.isPending} onClick={() => leave.mutate()}>
          停用融资服务
        </Button>
      </div>
    </Panel>
  );
}

function Loans() {
  const { data, isError, refetch } = useQuery(icbcLoansQuery);
  return (
    <ServiceRows
      title="工行贷款"
      rows={data?.map((loan) => ({
        id: loan.id,
        to: addressOf("loan", { id: loan.id }),
        title: "工银跨境融资",
        note: `年利率 ${loan.rate}%，${inTable(loan.createdAt)} 申请`,
        amount: loan.amount,
        state: <StateDot lifecycle={loanLifecycle} state={loan.state} />,
      }))}
      failed={isError}
      retry={() => void refetch()}
      empty={{ title: "还没有工行贷款", text: "报送资料后可以申请" }}
    />
  );
}
