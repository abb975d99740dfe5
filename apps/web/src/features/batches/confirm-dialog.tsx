import { CallRefused, type BatchDetail, type BatchQuote } from "@coralhub/contract";
import { addressOf, DEFAULT_TOLERANCE, formatMoney, QUOTE_SECONDS } from "@coralhub/domain";
import { Bone, Link, moneyText, Notice, QuoteRing, toast } from "@coralhub/ui";
import { Button } from "@coralhub/ui/light";
import { useMutation, useQuery } from "@tanstack/react-query";
import { Modal } from "antd";
import { useId, useState } from "react";
import { promisedPrice } from "../../platform/promised-price.ts";
import { useProveAgain } from "../../platform/prove-again.tsx";
import { SmsCode } from "../../platform/sms-code.tsx";
import { MoneyOf } from "../../platform/show.tsx";
import { TOLERANCE_LABEL, ToleranceSelect, type Tolerance } from "../../platform/tolerance-select.tsx";
import { useSentCode } from "../../platform/use-sent-code.ts";
import { refreshBatches, sheetCalls } from "./batch-calls.ts";

const QUOTE_AGAIN_MS = 24_000;
const ENDED: readonly (string | undefined)[] = ["batch.quote_ended", "batch.changed"];

/** One price for all rows, and one code. */
export function ConfirmDialog({ batch, onClose }: { batch: BatchDetail; onClose: () => void }) {
  const calls = sheetCalls(batch.kind);
  const { id } = batch;
  const [code, setCode] = useState("");
  const [problem, setProblem] = useState<string>();
  const [toleranceBasisPoints, setTolerance] = useState<Tolerance>(DEFAULT_TOLERANCE);
  const { withProof, dialog, asking } = useProveAgain();
  const quote = useQuery({
    queryKey: ["batches", "quote", id, batch.counts.ready],
    queryFn: () => calls.quote({ id }),
    ...promisedPrice(QUOTE_AGAIN_MS, (price: BatchQuote) => price.quoteId),
  });
  const refuse = (error: unknown) => {
    if (error === null) return setProblem(undefined);
    if (error instanceof CallRefused && ENDED.includes(error.reason)) {
      void quote.refetch();
      return setProblem("报价刚刚更新，请核对金额后再次确认");
    }
    setProblem((error as Error).message);
  };
  const sms = useSentCode(() => withProof(() => calls.sendCode({ id, quoteId: quote.data!.quoteId })), refuse);
  const confirm = useMutation({
    mutationFn: () =>
      withProof(() => calls.confirm({ id, quoteId: quote.data!.quoteId, verifyCode: code, toleranceBasisPoints })),
    onSuccess: async () => {
      toast.done("已确认，正在付款");
      onClose();
      await refreshBatches();
    },
    onError: refuse,
  });
  return (
    <>
      <Modal open={!asking} title={`确认付 ${batch.counts.ready} 行`} footer={null} width={560} onCancel={onClose}>
        <div className="batch-confirm">
          {quote.error && <Notice tone="danger" title={quote.error.message} />}
          {!quote.data && !quote.error && <Bone width="100%" height={120} />}
          {quote.data && <QuoteLines key={quote.data.quoteId} quote={quote.data} />}
          {quote.data?.groups.some(({ rate }) => rate !== null) && (
            <Waiting value={toleranceBasisPoints} onChange={setTolerance} />
          )}
          <SmsCode
            sms={sms}
            hint="一个验证码确认这张表，收款人和金额变了就失效"
            code={code}
            problem={problem}
            onType={(typed) => {
              setCode(typed);
              setProblem(undefined);
            }}
          />
          <Button
            variant="primary"
            loading={confirm.isPending}
            disabled={!quote.data || code.length < 6}
            onClick={() => confirm.mutate()}
          >
            确认付款
          </Button>
        </div>
      </Modal>
      {dialog}
    </>
  );
}

/** What arrives is fixed, unless a row has to wait: how much less it may then be. */
function Waiting({ value, onChange }: { value: Tolerance; onChange: (value: Tolerance) => void }) {
  const id = useId();
  return (
    <div className="batch-tolerance">
      <label htmlFor={id}>{TOLERANCE_LABEL}</label>
      <ToleranceSelect id={id} value={value} onChange={onChange} />
      <p className="batch-note">要审批的行按审批时的汇率到账；变动超过这个范围，会请您 24 小时内重新确认</p>
    </div>
  );
}

type Quote = Awaited<ReturnType<ReturnType<typeof sheetCalls>["quote"]>>;
function QuoteLines({ quote }: { quote: Quote }) {
  return (
    <>
      <div className="batch-line">
        <table className="batch-quote">
          <thead>
            <tr>
              <th scope="col">到账</th>
              <th scope="col">笔数</th>
              <th scope="col">汇率</th>
              <th scope="col">手续费</th>
              <th scope="col">扣款</th>
            </tr>
          </thead>
          <tbody>
            {quote.groups.map(({ currency, arrives, count, rate, fee, coupons, leaves }) => (
              <tr key={currency}>
                <td>
                  <MoneyOf value={arrives} />
                </td>
                <td>{count}</td>
                <td>{rate ?? "不换汇"}</td>
                <td>
                  <MoneyOf value={fee} />
                  {coupons.map(({ label, saved }) => (
                    <span key={label} className="batch-saved">
                      已减 <MoneyOf value={saved} />
                      ，优惠券「{label}」
                    </span>
                  ))}
                </td>
                <td>
                  <MoneyOf value={leaves} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
        <QuoteRing seconds={QUOTE_SECONDS} />
      </div>
      {quote.charged.map(({ accountId, label, leaves }) => (
        <p key={accountId} className="batch-note">
          {label} 共扣 <MoneyOf value={leaves} />
        </p>
      ))}
      {quote.groups.some(({ coupons }) => coupons.length > 0) && (
        <p className="batch-note">优惠券先用在手续费最高的几笔上，付不出去的会退还</p>
      )}
      {quote.newPayees > 0 && (
        <Notice tone="info">
          其中 {quote.newPayees} 个收款人第一次付款，会保存到付款管理，24 小时内每人累计最多约{" "}
          <MoneyOf value={quote.newPayeeLimit} />
        </Notice>
      )}
      {quote.missingQuota.length > 0 && (
        <Notice
          tone="warning"
          title="订单额度不够付完这张表"
          action={<Link to={addressOf("orderManage")}>补充订单</Link>}
        >
          还缺 {quote.missingQuota.map((one) => moneyText(formatMoney(one), one.currency)).join("、")}{" "}
          的订单，靠后的行会付不出去
        </Notice>
      )}
      {quote.approval && <Notice tone="info">{quote.approval}</Notice>}
    </>
  );
}
