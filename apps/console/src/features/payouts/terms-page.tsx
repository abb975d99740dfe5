import type { PayoutTermsView } from "@coralhub/contract";
import {
  PAYOUT_BANKS,
  PAYOUT_LIMIT_NAMES,
  PAYOUT_LIMITS,
  PAYOUT_WAYS,
  wayDaysText,
  type PayoutLimits,
} from "@coralhub/domain";
import { Money, Panel, tableTime } from "@coralhub/ui";
import { useQuery } from "@tanstack/react-query";
import { Button, Form, Input, InputNumber } from "antd";
import { useState } from "react";
import { BooksTable } from "../../platform/books-table.tsx";
import { Page, QueryView } from "../../platform/page.tsx";
import { mayUse } from "../../platform/roles.ts";
import { useSelf } from "../../platform/self.ts";
import { PAYOUTS, payouts } from "./payouts-calls.ts";
import { TermsEditor } from "./terms-editor.tsx";

type Way = PayoutTermsView["ways"][number];

/** How much may leave, until when, how long it takes: what counts now; a change takes two of finance. */
export function PayoutTermsPage() {
  const terms = useQuery({ queryKey: [...PAYOUTS, "terms"], queryFn: () => payouts.payoutTerms({}) });
  const [editing, setEditing] = useState<"limits" | Way>();
  const self = useSelf();
  const mayChange = mayUse(self, "finance");
  const change = mayChange ? setEditing : undefined;
  return (
    <Page title="付款限额和时限">
      <Panel
        title="限额"
        intro="以美元计，其他币种按约数折算，各账户合计。调整须由另一位财务复核，复核通过后确认的付款按新限额"
        flush
        action={mayChange && <Button onClick={() => setEditing("limits")}>调整限额</Button>}
      >
        <QueryView query={terms} what="付款限额">
          {({ limits, limitsSetAt }) => <LimitTable limits={limits} setAt={limitsSetAt} />}
        </QueryView>
      </Panel>
      <Panel title="付款方式" intro="北京时间；过了截止时间按下一个两地银行工作日起算" flush>
        <QueryView query={terms} what="付款方式">
          {({ ways }) => <WayTable ways={ways} onEdit={change} />}
        </QueryView>
      </Panel>
      {editing === "limits" && terms.data && (
        <LimitEditor limits={terms.data.limits} onClose={() => setEditing(undefined)} />
      )}
      {editing && editing !== "limits" && <WayEditor row={editing} onClose={() => setEditing(undefined)} />}
    </Page>
  );
}

function LimitTable({ limits, setAt }: { limits: PayoutLimits; setAt: Date | null }) {
  return (
    <BooksTable name="付款限额">
      <thead>
        <tr>
          <th scope="col">限额</th>
          <th scope="col" className="right">
            金额
          </th>
          <th scope="col" className="wide-only">
            生效
          </th>
        </tr>
      </thead>
      <tbody>
        {PAYOUT_LIMIT_NAMES.map((name) => (
          <tr key={name}>
            <td>
              {PAYOUT_LIMITS[name].label}
              <span className="second-line">{PAYOUT_LIMITS[name].note}</span>
            </td>
            <td className="right">
              <Money amount={`${limits[name]}.00`} currency="USD" />
            </td>
            <td className="wide-only">{setAt ? tableTime(setAt) : "标准"}</td>
          </tr>
        ))}
      </tbody>
    </BooksTable>
  );
}

function WayTable({ ways, onEdit }: { ways: readonly Way[]; onEdit: ((row: Way) => void) | undefined }) {
  return (
    <BooksTable name="付款方式">
      <thead>
        <tr>
          <th scope="col">方式</th>
          <th scope="col">截止时间</th>
          <th scope="col">到账</th>
          <th scope="col" className="right wide-only">
            电报费
          </th>
          <th scope="col" className="right wide-only">
            途中扣费约
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
        {ways.map((row) => {
          const { label, bank } = PAYOUT_WAYS[row.way];
          return (
            <tr key={row.way}>
              <td>
                {label}
                <span className="second-line">{PAYOUT_BANKS[bank].label}</span>
              </td>
              <td>{row.cutOff}</td>
              <td>{wayDaysText(row)}</td>
              {[row.wireDollars, row.enRouteDollars].map((dollars, n) => (
                <td key={n} className="right wide-only">
                  {dollars ? <Money amount={`${dollars}.00`} currency="USD" /> : "无"}
                </td>
              ))}
              <td className="wide-only">{row.setAt ? tableTime(row.setAt) : "标准"}</td>
              <td className="right">
                {onEdit && (
                  <Button type="link" size="small" aria-label={`调整${label}`} onClick={() => onEdit(row)}>
                    调整
                  </Button>
                )}
              </td>
            </tr>
          );
        })}
      </tbody>
    </BooksTable>
  );
}

const Dollars = ({ name, label, note }: { name: string; label: string; note?: string }) => (
  <Form.Item name={name} label={label} extra={note} rules={[{ required: true, message: "请填写美元整数" }]}>
    <InputNumber className="terms-number" min={0} precision={0} prefix="USD" />
  </Form.Item>
);

type LimitValues = PayoutLimits & { reason: string };
function LimitEditor({ limits, onClose }: { limits: PayoutLimits; onClose(): void }) {
  return (
    <TermsEditor<LimitValues>
      title="调整付款限额"
      initial={{ ...limits, reason: "" }}
      send={(values) => payouts.proposePayoutLimits(values)}
      onClose={onClose}
    >
      {PAYOUT_LIMIT_NAMES.map((name) => (
        <Dollars key={name} name={name} label={PAYOUT_LIMITS[name].label} note={PAYOUT_LIMITS[name].note} />
      ))}
    </TermsEditor>
  );
}

type WayValues = {
  cutOff: string;
  by: string;
  earliest: number;
  latest: number;
  wireDollars: number;
  enRouteDollars: number;
  reason: string;
};
const Time = ({ name, label }: { name: string; label: string }) => (
  <Form.Item name={name} label={label} rules={[{ required: true, message: "请按 15:30 的样子填写" }]}>
    <Input placeholder="15:30" maxLength={5} />
  </Form.Item>
);
const Days = ({ name, label }: { name: string; label: string }) => (
  <Form.Item name={name} label={label} rules={[{ required: true, message: "请填写天数" }]}>
    <InputNumber className="terms-number" min={0} max={10} precision={0} suffix="个银行工作日" />
  </Form.Item>
);

function WayEditor({ row, onClose }: { row: Way; onClose(): void }) {
  const [earliest, latest] = row.days;
  const { way, cutOff, by, wireDollars = 0, enRouteDollars = 0 } = row;
  return (
    <TermsEditor<WayValues>
      title={`调整${PAYOUT_WAYS[way].label}`}
      initial={{ cutOff, by, earliest, latest, wireDollars, enRouteDollars, reason: "" }}
      send={({ earliest: from, latest: until, ...values }) =>
        payouts.proposePayoutWay({ way, ...values, days: [from, until] })
      }
      onClose={onClose}
    >
      <Time name="cutOff" label="截止时间" />
      <Days name="earliest" label="最早到账" />
      <Days name="latest" label="最晚到账" />
      <Time name="by" label="到账当日几点前" />
      <Dollars name="wireDollars" label="电报费" />
      <Dollars name="enRouteDollars" label="途中扣费约" note="只用于到账前的提示，实际以收款行为准" />
    </TermsEditor>
  );
}
