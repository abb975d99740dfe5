import { type Address, deskAddress } from "@coralhub/domain";
import { useNarrow } from "@coralhub/ui";
import { goTo } from "@coralhub/ui/browser";
import { useRouterState } from "@tanstack/react-router";
import { Input, Segmented, Select } from "antd";
import { useState } from "react";
import "./ledger.css";

const TABS = [
  { value: deskAddress("ledger"), label: "科目" },
  { value: deskAddress("ledgerAccounts"), label: "账户" },
  { value: deskAddress("trial"), label: "试算表" },
  { value: deskAddress("adjustments"), label: "调账" },
  { value: deskAddress("alarms"), label: "告警" },
  { value: deskAddress("fees"), label: "费率" },
];

/** The pages under 「账务」 share one title and stand side by side; a phone has no room for that. */
export function LedgerTabs() {
  const path = useRouterState({ select: (state) => state.location.pathname });
  const narrow = useNarrow();
  const shared = {
    "aria-label": "总账",
    value: path as Address,
    options: TABS,
    onChange: (next: Address) => goTo(next),
  };
  return narrow ? <Select<Address> {...shared} className="ledger-tabs-narrow" /> : <Segmented<Address> {...shared} />;
}

/** One reference, wherever it was posted. */
export function ReferenceSearch({ asked = "" }: { asked?: string }) {
  const [text, setText] = useState(asked);
  return (
    <Input.Search
      className="ledger-search"
      size="small"
      allowClear
      maxLength={200}
      aria-label="按参考号或业务编号查记账"
      placeholder="参考号、业务编号"
      value={text}
      onChange={(event) => setText(event.target.value)}
      onSearch={(value) => value.trim() && goTo(deskAddress("postingSearch", { reference: value.trim() }))}
    />
  );
}
