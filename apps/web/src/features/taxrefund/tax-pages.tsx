import type { TaxRefundDetail } from "@coralhub/contract";
import { addressOf, taxRefundLifecycle } from "@coralhub/domain";
import {
  Copyable,
  CurrencyTile,
  DetailPage,
  Notice,
  PageHeader,
  PageSkeleton,
  Panel,
  StateDot,
  StateTag,
  toast,
  type Fact,
  pastNodes,
} from "@coralhub/ui";
import { goTo, useUrlState } from "@coralhub/ui/browser";
import { useMutation, useQuery } from "@tanstack/react-query";
import { Button } from "antd";
import { useState } from "react";
import { NotOpened } from "../../platform/not-opened.tsx";
import { ServiceRows } from "../../platform/service-rows.tsx";
import { asDay, inTable, MoneyOf } from "../../platform/show.tsx";
import { calls, refreshRefunds, refundQuery, refundsQuery } from "./tax-calls.ts";
import { Differences, TaxForm } from "./tax-form.tsx";
import "../../platform/service-page.css";

const BACK = { label: "出口退税", to: addressOf("taxRefunds") };

/** /taxrefund/apply: what was applied for, and a new application. */
export function TaxRefundsPage() {
  const [pageNo, setPageNo] = useState(1);
  const { data, isError, refetch } = useQuery(refundsQuery(pageNo));
  return (
    <>
      <PageHeader title="出口退税" intro="报关单、发票和收款三单相符后审核申报，退税款转入人民币钱包" />
      <div className="service-stack">
        <ServiceRows
          title="我的退税"
          rows={data?.records.map((row) => ({
            id: row.id,
            to: addressOf("taxRefund", { id: row.id }),
            title: row.goods,
            note: `报关单 ${row.number}，${inTable(row.createdAt)} 申请`,
            amount: row.refund,
            state: <StateDot lifecycle={taxRefundLifecycle} state={row.state} />,
          }))}
          failed={isError}
          retry={() => void refetch()}
          pages={{ pageNo, total: data?.total, open: setPageNo }}
          empty={{ title: "还没有退税申请", text: "在下方填写三单，核对后提交" }}
        />
        {/* Below the list: it comes when the list has its height. */}
        {(data || isError) && (
          <Panel title="新的申请">
            <TaxForm
              label="提交申请"
              send={async (filed) => {
                const { id } = await calls.applyForTaxRefund(filed);
                await refreshRefunds();
                goTo(addressOf("taxRefund", { id }));
              }}
            />
          </Panel>
        )}
      </div>
    </>
  );
}

/** /taxrefund/detail?id=…: one application, its differences, and the way to repair them. */
export function TaxRefundPage() {
  const { search } = useUrlState();
  const id = new URLSearchParams(search).get("id") ?? "";
  const { data, error, refetch, isFetching } = useQuery(refundQuery(id));
  if (data) return <Detail refund={data} />;
  if (!error) return <PageSkeleton />;
  return <NotOpened title="出口退税" back={BACK} what="这笔退税" query={{ error, refetch, isFetching }} />;
}

const factsOf = (refund: TaxRefundDetail): Fact[] => [
  { label: "报关单号", value: <Copyable text={refund.number} /> },
  { label: "出口日期", value: refund.flows.declaration.exportedOn },
  { label: "报关金额", value: <MoneyOf value={refund.declared} /> },
  { label: "发票不含税", value: <MoneyOf value={refund.flows.invoice.net} /> },
  { label: "税率", value: `${refund.flows.invoice.vatRate}%` },
  { label: "申报期限", value: refund.deadline },
  {
    label: "收款",
    value:
      refund.receipts.map(({ amount, creditedAt }) => `${amount.currency} ${asDay(creditedAt)}`).join("，") ||
      "没有选择",
  },
  { label: "材料", value: `${refund.papers.length} 份` },
];

function Detail({ refund }: { refund: TaxRefundDetail }) {
  const { id, state, differences, reason } = refund;
  const cancel = useMutation({
    mutationFn: () => calls.cancelTaxRefund({ id }),
    onSuccess: () => refreshRefunds(),
    onError: (error) => toast.failed(error.message),
  });
  const open = state === "differing" || state === "reviewing";
  return (
    <DetailPage
      title={refund.goods}
      tile={<CurrencyTile currency="CNY" />}
      state={<StateTag lifecycle={taxRefundLifecycle} state={state} />}
      back={BACK}
      amount={{
        label: refund.paid ? "已退税" : "预计退税",
        value: <MoneyOf value={refund.paid ?? refund.refund} size="figure" />,
      }}
      hold={
        (state === "differing" || state === "declined") && (
          <Notice
            tone={state === "declined" ? "danger" : "warning"}
            title={reason ?? `三单有 ${differences.length} 处差异，请修改后再提交`}
          >
            <Differences differences={differences} />
          </Notice>
        )
      }
      facts={factsOf(refund)}
      timeline={pastNodes(refund.timeline)}
      actions={
        open && (
          <Button loading={cancel.isPending} onClick={() => cancel.mutate()}>
            取消申请
          </Button>
        )
      }
    >
      {state === "differing" && (
        <Panel title="修改资料">
          <TaxForm
            before={refund}
            label="提交修改"
            send={async (filed) => {
              await calls.correctTaxRefund({ id, ...filed });
              await refreshRefunds();
            }}
          />
        </Panel>
      )}
    </DetailPage>
  );
}
