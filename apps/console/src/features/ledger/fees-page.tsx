import type { FeeRuleRow } from "@coralhub/contract";
import {
  corridorText,
  currencyText,
  extraTexts,
  FEE_BEARERS,
  FEE_BUSINESS_NAMES,
  FEE_BUSINESSES,
  priceText,
} from "@coralhub/domain";
import { Panel, tableTime } from "@coralhub/ui";
import { useQuery } from "@tanstack/react-query";
import { Button } from "antd";
import { useState } from "react";
import { BooksTable } from "../../platform/books-table.tsx";
import { Page, QueryView } from "../../platform/page.tsx";
import { FeeEditor } from "./fee-editor.tsx";
import { prices } from "./ledger-calls.ts";
import { LedgerTabs } from "./ledger-tabs.tsx";
import "./forms.css";

/** The prices in force. The most specific rule counts: corridor before currency. */
export function FeesPage() {
  const rules = useQuery({ queryKey: ["ledger", "fees"], queryFn: () => prices.feeRules({}) });
  const [editing, setEditing] = useState<FeeRuleRow | "new">();
  return (
    <Page
      title="总账"
      beside={<LedgerTabs />}
      actions={
        <Button type="primary" onClick={() => setEditing("new")}>
          新增规则
        </Button>
      }
    >
      <Panel
        title="收费规则"
        intro="同一业务有多条规则时，去向最具体的优先，其次看币种。调整须由另一位财务复核，已给出的报价不受影响"
        flush
      >
        <QueryView query={rules} what="收费规则">
          {(rows) => <RuleTable rows={inOrder(rows)} onEdit={setEditing} />}
        </QueryView>
      </Panel>
      {editing && <FeeEditor row={editing === "new" ? undefined : editing} onClose={() => setEditing(undefined)} />}
    </Page>
  );
}

const inOrder = (rows: readonly FeeRuleRow[]) =>
  rows.toSorted(
    (a, b) =>
      FEE_BUSINESS_NAMES.indexOf(a.business) - FEE_BUSINESS_NAMES.indexOf(b.business) ||
      `${a.corridor} ${a.currency}`.localeCompare(`${b.corridor} ${b.currency}`),
  );

function RuleTable({ rows, onEdit }: { rows: readonly FeeRuleRow[]; onEdit(row: FeeRuleRow): void }) {
  return (
    <BooksTable name="收费规则">
      <thead>
        <tr>
          <th scope="col">业务</th>
          <th scope="col">收费</th>
          <th scope="col" className="wide-only">
            承担
          </th>
          <th scope="col" className="wide-only">
            生效
          </th>
          <th scope="col" className="right">
            <span className="visually-hidden">操作</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => {
          const { business, currency, corridor, terms, effectiveFrom } = row;
          const where = `${currencyText(currency)}，${corridorText(corridor)}`;
          return (
            <tr key={`${business} ${currency} ${corridor}`}>
              <td>
                {FEE_BUSINESSES[business]}
                <span className="second-line">{where}</span>
              </td>
              <td>
                <span className="fee-price">{priceText(terms, currency)}</span>
                {extraTexts(terms).map((text) => (
                  <span key={text} className="second-line">
                    {text}
                  </span>
                ))}
              </td>
              <td className="wide-only">{FEE_BEARERS[terms.bearer]}</td>
              <td className="wide-only">{effectiveFrom ? tableTime(effectiveFrom) : "标准价"}</td>
              <td className="right">
                <Button
                  type="link"
                  size="small"
                  aria-label={`调整${FEE_BUSINESSES[business]}，${where}`}
                  onClick={() => onEdit(row)}
                >
                  调整
                </Button>
              </td>
            </tr>
          );
        })}
      </tbody>
    </BooksTable>
  );
}
