import type { PayeeDetail } from "@coralhub/contract";
import {
  addressOf,
  bankRoute,
  countryName,
  fieldsOf,
  PAYEE_KINDS,
  PAYEE_PAPERS,
  payeeLifecycle,
  payoutLifecycle,
  TRADE_CATEGORIES,
  type PayeeKind,
} from "@coralhub/domain";
import {
  ErrorState,
  Facts,
  Link,
  Masked,
  Notice,
  RowsSkeleton,
  StateTag,
  Timeline,
  toast,
  type Fact,
  pastNodes,
} from "@coralhub/ui";
import { goTo } from "@coralhub/ui/browser";
import { useMutation, useQuery } from "@tanstack/react-query";
import { Button, Modal } from "antd";
import { useState } from "react";
import { failureOf } from "../../platform/failure.ts";
import { useProveAgain } from "../../platform/prove-again.tsx";
import { asDay, inTable, MoneyOf } from "../../platform/show.tsx";
import { PaperTile } from "./paper-tile.tsx";
import { addPaper, disable, paidQuery, payeeQuery, payeeCalls, refreshPayees } from "./payee-calls.ts";
import "./beneficiaries.css";

/** One payee in full: where it is paid, what is left, what it was proven with, what changed and when. */
export function PayeeDetailView({ id }: { id: string }) {
  const { data, error, refetch, isFetching } = useQuery(payeeQuery(id));
  if (!data)
    return error ? (
      <ErrorState
        title="没能取到这个收款人"
        onRetry={() => void refetch()}
        retrying={isFetching}
        reference={failureOf(error).reference}
      >
        请稍后重试
      </ErrorState>
    ) : (
      <RowsSkeleton rows={4} />
    );
  return (
    <div className="payee-detail">
      <div className="payee-actions">
        <StateTag lifecycle={payeeLifecycle} state={data.state} />
        <span className="payee-note">{PAYEE_KINDS[data.kind].label}</span>
      </div>
      {data.reason && <Notice tone="warning" title={data.reason} />}
      {data.coolingUntil && (
        <Notice tone="info" title={`${inTable(data.coolingUntil)} 前有付款限额`}>
          新添加或修改的账户累计最多付 <MoneyOf value={data.coolingLimit} />
          ，常有人冒充供应商换账号，留一天给您核实
        </Notice>
      )}
      <Facts facts={factsOf(data)} />
      <WholeNumber payee={data} />
      {data.state !== "disabled" && <Papers payee={data} />}
      <Paid payee={data} />
      {data.changes.length > 0 && (
        <section aria-label="账户变更">
          <h3 className="type-section">账户变更</h3>
          <ul className="payee-changes">
            {data.changes.map(({ version, at, fields, genuine }) => (
              <li key={version}>
                <span className="payee-note">{inTable(at)}</span>{" "}
                {Object.entries(fields)
                  .map(([name, [before, after]]) => `${labelOf(data, name)}：${before || "空"} → ${after || "空"}`)
                  .join("；")}
                {!genuine && <Notice tone="danger" title="这条变更记录校验不通过，请联系客服" />}
              </li>
            ))}
          </ul>
        </section>
      )}
      <section aria-label="办理进度">
        <h3 className="type-section">办理进度</h3>
        <Timeline nodes={pastNodes(data.timeline)} />
      </section>
    </div>
  );
}

/** What it was proven with: may be added to, and taken away where it was the wrong one. */
function Papers({ payee: { id, kind, papers } }: { payee: PayeeDetail }) {
  const settled = (done: string) => ({
    onSuccess: async () => {
      toast.done(done);
      await refreshPayees();
    },
    onError: (error: Error) => toast.failed(error.message),
  });
  const add = useMutation({ mutationFn: (fileId: string) => addPaper(kind, id, fileId), ...settled("材料已补充") });
  const remove = useMutation({
    mutationFn: (fileId: string) => payeeCalls.removePaper({ supplierId: id, fileId }),
    ...settled("材料已移除"),
  });
  return (
    <section aria-label="材料">
      <h3 className="type-section">材料</h3>
      {papers.map(({ fileId, paper, fileName, addedAt }) => (
        <p key={fileId} className="payee-note">
          {PAYEE_PAPERS[paper]}：{fileName}，{asDay(addedAt)}
          {kind !== "own" && (
            <Button type="link" size="small" disabled={remove.isPending} onClick={() => remove.mutate(fileId)}>
              移除
            </Button>
          )}
        </p>
      ))}
      <PaperTile paper={kind === "own" ? "certificate" : "contract"} onUploaded={(fileId) => add.mutate(fileId)} />
    </section>
  );
}

const SHOWN = 5;

/** The last payments to it. */
function Paid({ payee: { id } }: { payee: PayeeDetail }) {
  const { data } = useQuery(paidQuery(id));
  if (!data || data.records.length === 0) return null;
  return (
    <section aria-label="最近付款">
      <h3 className="type-section">最近付款</h3>
      <Facts
        facts={data.records.slice(0, SHOWN).map((row) => ({
          label: inTable(row.createdAt),
          value: (
            <Link to={addressOf("payouts", { open: row.id })}>
              <MoneyOf value={row.amount} /> {payoutLifecycle.states[row.state].label}
            </Link>
          ),
        }))}
      />
    </section>
  );
}

const WORDS: Readonly<Record<string, string>> = {
  name: "名称",
  holderName: "户名",
  country: "国家",
  currency: "币种",
  accountNumber: "账号",
};
const labelOf = ({ route }: PayeeDetail, name: string): string =>
  WORDS[name] ?? fieldsOf(route).find(([key]) => key === name)?.[1].label ?? name;

function factsOf(payee: PayeeDetail): Fact[] {
  const details = fieldsOf(payee.route).flatMap(([name, field]): Fact[] => {
    const value = payee.details[name];
    if (value === undefined || name === "bankName") return [];
    return [{ label: field.label, value: field.options?.find((option) => option.value === value)?.label ?? value }];
  });
  return [
    { label: "户名", value: payee.holderName },
    { label: "国家和币种", value: `${countryName(payee.country)} ${payee.currency}，${bankRoute(payee.route).label}` },
    {
      label: "开户银行",
      value: (
        <>
          {payee.bankName} <Masked end={payee.lastFour} />{" "}
          {!payee.bankListed && <span className="payee-note">未收录</span>}
        </>
      ),
    },
    ...details,
    ...(payee.category === null
      ? []
      : [{ label: "类别", value: TRADE_CATEGORIES.find(({ code }) => code === payee.category)?.name ?? "" }]),
    ...(payee.contactEmail ? [{ label: "联系邮箱", value: payee.contactEmail }] : []),
    ...(payee.maximum
      ? [
          { label: "付款上限", value: <MoneyOf value={payee.maximum} /> },
          { label: "还可以付", value: payee.left ? <MoneyOf value={payee.left} /> : "" },
        ]
      : []),
  ];
}

function WholeNumber({ payee: { id } }: { payee: PayeeDetail }) {
  const [number, setNumber] = useState<string>();
  const { withProof, dialog } = useProveAgain();
  const show = useMutation({
    mutationFn: () => withProof(() => payeeCalls.revealNumber({ id })),
    onSuccess: ({ accountNumber }) => setNumber(accountNumber),
    onError: (error) => toast.failed(error.message),
  });
  return (
    <div>
      {number ? (
        <span className="mono">{number}</span>
      ) : (
        <Button loading={show.isPending} onClick={() => show.mutate()}>
          查看完整账号
        </Button>
      )}
      {dialog}
    </div>
  );
}

/** Where a payee is looked at: among all payments, or on the way to one from the wallet. */
export type PayFrom = "any" | "wallet";
export const PAYEE_FORMS = { any: "addSupplier", wallet: "addWalletSupplier" } as const;

/** Under an open payee: pay it, change it, stop it. */
export function PayeeFooter({ id, from = "any" }: { id: string; from?: PayFrom }) {
  const { data } = useQuery(payeeQuery(id));
  const [modal, dialog] = Modal.useModal();
  const stop = useMutation({
    mutationFn: () => disable(data!.kind, id),
    onSuccess: async () => {
      toast.done("已停用");
      await refreshPayees();
    },
    onError: (error) => toast.failed(error.message),
  });
  if (!data || data.state === "disabled") return null;
  const ask = () =>
    void modal.confirm({
      title: `停用 ${data.name}`,
      content: "停用后不能再付款给它，已经提交的付款不受影响",
      okText: "停用",
      cancelText: "先不停用",
      icon: null,
      onOk: () => stop.mutateAsync(),
    });
  return (
    <span className="payee-buttons">
      {dialog}
      <Button onClick={ask}>停用</Button>
      {CHANGED_HERE.includes(data.kind) && (
        <Button onClick={() => goTo(addressOf(PAYEE_FORMS[from], { id }))}>修改</Button>
      )}
      {data.state === "approved" && (
        <Button type="primary" onClick={() => goTo(addressOf(PAY_PAGES[from][data.kind], { payee: id }))}>
          {data.kind === "own" ? "提现" : "付款"}
        </Button>
      )}
    </span>
  );
}
/** An own account is changed on its own page, a seller's with the seller's card. */
const CHANGED_HERE: readonly PayeeKind[] = ["supplier", "service"];
const ANY_PAGES = { own: "withdraw", supplier: "paySupplier", service: "payService", seller: "paySeller" } as const;
const PAY_PAGES = {
  any: ANY_PAGES,
  wallet: { ...ANY_PAGES, supplier: "paySupplierFromWallet", service: "payServiceFromWallet" },
} as const;
