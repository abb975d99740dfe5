import { CallRefused } from "@coralhub/contract";
import { BRAND, countryName } from "@coralhub/domain";
import { ErrorState, Notice, PageHeader, PageSkeleton, Panel, RefusedState } from "@coralhub/ui";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { payeeCalls } from "./payee-calls.ts";
import { supplierInput } from "./payee-fields.ts";
import { PayeeForm } from "./payee-form.tsx";
import "./beneficiaries.css";

/** /payeeFill#secret: a supplier writes down its own account. The secret stays behind the hash: no server's log sees it. */
export function SelfFillPage() {
  const secret = location.hash.slice(1);
  const { data, error, refetch } = useQuery({
    queryKey: ["payeeLink", secret],
    queryFn: () => payeeCalls.openLink({ secret }),
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const [isDone, setDone] = useState(false);
  if (isDone)
    return (
      <div className="payee-fill">
        <PageHeader title="填写收款账户" />
        <Notice tone="success" title="已提交，谢谢">
          付款方核对后会按这个账户付款。链接已失效，不能再次填写
        </Notice>
      </div>
    );
  if (!data)
    return (
      <div className="payee-fill">
        <PageHeader title="填写收款账户" />
        {!error ? (
          <PageSkeleton />
        ) : error instanceof CallRefused ? (
          <Panel>
            <RefusedState title="链接已失效或已填写" needs={[{ text: "向付款方要一个新的链接", done: false }]}>
              {error.reason === "payee.link_dead" ? error.message : "链接不完整，请从收到的消息里重新打开"}
            </RefusedState>
          </Panel>
        ) : (
          <Panel>
            <ErrorState title="没能打开" onRetry={() => void refetch()}>
              请检查网络后重试
            </ErrorState>
          </Panel>
        )}
      </div>
    );
  const initial = { name: data.name, holderType: "company", country: data.country, currency: data.currency };
  return (
    <div className="payee-fill">
      <PageHeader title="填写收款账户" />

      <Notice tone="info" title={`${data.payer} 通过${BRAND.name}向您付款`}>
        请填写您在{countryName(data.country)}收 {data.currency} 的银行账户。账号加密保存，只用于付款
      </Notice>
      <Panel>
        <PayeeForm
          kind="supplier"
          linked
          initial={initial}
          submitLabel="提交"
          onSave={async (values) => {
            const {
              verificationCode: _,
              papers: _papers,
              maximumAmount: _most,
              remark: _remark,
              category: _category,
              ...input
            } = supplierInput(values, [], "");
            await payeeCalls.fillLink({ ...input, secret });
            setDone(true);
          }}
        />
      </Panel>
    </div>
  );
}
