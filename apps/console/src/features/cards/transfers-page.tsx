import { cardTransferDeskList } from "@coralhub/contract";
import { formatMoney, toShanghaiTime } from "@coralhub/domain";
import { Copyable, Facts, ListPage, Money, Notice } from "@coralhub/ui";
import { Button, Input } from "antd";
import { useState } from "react";
import { MerchantName } from "../../platform/merchant-name.tsx";
import { NoteField } from "../../platform/note-field.tsx";
import { problemText } from "../../platform/refusal-fields.ts";
import { mayUse } from "../../platform/roles.ts";
import { useSelf } from "../../platform/self.ts";
import { useRows } from "../../platform/use-rows.ts";
import { cards, CARDS, useStep } from "./card-calls.ts";
import { CardTabs } from "./card-tabs.tsx";
import "./card-desk.css";

/** Money on the card wallets' own account: matched by serial number, or waiting for somebody to find out. */
export function CardTransfersPage() {
  const self = useSelf();
  const rows = useRows(cardTransferDeskList, [...CARDS, "transfers"], cards.cardTransferDesk, {});
  return (
    <ListPage
      {...rows}
      title="卡钱包汇款"
      intro="附言有流水号、由商户本人汇出的自动入账；其他的归入商户或退回汇款人，由另一位财务复核"
      lead={<CardTabs current="cardTransfers" />}
      rowKey={(row) => row.id}
      unit="笔"
      dense
      columns={["payer", "remittance", "arrivedAt", "reference", "state", "matchedMerchantId", "amount"]}
      roomyColumns={["reference"]}
      cells={{
        matchedMerchantId: (row) =>
          row.matchedMerchantId ? <MerchantName merchantId={row.matchedMerchantId} /> : "没有",
      }}
      drawer={{
        title: (row) => `${row.payer} 的汇款`,
        body: (row) => (
          <div className="card-desk-case">
            <Facts
              facts={[
                { label: "金额", value: <Money amount={formatMoney(row.amount)} currency={row.amount.currency} /> },
                { label: "附言", value: row.remittance || "没有" },
                { label: "银行流水号", value: <Copyable text={row.reference} /> },
                { label: "到账时间", value: toShanghaiTime(row.arrivedAt) },
              ]}
            />
            {row.state === "waiting" && mayUse(self, "finance") && <Decide key={row.id} id={row.id} />}
          </div>
        ),
      }}
      empty={{ title: "还没有汇款", text: "商户汇款到卡钱包账户后会出现在这里" }}
    />
  );
}

function Decide({ id }: { id: string }) {
  const [serialNumber, setSerial] = useState("");
  const [reason, setReason] = useState("");
  const match = useStep(
    () => cards.matchCardTransfer({ id, serialNumber: serialNumber.trim(), reason: reason.trim() }),
    "已提出，等待另一位财务复核",
  );
  const giveBack = useStep(
    () => cards.returnCardTransfer({ id, reason: reason.trim() }),
    "已提出退回，等待另一位财务复核",
  );
  const problem = match.error ?? giveBack.error;
  return (
    <div className="card-desk-steps">
      {problem && <Notice tone="danger" title={problemText(problem)} />}
      <Input
        aria-label="登记的流水号"
        placeholder="商户登记的流水号，CW 开头；退回时不填"
        value={serialNumber}
        onChange={(event) => setSerial(event.target.value)}
      />
      <NoteField
        longest={300}
        label="依据"
        value={reason}
        onChange={setReason}
        hint="复核的同事会看到，也记在审计日志"
        problem={undefined}
      />
      <div className="card-desk-actions">
        <Button
          loading={giveBack.isPending}
          disabled={match.isPending || reason.trim().length < 2}
          onClick={() => {
            match.reset();
            giveBack.mutate(undefined);
          }}
        >
          提出退回汇款人
        </Button>
        <Button
          type="primary"
          loading={match.isPending}
          disabled={giveBack.isPending || !/^CW\d{12}$/.test(serialNumber.trim()) || reason.trim().length < 2}
          onClick={() => {
            giveBack.reset();
            match.mutate(undefined);
          }}
        >
          提出入账
        </Button>
      </div>
    </div>
  );
}
