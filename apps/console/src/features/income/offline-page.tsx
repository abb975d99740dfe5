import { offlineDeskList } from "@coralhub/contract";
import { deskAddress, formatMoney, OFFLINE_FITS, offlineTransferLifecycle, toShanghaiTime } from "@coralhub/domain";
import { Copyable, Facts, Link, ListPage, Money, Notice, StateTag, Timeline, pastNodes } from "@coralhub/ui";
import { saveFile } from "@coralhub/ui/browser";
import { useMutation, useQuery } from "@tanstack/react-query";
import { Button, Radio } from "antd";
import { useState } from "react";
import { MerchantName } from "../../platform/merchant-name.tsx";
import { QueryView } from "../../platform/page.tsx";
import { problemText } from "../../platform/refusal-fields.ts";
import { mayUse } from "../../platform/roles.ts";
import { useSelf } from "../../platform/self.ts";
import { useRows } from "../../platform/use-rows.ts";
import { INCOME, offline, offlineCaseQuery, useStep, type OfflineCase, type Ref } from "./income-calls.ts";
import { IncomeTabs } from "./income-tabs.tsx";
import { ReasonedSteps, type Taken } from "./reasoned-steps.tsx";
import { Amount } from "./words.tsx";
import "./income.css";

/** Transfers merchants announced with their proof: one finds the money, another agrees at 「无主来款」. */
export function OfflineTransfersPage() {
  const rows = useRows(offlineDeskList, [...INCOME, "offline"], offline.offlineDesk, { desk: true });
  return (
    <ListPage
      {...rows}
      title="收款"
      aside={<IncomeTabs />}
      intro="商户登记的线下汇款：在无主来款里找到并提出匹配，另一位同事在「无主来款」复核后归入商户"
      tabs={{ filter: "state" }}
      rowKey={(row) => row.id}
      unit="笔"
      dense
      columns={["merchantId", "createdAt", "serial", "payerName", "sentOn", "amount", "state"]}
      roomyColumns={["sentOn"]}
      cells={{ merchantId: (row) => <MerchantName merchantId={row.merchantId} /> }}
      drawer={{
        title: (row) => `线下汇款 ${row.serial}`,
        body: (row) => <OfflineView key={`${row.id} ${row.state}`} merchantId={row.merchantId} id={row.id} />,
      }}
      empty={{ title: "没有线下汇款", text: "商户登记并上传凭证后会出现在这里" }}
    />
  );
}

function OfflineView(ref: Ref) {
  const self = useSelf();
  return (
    <QueryView query={useQuery(offlineCaseQuery(ref))} what="这笔线下汇款">
      {(shown) => (
        <div className="collection-case">
          <div className="collection-head">
            <Amount of={shown.amount} figure />
            <StateTag lifecycle={offlineTransferLifecycle} state={shown.state} />
          </div>
          {shown.reason && <Notice tone="warning" title={shown.reason} />}
          <Facts
            facts={[
              {
                label: "商户",
                value: (
                  <Link to={deskAddress("merchant", { id: shown.merchantId })}>
                    <MerchantName merchantId={shown.merchantId} />
                  </Link>
                ),
              },
              { label: "付款人", value: shown.payerName },
              { label: "汇款日期", value: shown.sentOn },
              { label: "银行流水号", value: shown.bankReference ? <Copyable text={shown.bankReference} /> : "—" },
              { label: "说明", value: shown.note || "—" },
            ]}
          />
          <Proofs shown={shown} />
          <Timeline nodes={pastNodes(shown.timeline)} />
          {shown.state === "waiting" && mayUse(self, "reviewer") && <Match shown={shown} />}
          {shown.state === "matching" && (
            <Notice tone="info" title="已提出匹配，等另一位同事在「无主来款」复核">
              <Link to={deskAddress("unclaimedDesk")}>去无主来款</Link>
            </Notice>
          )}
        </div>
      )}
    </QueryView>
  );
}

function Proofs({ shown: { merchantId, id, proofs } }: { shown: OfflineCase }) {
  const self = useSelf();
  const save = useMutation({
    mutationFn: (fileId: string) => offline.offlineProof({ merchantId, id, fileId }),
    onSuccess: saveFile,
  });
  return (
    <div className="dialog-actions">
      {save.error && <Notice tone="danger" title={problemText(save.error)} />}
      {proofs.map(({ fileId, fileName }) => (
        <Button key={fileId} disabled={!mayUse(self, "reviewer")} onClick={() => save.mutate(fileId)}>
          {fileName}
        </Button>
      ))}
    </div>
  );
}

function Match({ shown: { merchantId, id, candidates } }: { shown: OfflineCase }) {
  const [unclaimedId, setUnclaimedId] = useState(candidates[0]?.id);
  const taking = useStep<Taken>(
    ({ step, words: reason }) =>
      step === "match" && unclaimedId
        ? offline.proposeOffline({ merchantId, id, unclaimedId, reason })
        : offline.declineOffline({ merchantId, id, reason }),
    ({ step }) => (step === "match" ? "已提出，等另一位同事复核" : "已告诉商户没有找到"),
  );
  return (
    <div className="collection-case">
      {candidates.length === 0 ? (
        <Notice tone="warning" title="无主来款里没有同币种、同金额或写着登记号的款" />
      ) : (
        <Radio.Group
          aria-label="可能的来款"
          className="offline-candidates"
          value={unclaimedId}
          onChange={(event) => setUnclaimedId(event.target.value as string)}
        >
          {candidates.map(({ id: candidate, fit, amount, payerName, arrivedAt, remittance }) => (
            <Radio key={candidate} value={candidate}>
              <Money amount={formatMoney(amount)} currency={amount.currency} size="inherit" />
              {`，${payerName}，${toShanghaiTime(arrivedAt).slice(0, 16)}，${OFFLINE_FITS[fit]}${remittance ? `，附言「${remittance}」` : ""}`}
            </Radio>
          ))}
        </Radio.Group>
      )}
      <ReasonedSteps
        label="依据"
        hint="写明怎么核实的；没有找到时商户会看到"
        taking={taking}
        steps={[
          { key: "decline", label: "没有找到", shortest: 2, missing: "请写明原因，商户会看到" },
          ...(unclaimedId
            ? [{ key: "match", label: "提出匹配", primary: true, shortest: 2, missing: "请写明怎么核实的" }]
            : []),
        ]}
      />
    </div>
  );
}
