import { accountClaimList, CallRefused } from "@coralhub/contract";
import { accountClaimLifecycle, CONNECTORS, deskAddress, toShanghaiTime } from "@coralhub/domain";
import { Copyable, Facts, Link, ListPage, Notice, PageSkeleton, StateTag, toast } from "@coralhub/ui";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Button, Input } from "antd";
import { useId, useState } from "react";
import { DocumentPane } from "../../platform/document-pane.tsx";
import { MerchantName } from "../../platform/merchant-name.tsx";
import { QueryView } from "../../platform/page.tsx";
import { problemText } from "../../platform/refusal-fields.ts";
import { useRows } from "../../platform/use-rows.ts";
import { claimQuery, claims, CLAIMS, type ClaimCase, type StoreRef } from "./store-calls.ts";

type Props = { claim: ClaimCase };

/** Merchants who say that an account another merchant is tied to is theirs: their proof, both sides, the decision. */
export function AccountClaimsPage() {
  const rows = useRows(accountClaimList, [...CLAIMS, "list"], claims.accountClaims);
  return (
    <ListPage
      {...rows}
      title="平台账号归属"
      intro="一个平台账号只属于一位商户。申请人证明账号是自己的，核实后转给申请人，原来的授权解除"
      tabs={{ filter: "state" }}
      rowKey={(row) => row.id}
      unit="件"
      dense
      columns={["storeName", "merchantId", "connector", "account", "submittedAt", "decidedBy", "state"]}
      roomyColumns={["decidedBy"]}
      cells={{
        merchantId: (row) => <MerchantName merchantId={row.merchantId} />,
        connector: (row) => CONNECTORS[row.connector].label,
        decidedBy: (row) => row.decidedBy || "—",
      }}
      drawer={{
        title: (row) => `${row.storeName}的归属申请`,
        body: (row) => <Claim key={`${row.id} ${row.state}`} merchantId={row.merchantId} id={row.id} />,
      }}
      empty={{ title: "没有归属申请", text: "商户授权时发现账号已在别的商户名下，提交证明后会出现在这里" }}
    />
  );
}

function Claim(key: StoreRef) {
  const found = useQuery(claimQuery(key));
  return (
    <QueryView query={found} what="这件申请" skeleton={<PageSkeleton />}>
      {(claim) => <Case claim={claim} />}
    </QueryView>
  );
}

function Case({ claim }: Props) {
  const { merchantId, id, holder, files } = claim;
  const [current, setCurrent] = useState(files[0]?.fileId);
  return (
    <div className="claim-case">
      <Facts
        facts={[
          { label: "状态", value: <StateTag lifecycle={accountClaimLifecycle} state={claim.state} /> },
          {
            label: "申请人",
            value: <Link to={deskAddress("merchant", { id: merchantId })}>{claim.merchantName || "尚未认证"}</Link>,
          },
          { label: "平台账号", value: <Copyable text={claim.account} /> },
          {
            label: "现在属于",
            value: holder ? (
              <Link to={deskAddress("merchant", { id: holder.merchantId })}>{holder.merchantName || "尚未认证"}</Link>
            ) : (
              "没有人"
            ),
          },
          ...(holder ? [{ label: "对方的店铺", value: holder.stores.join("、") || "—" }] : []),
          ...(holder?.since ? [{ label: "对方授权于", value: toShanghaiTime(holder.since) }] : []),
          { label: "申请人说", value: claim.statement || "还没有提交证明" },
          ...(claim.answer ? [{ label: "上次的答复", value: claim.answer }] : []),
        ]}
      />
      {files.length > 0 && (
        <DocumentPane
          read={(fileId) => claims.accountClaimDocument({ merchantId, id, fileId })}
          documents={files.map(({ fileId, fileName }) => ({ fileId, label: fileName }))}
          current={current}
          onChoose={setCurrent}
        />
      )}
      {claim.state === "submitted" && <Verdict claim={claim} />}
    </div>
  );
}

function Verdict({ claim: { merchantId, id, holder } }: Props) {
  const queries = useQueryClient();
  const field = useId();
  const [reason, setReason] = useState("");
  const decide = useMutation({
    mutationFn: (granted: boolean) =>
      granted
        ? claims.grantAccountClaim({ merchantId, id })
        : claims.declineAccountClaim({ merchantId, id, reason: reason.trim() }),
    onSuccess: (_done, granted) => toast.done(granted ? "已转给申请人，双方会收到通知" : "已退回，申请人会收到原因"),
    onError: (error) =>
      toast.failed(
        error instanceof CallRefused && error.reason === "state.changed"
          ? "这件申请刚被别人处理过"
          : problemText(error),
      ),
    onSettled: () => queries.invalidateQueries({ queryKey: CLAIMS }),
  });
  return (
    <section className="claim-verdict in-reach" aria-label="处理">
      {holder && (
        <Notice tone="warning" title="转出后，对方的授权立即解除">
          请确认证明上的主体、账号与申请人一致
        </Notice>
      )}
      <label htmlFor={field}>不通过的原因（商户会看到）</label>
      <Input.TextArea
        id={field}
        rows={3}
        maxLength={300}
        value={reason}
        onChange={({ target }) => setReason(target.value)}
      />
      <div className="claim-actions">
        <Button type="primary" loading={decide.isPending} onClick={() => decide.mutate(true)}>
          转给申请人
        </Button>
        <Button danger disabled={reason.trim().length < 4 || decide.isPending} onClick={() => decide.mutate(false)}>
          不通过
        </Button>
      </div>
    </section>
  );
}
