import { ALWAYS_OPEN, CURRENCIES, CURRENCY_CODES, formatMoney, FX_MARKETS, type Currency } from "@coralhub/domain";
import { Money, Panel, StateDot, tableTime } from "@coralhub/ui";
import { useQuery } from "@tanstack/react-query";
import { Button, Form, Input, Select, Switch } from "antd";
import { useState } from "react";
import { BooksTable } from "../../platform/books-table.tsx";
import { FormDrawer } from "../../platform/form-drawer.tsx";
import { Page, QueryView } from "../../platform/page.tsx";
import { showFieldErrors } from "../../platform/refusal-fields.ts";
import { EXCHANGE, exchange, useStep, type MarketRow, type PairRow } from "./exchange-calls.ts";
import { ExchangeTabs } from "./exchange-tabs.tsx";
import "./exchange.css";

const WEEKDAYS = ["周一", "周二", "周三", "周四", "周五", "周六", "周日"] as const;
const CURRENCY_OPTIONS = CURRENCY_CODES.map((value) => ({ value, label: `${CURRENCIES[value].name} ${value}` }));

/** What may be exchanged, when, and how much of it: by order and by day. */
export function LimitsPage() {
  const [sell, setSell] = useState<Currency>("USD");
  const [editing, setEditing] = useState<PairRow>();
  const [timing, setTiming] = useState<MarketRow>();
  const pairs = useQuery({ queryKey: [...EXCHANGE, "pairs"], queryFn: () => exchange.fxPairs({}) });
  const markets = useQuery({ queryKey: [...EXCHANGE, "markets"], queryFn: () => exchange.fxMarkets({}) });
  return (
    <Page title="换汇" beside={<ExchangeTabs tab="exchangeLimits" />}>
      <Panel title="开市时间" intro="北京时间；休市时不报价，挂单等开市" flush>
        <QueryView query={markets} what="开市时间">
          {(rows) => (
            <ul className="fx-jumps">
              {rows.map((row) => (
                <li key={row.market} className="fx-jump">
                  <div className="fx-jump-words">
                    <b>{row.label}</b>
                    <span className="second-line">{hoursText(row)}</span>
                  </div>
                  <StateDot
                    tone={row.isOpen ? "success" : "neutral"}
                    label={row.isOpen ? "开市" : "休市"}
                    {...(row.changesAt && { note: `${tableTime(row.changesAt)} ${row.isOpen ? "休市" : "开市"}` })}
                  />
                  <Button onClick={() => setTiming(row)}>调整</Button>
                </li>
              ))}
            </ul>
          )}
        </QueryView>
      </Panel>
      <Panel
        title="币种对和限额"
        flush
        action={
          <Select
            aria-label="卖出币种"
            className="field-half"
            showSearch
            value={sell}
            options={CURRENCY_OPTIONS}
            onChange={setSell}
          />
        }
      >
        <QueryView query={pairs} what="币种对">
          {(rows) => <PairTable rows={rows.filter((row) => row.sell === sell)} onEdit={setEditing} />}
        </QueryView>
      </Panel>
      {editing && <PairEditor row={editing} onClose={() => setEditing(undefined)} />}
      {timing && <HoursEditor row={timing} onClose={() => setTiming(undefined)} />}
    </Page>
  );
}

const hoursText = ({ hours, holidays }: MarketRow): string =>
  hours.length === 0
    ? "不开市"
    : `${hours.map(({ weekday, from, to }) => `${WEEKDAYS[weekday - 1]} ${from}–${to}`).join("，")}${holidays ? "，节假日休市" : ""}`;

function PairTable({ rows, onEdit }: { rows: readonly PairRow[]; onEdit: (row: PairRow) => void }) {
  return (
    <BooksTable name="币种对和限额">
      <thead>
        <tr>
          <th scope="col">币种对</th>
          <th scope="col" className="right">
            单笔最少
          </th>
          <th scope="col" className="right">
            单笔最多
          </th>
          <th scope="col" className="right wide-only">
            每日额度
          </th>
          <th scope="col">状态</th>
          <th scope="col" className="right">
            <span className="visually-hidden">操作</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={`${row.sell} ${row.buy}`}>
            <td>
              {row.sell} → {row.buy}
              <span className="second-line">{FX_MARKETS[row.market].label}</span>
            </td>
            {([row.minimum, row.maximum] as const).map((value, index) => (
              <td key={index} className="right">
                <Money amount={formatMoney(value)} currency={value.currency} />
              </td>
            ))}
            <td className="right wide-only">
              <Money amount={formatMoney(row.dayLimit)} currency={row.sell} />
            </td>
            <td>
              <StateDot
                tone={row.isOpen ? "success" : "neutral"}
                label={row.isOpen ? "可换" : "停用"}
                {...(row.changedAt && { note: `${tableTime(row.changedAt)} 调整` })}
              />
            </td>
            <td className="right">
              <Button
                type="link"
                size="small"
                aria-label={`调整 ${row.sell} 换 ${row.buy}`}
                onClick={() => onEdit(row)}
              >
                调整
              </Button>
            </td>
          </tr>
        ))}
      </tbody>
    </BooksTable>
  );
}

type PairValues = { isOpen: boolean; minimum: string; maximum: string; dayLimit: string; reason: string };

function PairEditor({ row, onClose }: { row: PairRow; onClose: () => void }) {
  const { sell, buy, isOpen } = row;
  const [form] = Form.useForm<PairValues>();
  const [problem, setProblem] = useState<string>();
  const save = useStep(
    (values: PairValues) => exchange.setFxPair({ sell, buy, ...values }),
    "已提交：停用立即生效，其他调整等待另一位财务复核",
  );
  return (
    <FormDrawer
      note="已给出的报价不变，并记入审计日志"
      action="保存"
      title={`${sell} → ${buy}`}
      busy={save.isPending}
      problem={problem}
      onClose={onClose}
      onSave={() => form.submit()}
    >
      <Form
        form={form}
        layout="vertical"
        requiredMark={false}
        initialValues={{
          isOpen,
          minimum: formatMoney(row.minimum),
          maximum: formatMoney(row.maximum),
          dayLimit: formatMoney(row.dayLimit),
          reason: "",
        }}
        onFinish={(values) =>
          save.mutate(values, { onSuccess: onClose, onError: (error) => setProblem(showFieldErrors(form, error)) })
        }
      >
        <Form.Item name="isOpen" label="可换" valuePropName="checked">
          <Switch />
        </Form.Item>
        <Form.Item name="minimum" label="单笔最少">
          <Input suffix={sell} inputMode="decimal" />
        </Form.Item>
        <Form.Item name="maximum" label="单笔最多">
          <Input suffix={sell} inputMode="decimal" />
        </Form.Item>
        <Form.Item name="dayLimit" label="每日额度（全体商户）">
          <Input suffix={sell} inputMode="decimal" />
        </Form.Item>
        <Reason />
      </Form>
    </FormDrawer>
  );
}

type HoursValues = { days: { from: string; to: string }[]; keepsHolidays: boolean; reason: string };

/** One window a day; an empty day is closed. */
function HoursEditor({ row, onClose }: { row: MarketRow; onClose: () => void }) {
  const [form] = Form.useForm<HoursValues>();
  const [problem, setProblem] = useState<string>();
  const save = useStep(
    (values: HoursValues) => exchange.setFxHours(toHours(row, values)),
    "已提交：全部休市立即生效，其他时间等待另一位财务复核",
  );
  const days = WEEKDAYS.map((_, index) => {
    const window = row.hours.find(({ weekday }) => weekday === index + 1);
    return { from: window?.from ?? "", to: window?.to ?? "" };
  });
  return (
    <FormDrawer
      note="已给出的报价不变，并记入审计日志"
      action="保存"
      title={`${row.label}的开市时间`}
      busy={save.isPending}
      problem={problem}
      onClose={onClose}
      onSave={() => form.submit()}
    >
      <Form
        form={form}
        layout="vertical"
        requiredMark={false}
        initialValues={{ days, keepsHolidays: row.holidays !== null, reason: "" }}
        onFinish={(values) =>
          save.mutate(values, { onSuccess: onClose, onError: (error) => setProblem(showFieldErrors(form, error)) })
        }
      >
        <Button
          className="fx-always"
          onClick={() =>
            form.setFieldsValue({ days: ALWAYS_OPEN.map(({ from, to }) => ({ from, to })), keepsHolidays: false })
          }
        >
          全天开放
        </Button>
        {WEEKDAYS.map((name, index) => (
          <div key={name} className="fx-day">
            <span>{name}</span>
            <Form.Item name={["days", index, "from"]} noStyle>
              <Input aria-label={`${name}开市`} placeholder="休市" />
            </Form.Item>
            <Form.Item name={["days", index, "to"]} noStyle>
              <Input aria-label={`${name}收市`} placeholder="休市" />
            </Form.Item>
          </div>
        ))}
        {FX_MARKETS[row.market].holidays && (
          <Form.Item name="keepsHolidays" label="节假日休市" valuePropName="checked">
            <Switch />
          </Form.Item>
        )}
        <Reason />
      </Form>
    </FormDrawer>
  );
}

const toHours = ({ market }: MarketRow, { days, keepsHolidays, reason }: HoursValues) => ({
  market,
  keepsHolidays: keepsHolidays ?? false,
  reason,
  hours: days.flatMap(({ from, to }, index) => (from || to ? [{ weekday: index + 1, from, to }] : [])),
});

const Reason = () => (
  <Form.Item name="reason" label="原因" rules={[{ required: true, min: 2, message: "请写明原因" }]}>
    <Input.TextArea autoSize={{ minRows: 2 }} maxLength={300} />
  </Form.Item>
);
