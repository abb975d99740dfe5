import { walletDeskList } from "@coralhub/contract";
import {
  deskAddress,
  formatMoney,
  toShanghaiTime,
  WALLET_TRANSFER_KINDS,
  walletTransferLifecycle,
} from "@coralhub/domain";
import { Copyable, Facts, Link, ListPage, Money, StateTag, Timeline, type Fact, pastNodes } from "@coralhub/ui";
import { useQuery } from "@tanstack/react-query";
import { MerchantName } from "../../platform/merchant-name.tsx";
import { QueryView } from "../../platform/page.tsx";
import { useRows } from "../../platform/use-rows.ts";
import { transferQuery, wallets, WALLETS, type Ref, type TransferCase } from "./wallet-calls.ts";
import { WalletTabs } from "./wallet-tabs.tsx";
import "./wallets.css";

const TABS = [
  { label: "已完成", values: ["completed"] },
  { label: "待验证", values: ["unverified"] },
  { label: "已取消", values: ["cancelled"] },
];

/** Every merchant's: into the own wallet and to others, each once. */
export function WalletTransfersPage() {
  const rows = useRows(walletDeskList, [...WALLETS, "transfers"], wallets.walletDesk, { desk: true });
  return (
    <ListPage
      {...rows}
      title="钱包"
      aside={<WalletTabs tab="walletTransfers" />}
      tabs={{ filter: "state", items: TABS }}
      rowKey={(row) => `${row.merchantId} ${row.id}`}
      unit="笔"
      dense
      columns={["kind", "merchantId", "other", "createdAt", "note", "amount", "state"]}
      roomyColumns={["note"]}
      cells={{
        merchantId: (row) => <MerchantName merchantId={row.merchantId} />,
        other: (row) => (row.otherNumber ? `${row.other} ${row.otherNumber}` : row.other),
      }}
      drawer={{
        title: (row) => WALLET_TRANSFER_KINDS[row.kind],
        body: (row) => <TransferDetail key={`${row.id} ${row.state}`} merchantId={row.merchantId} id={row.id} />,
      }}
      empty={{ title: "还没有钱包转账", text: "商户从收款账户转入钱包或转给其他商户后会出现在这里" }}
    />
  );
}

function TransferDetail(ref: Ref) {
  const found = useQuery(transferQuery(ref));
  return (
    <QueryView query={found} what="这笔转账">
      {(shown) => (
        <div className="wallet-case">
          <div className="wallet-case-head">
            <Money amount={formatMoney(shown.amount)} currency={shown.amount.currency} size="figure" />
            <StateTag lifecycle={walletTransferLifecycle} state={shown.state} />
          </div>
          <Facts facts={factsOf(shown)} />
          <section aria-label="办理进度">
            <h2 className="type-label">办理进度</h2>
            <Timeline nodes={pastNodes(shown.timeline)} />
          </section>
        </div>
      )}
    </QueryView>
  );
}

const merchantLink = (id: string) => (
  <Link to={deskAddress("merchant", { id })}>
    <MerchantName merchantId={id} />
  </Link>
);

function factsOf(shown: TransferCase): Fact[] {
  const { merchantId, id, postingId, otherMerchantId, otherNumber, other, note, createdAt, completedAt } = shown;
  return [
    { label: "商户", value: merchantLink(merchantId) },
    { label: otherMerchantId ? "收款方" : "转出账户", value: otherMerchantId ? merchantLink(otherMerchantId) : other },
    ...(otherNumber ? [{ label: "对方钱包号", value: <Copyable text={otherNumber} /> }] : []),
    ...(note ? [{ label: "附言", value: note }] : []),
    { label: "转账编号", value: <Copyable text={id} /> },
    { label: "填写时间", value: toShanghaiTime(createdAt) },
    ...(completedAt ? [{ label: "到账时间", value: toShanghaiTime(completedAt) }] : []),
    ...(postingId
      ? [{ label: "记账", value: <Link to={deskAddress("posting", { merchantId, postingId })}>查看分录</Link> }]
      : []),
  ];
}
