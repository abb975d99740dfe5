import type { EscrowDetail } from "@coralhub/contract";
import { addressOf, ESCROW_ROLES, escrowLifecycle, type EscrowAction } from "@coralhub/domain";
import { CurrencyTile, DetailPage, Notice, PageSkeleton, Panel, StateTag, toast, pastNodes } from "@coralhub/ui";
import { saveFile, useUrlState } from "@coralhub/ui/browser";
import { useMutation, useQuery } from "@tanstack/react-query";
import { Button } from "antd";
import { useState } from "react";
import { NotOpened } from "../../platform/not-opened.tsx";
import { PaperTile } from "../../platform/paper-tile.tsx";
import { inTable, MoneyOf } from "../../platform/show.tsx";
import { calls, escrowQuery, refreshEscrows } from "./escrow-calls.ts";
import { FundDialog, ReleaseDialog, WordsDialog } from "./escrow-dialogs.tsx";
import "../../platform/service-page.css";

const BACK = { label: "担保交易", to: addressOf("escrows") };

/** /escrow/detail?id=…: one agreement as this side sees it. */
export function EscrowPage() {
  const { search } = useUrlState();
  const id = new URLSearchParams(search).get("id") ?? "";
  const { data, error, refetch, isFetching } = useQuery(escrowQuery(id));
  if (data) return <Detail escrow={data} />;
  if (!error) return <PageSkeleton />;
  return <NotOpened title="担保交易" back={BACK} what="这笔担保交易" query={{ error, refetch, isFetching }} />;
}

/** In the order in which they stand, the likeliest last. */
const BUTTONS: readonly { action: Exclude<EscrowAction, "settle">; label: string; main?: true }[] = [
  { action: "cancel", label: "取消" },
  { action: "decline", label: "不同意" },
  { action: "dispute", label: "提出争议" },
  { action: "refund", label: "退款给买方" },
  { action: "accept", label: "同意", main: true },
  { action: "fund", label: "付款到担保", main: true },
  { action: "deliver", label: "已交付", main: true },
  { action: "release", label: "放款给卖方", main: true },
];

function Detail({ escrow }: { escrow: EscrowDetail }) {
  const { state, amount, held, role, otherName, reason } = escrow;
  const [open, setOpen] = useState<EscrowAction | null>(null);
  const close = () => setOpen(null);
  return (
    <>
      <DetailPage
        title={escrow.subject}
        tile={<CurrencyTile currency={amount.currency} />}
        state={<StateTag lifecycle={escrowLifecycle} state={state} />}
        back={BACK}
        amount={{ label: "担保金额", value: <MoneyOf value={amount} size="figure" /> }}
        hold={
          state === "disputed" && (
            <Notice tone="warning" title="争议处理中，资金由平台保管">
              {reason}。请在下方提交凭证
            </Notice>
          )
        }
        facts={[
          { label: "我的身份", value: ESCROW_ROLES[role] },
          { label: "对方", value: otherName },
          { label: "放款条件", value: escrow.conditions },
          { label: "交付日", value: escrow.deliverBy },
          { label: "担保中", value: <MoneyOf value={held} /> },
          { label: "已放款", value: <MoneyOf value={escrow.released} /> },
          { label: "已退款", value: <MoneyOf value={escrow.refunded} /> },
        ]}
        timeline={pastNodes(escrow.timeline)}
        actions={BUTTONS.filter(({ action }) => escrow.may.includes(action)).map(({ action, label, main }) => (
          <Button key={action} type={main ? "primary" : "default"} onClick={() => setOpen(action)}>
            {label}
          </Button>
        ))}
      >
        <EvidencePanel escrow={escrow} />
      </DetailPage>
      {open === "fund" && escrow.may.includes("fund") && <FundDialog escrow={escrow} onClose={close} />}
      {open === "release" && <ReleaseDialog escrow={escrow} onClose={close} />}
      {open && open !== "fund" && open !== "release" && open !== "settle" && (
        <WordsDialog action={open} escrow={escrow} onClose={close} />
      )}
    </>
  );
}

function EvidencePanel({ escrow: { id, state, evidence } }: { escrow: EscrowDetail }) {
  const save = useMutation({
    mutationFn: (fileId: string) => calls.escrowEvidence({ id, fileId }),
    onSuccess: saveFile,
    onError: (error) => toast.failed(error.message),
  });
  const ended = escrowLifecycle.groups.ended.includes(state);
  return (
    <Panel title="凭证" intro="双方和平台都能看到">
      <div className="service-stack">
        {evidence.map(({ fileId, by, fileName, note, at }) => (
          <div key={fileId}>
            <Button type="link" onClick={() => save.mutate(fileId)}>
              {fileName}
            </Button>
            <span className="service-note">
              {ESCROW_ROLES[by]}，{inTable(at)}
              {note && `，${note}`}
            </span>
          </div>
        ))}
        {ended ? (
          evidence.length === 0 && <p className="service-note">没有提交凭证</p>
        ) : (
          <PaperTile
            key={evidence.length}
            label="提交凭证"
            upload={(file) => calls.addEscrowEvidence({ id, file, note: "" })}
            onUploaded={() => void refreshEscrows()}
          />
        )}
      </div>
    </Panel>
  );
}
