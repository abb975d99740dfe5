import { deskAddress } from "@coralhub/domain";
import { ledgerAdjustmentList } from "@coralhub/contract";
import { Link, ListPage } from "@coralhub/ui";
import { useUrlState } from "@coralhub/ui/browser";
import { Button } from "antd";
import { MerchantName } from "../../platform/merchant-name.tsx";
import { useRows } from "../../platform/use-rows.ts";
import { accountText } from "./account-words.tsx";
import { AdjustmentDetail } from "./adjustment-detail.tsx";
import { CorrectDrawer } from "./correct-drawer.tsx";
import { ledger } from "./ledger-calls.ts";
import { LedgerTabs } from "./ledger-tabs.tsx";
import { ProposeDrawer } from "./propose-drawer.tsx";
import { PROPOSE } from "./propose-address.ts";

/** Corrections by hand: one colleague proposes, another one decides. */
export function AdjustmentsPage() {
  const url = useUrlState();
  const params = new URLSearchParams(url.search);
  const rows = useRows(ledgerAdjustmentList, ["ledger", "adjustments"], ledger.ledgerAdjustments);
  const openForm = (open: boolean) => {
    const next = new URLSearchParams(params);
    for (const name of Object.values(PROPOSE)) next.delete(name);
    if (open) next.set(PROPOSE.open, "1");
    url.setSearch(next.toString(), { replace: !open });
  };
  const propose = () => openForm(true);
  const Proposal = params.has(PROPOSE.corrects) ? CorrectDrawer : ProposeDrawer;
  return (
    <>
      <ListPage
        {...rows}
        title="总账"
        aside={<LedgerTabs />}
        actions={
          <Button type="primary" onClick={propose}>
            提出调账
          </Button>
        }
        tabs={{ filter: "state" }}
        rowKey={(row) => row.id}
        unit="件"
        dense
        columns={["memo", "madeAt", "merchantId", "from", "to", "amount", "state"]}
        roomyColumns={["merchantId"]}
        cells={{
          merchantId: (row) => (
            <Link to={deskAddress("merchant", { id: row.merchantId })}>
              <MerchantName merchantId={row.merchantId} />
            </Link>
          ),
          from: (row) => accountText(row.from),
          to: (row) => accountText(row.to),
        }}
        drawer={{
          title: (row) => (row.corrects ? "红冲" : "人工调账"),
          body: (row) => <AdjustmentDetail key={`${row.id} ${row.state}`} row={row} />,
        }}
        empty={{
          title: "还没有人工调账",
          text: "账记错了，由一位财务提出、另一位复核后更正，原分录不动",
          action: <Button onClick={propose}>提出调账</Button>,
        }}
      />
      {params.has(PROPOSE.open) && <Proposal params={params} onClose={() => openForm(false)} />}
    </>
  );
}
