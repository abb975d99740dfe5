import {
  addressOf,
  ESCROW_CURRENCIES,
  ESCROW_ROLE_NAMES,
  ESCROW_ROLES,
  escrowLifecycle,
  readAmount,
  type EscrowRole,
} from "@coralhub/domain";
import { addDays, beijingDay, DateField, Notice, PageHeader, Panel, StateDot } from "@coralhub/ui";
import { TextField } from "@coralhub/ui/light";
import { goTo } from "@coralhub/ui/browser";
import { useMutation, useQuery } from "@tanstack/react-query";
import { Button, Input, Radio, Select } from "antd";
import { useState } from "react";
import { ServiceRows } from "../../platform/service-rows.tsx";
import { inTable } from "../../platform/show.tsx";
import { calls, escrowsQuery, refreshEscrows } from "./escrow-calls.ts";
import "../../platform/service-page.css";

/** /escrow: what is held between two, and the way to begin another. */
export function EscrowsPage() {
  const [pageNo, setPageNo] = useState(1);
  const { data, isError, refetch } = useQuery(escrowsQuery(pageNo));
  return (
    <>
      <PageHeader title="担保交易" intro="买方付款到平台，双方确认后放款给卖方；有争议由平台两人裁定" />
      <div className="service-columns">
        <ServiceRows
          title="我的担保交易"
          rows={data?.records.map((row) => ({
            id: row.id,
            to: addressOf("escrow", { id: row.id }),
            title: row.subject,
            note: `${ESCROW_ROLES[row.role]}，对方 ${row.otherName}，${inTable(row.createdAt)}`,
            amount: row.amount,
            state: <StateDot lifecycle={escrowLifecycle} state={row.state} />,
          }))}
          failed={isError}
          retry={() => void refetch()}
          pages={{ pageNo, total: data?.total, open: setPageNo }}
          empty={{ title: "还没有担保交易", text: "提出后由对方确认，每一步都在这里" }}
        />
        {/* Below the list on a phone: it comes when the list has its height. */}
        {(data || isError) && (
          <Panel title="提出担保交易">
            <ProposeForm />
          </Panel>
        )}
      </div>
    </>
  );
}

const EMPTY = { otherMobile: "", otherName: "", subject: "", conditions: "", amount: "" };
const TERM_DAYS = 30;

function usePropose() {
  const [role, setRole] = useState<EscrowRole>("buyer");
  const [currency, setCurrency] = useState<(typeof ESCROW_CURRENCIES)[number]>("USD");
  const [fields, setFields] = useState(EMPTY);
  const [deliverBy, setDeliverBy] = useState(addDays(beijingDay(), TERM_DAYS));
  const typed = readAmount(fields.amount, currency);
  const send = useMutation({
    mutationFn: () => {
      const { amount: _typed, ...words } = fields;
      return calls.proposeEscrow({ ...words, role, deliverBy, amount: typed.amount ?? { currency, minor: 0n } });
    },
    onSuccess: async ({ id }) => {
      await refreshEscrows();
      goTo(addressOf("escrow", { id }));
    },
  });
  const bind = (name: keyof typeof EMPTY) => ({
    value: fields[name],
    onChange: (event: { target: { value: string } }) =>
      setFields((before) => ({ ...before, [name]: event.target.value })),
  });
  return { role, setRole, currency, setCurrency, deliverBy, setDeliverBy, typed, send, bind };
}

function ProposeForm() {
  const { role, setRole, currency, setCurrency, deliverBy, setDeliverBy, typed, send, bind } = usePropose();
  return (
    <form
      className="service-form"
      onSubmit={(event) => {
        event.preventDefault();
        send.mutate();
      }}
    >
      {send.error && <Notice tone="danger" title={send.error.message} />}
      <Radio.Group aria-label="您是哪一方" value={role} onChange={(event) => setRole(event.target.value as EscrowRole)}>
        {ESCROW_ROLE_NAMES.map((name) => (
          <Radio key={name} value={name}>
            我是{ESCROW_ROLES[name]}
          </Radio>
        ))}
      </Radio.Group>
      <TextField label="对方手机号" inputMode="tel" autoComplete="off" {...bind("otherMobile")} />
      <TextField label="对方认证名称" autoComplete="off" hint="与对方实名认证的名称一致" {...bind("otherName")} />
      <TextField label="交易内容" autoComplete="off" {...bind("subject")} />
      <div className="service-field">
        <span>放款条件</span>
        <Input.TextArea aria-label="放款条件" rows={3} {...bind("conditions")} />
      </div>
      <div className="service-pair">
        <TextField label="金额" inputMode="decimal" autoComplete="off" error={typed.problem} {...bind("amount")} />
        <div className="service-field">
          <span>币种</span>
          <Select
            aria-label="币种"
            value={currency}
            options={ESCROW_CURRENCIES.map((value) => ({ value, label: value }))}
            onChange={setCurrency}
          />
        </div>
      </div>
      <DateField label="交付日" earliest={beijingDay()} value={deliverBy} onChange={setDeliverBy} />
      <Button type="primary" htmlType="submit" loading={send.isPending}>
        提出
      </Button>
    </form>
  );
}
