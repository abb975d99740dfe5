import type { CallInput, taxRefundEndpoints, TaxRefundDetail } from "@coralhub/contract";
import {
  formatMoney,
  readAmount,
  RECEIPTS_SHOWN,
  TAX_PAPER_NAMES,
  TAX_PAPERS,
  VAT_RATES,
  type Currency,
  type TaxPaper,
  type VatRate,
} from "@coralhub/domain";
import { beijingDay, DateField, Notice } from "@coralhub/ui";
import { TextField } from "@coralhub/ui/light";
import { useMutation, useQuery } from "@tanstack/react-query";
import { Button, Checkbox, Select } from "antd";
import { useState } from "react";
import { PaperTile } from "../../platform/paper-tile.tsx";
import { asDay, MoneyOf } from "../../platform/show.tsx";
import { calls, receiptsQuery } from "./tax-calls.ts";

export type Filed = CallInput<typeof taxRefundEndpoints.applyForTaxRefund.input>;
const CURRENCIES = ["USD", "EUR", "GBP", "JPY", "HKD"] as const satisfies readonly Currency[];
const PAPER_FIELDS = { goods: "货物名称", quantity: "数量", unit: "单位" } as const;
type PaperText = Record<keyof typeof PAPER_FIELDS, string>;

/** What is typed, from the papers as they were copied before or empty. */
function useFlows(before?: TaxRefundDetail["flows"]) {
  const { declaration: d, invoice: i } = before ?? {};
  const [declaration, setDeclaration] = useState({
    number: d?.number ?? "",
    exportedOn: d?.exportedOn ?? beijingDay(),
    goods: d?.goods ?? "",
    quantity: d?.quantity ?? "",
    unit: d?.unit ?? "件",
    amount: d ? formatMoney(d.amount) : "",
    consignor: d?.consignor ?? "",
  });
  const [currency, setCurrency] = useState<Currency>(d?.amount.currency ?? "USD");
  const [invoice, setInvoice] = useState({
    number: i?.number ?? "",
    issuedOn: i?.issuedOn ?? beijingDay(),
    goods: i?.goods ?? "",
    quantity: i?.quantity ?? "",
    unit: i?.unit ?? "件",
    net: i ? formatMoney(i.net) : "",
    buyer: i?.buyer ?? "",
  });
  const [vatRate, setVatRate] = useState<VatRate>(i?.vatRate ?? 13);
  const [receipts, setReceipts] = useState<string[]>([...(before?.receipts ?? [])]);
  const declared = readAmount(declaration.amount, currency);
  const net = readAmount(invoice.net, "CNY");
  return {
    declaration,
    setDeclaration,
    currency,
    setCurrency,
    invoice,
    setInvoice,
    vatRate,
    setVatRate,
    receipts,
    setReceipts,
    declared,
    net,
    flows: {
      declaration: { ...declaration, amount: declared.amount ?? { currency, minor: 0n } },
      invoice: { ...invoice, vatRate, net: net.amount ?? { currency: "CNY" as const, minor: 0n } },
      receipts,
    },
  };
}
type Flows = ReturnType<typeof useFlows>;

function GoodsFields({
  of,
  values,
  change,
}: {
  of: string;
  values: PaperText;
  change: (name: keyof PaperText, text: string) => void;
}) {
  return (Object.keys(PAPER_FIELDS) as (keyof PaperText)[]).map((name) => (
    <TextField
      key={name}
      label={`${of}${PAPER_FIELDS[name]}`}
      autoComplete="off"
      value={values[name]}
      onChange={(event) => change(name, event.target.value)}
    />
  ));
}

function DeclarationFields({ form }: { form: Flows }) {
  const { declaration, setDeclaration } = form;
  const put = (name: keyof typeof declaration, text: string) =>
    setDeclaration((before) => ({ ...before, [name]: text }));
  return (
    <>
      <h3 className="type-section">报关单</h3>
      <TextField
        label="报关单号"
        inputMode="numeric"
        autoComplete="off"
        value={declaration.number}
        onChange={(event) => put("number", event.target.value)}
      />
      <div className="service-pair">
        <DateField
          label="出口日期"
          latest={beijingDay()}
          value={declaration.exportedOn}
          onChange={(day) => put("exportedOn", day)}
        />
        <TextField
          label="经营单位"
          autoComplete="off"
          value={declaration.consignor}
          onChange={(event) => put("consignor", event.target.value)}
        />
        <GoodsFields of="报关" values={declaration} change={put} />
        <TextField
          label="报关金额"
          inputMode="decimal"
          autoComplete="off"
          value={declaration.amount}
          error={form.declared.problem}
          onChange={(event) => put("amount", event.target.value)}
        />
        <div className="service-field">
          <span>报关币种</span>
          <Select<Currency>
            aria-label="报关币种"
            value={form.currency}
            options={CURRENCIES.map((value) => ({ value, label: value }))}
            onChange={form.setCurrency}
          />
        </div>
      </div>
    </>
  );
}

function InvoiceFields({ form }: { form: Flows }) {
  const { invoice, setInvoice } = form;
  const put = (name: keyof typeof invoice, text: string) => setInvoice((before) => ({ ...before, [name]: text }));
  return (
    <>
      <h3 className="type-section">增值税专用发票</h3>
      <TextField
        label="发票号码"
        inputMode="numeric"
        autoComplete="off"
        value={invoice.number}
        onChange={(event) => put("number", event.target.value)}
      />
      <div className="service-pair">
        <DateField
          label="开票日期"
          latest={beijingDay()}
          value={invoice.issuedOn}
          onChange={(day) => put("issuedOn", day)}
        />
        <TextField
          label="购买方"
          autoComplete="off"
          value={invoice.buyer}
          onChange={(event) => put("buyer", event.target.value)}
        />
        <GoodsFields of="发票" values={invoice} change={put} />
        <TextField
          label="不含税金额"
          prefix="CNY"
          inputMode="decimal"
          autoComplete="off"
          value={invoice.net}
          error={form.net.problem}
          onChange={(event) => put("net", event.target.value)}
        />
        <div className="service-field">
          <span>税率</span>
          <Select<VatRate>
            aria-label="税率"
            value={form.vatRate}
            options={VAT_RATES.map((value) => ({ value, label: `${value}%` }))}
            onChange={form.setVatRate}
          />
        </div>
      </div>
    </>
  );
}

/** More of them lie in a list of their own height. */
const FEW_RECEIPTS = 8;
/** Where there are more receipts than one list shows, those that can prove this export. */
function ReceiptFields({ form: { receipts, setReceipts, declaration } }: { form: Flows }) {
  const newest = useQuery(receiptsQuery());
  const isLong = newest.data?.length === RECEIPTS_SHOWN;
  const near = useQuery({ ...receiptsQuery(declaration.exportedOn), enabled: isLong && declaration.exportedOn !== "" });
  const { data = [], isPending } = isLong && declaration.exportedOn !== "" ? near : newest;
  const hidden = receipts.filter((id) => !data.some((shown) => shown.id === id)).length;
  return (
    <>
      <h3 className="type-section">收款</h3>
      {data.length === 0 && (
        <p className="service-note">{isPending ? "正在读取收款" : "还没有外币入账；收款入账后可以选择"}</p>
      )}
      {isLong && (
        <p className="service-note">
          {declaration.exportedOn === ""
            ? "收款较多，填写出口日期后只列出与它相近的"
            : "收款较多，只列出出口日期前 180 天至后 210 天的"}
        </p>
      )}
      {isLong && hidden > 0 && !isPending && (
        <p className="service-note">
          另选了 {hidden} 笔不在列表中的收款{" "}
          <Button
            size="small"
            onClick={() => setReceipts((before) => before.filter((id) => data.some((shown) => shown.id === id)))}
          >
            取消选择
          </Button>
        </p>
      )}
      {data.length > 0 && <p className="service-note">已选 {receipts.length} 笔</p>}
      <div className={data.length > FEW_RECEIPTS ? "service-choices service-long" : "service-choices"}>
        {data.map(({ id, amount, creditedAt, payerName }) => (
          <Checkbox
            key={id}
            checked={receipts.includes(id)}
            onChange={(event) =>
              setReceipts((before) => (event.target.checked ? [...before, id] : before.filter((one) => one !== id)))
            }
          >
            <MoneyOf value={amount} /> {payerName} {asDay(creditedAt)}
          </Checkbox>
        ))}
      </div>
    </>
  );
}

type FormProps = {
  /** The application that is repaired. */
  before?: Pick<TaxRefundDetail, "id" | "flows">;
  label: string;
  send: (filed: Filed) => Promise<unknown>;
};

/** The three papers copied down, compared before they are handed in. */
export function TaxForm({ before, label, send }: FormProps) {
  const form = useFlows(before?.flows);
  const [papers, setPapers] = useState<Record<string, string>>({});
  const [uploading, setUploading] = useState(0);
  /** What is on its way belongs to what is handed in. */
  const upload = async (file: File, paper: TaxPaper) => {
    setUploading((count) => count + 1);
    try {
      return await calls.uploadTaxPaper({ file, paper });
    } finally {
      setUploading((count) => count - 1);
    }
  };
  const check = useMutation({
    mutationFn: () => calls.checkTaxFlows({ ...form.flows, ...(before && { id: before.id }) }),
  });
  const hand = useMutation({ mutationFn: () => send({ ...form.flows, papers: Object.values(papers) }) });
  const error = hand.error ?? check.error;
  return (
    <form
      className="service-form"
      onSubmit={(event) => {
        event.preventDefault();
        hand.mutate();
      }}
    >
      {error && <Notice tone="danger" title={error.message} />}
      <DeclarationFields form={form} />
      <InvoiceFields form={form} />
      <ReceiptFields form={form} />
      <div className="service-tiles">
        {TAX_PAPER_NAMES.map((paper) => (
          <PaperTile
            key={paper}
            label={TAX_PAPERS[paper]}
            upload={(file) => upload(file, paper)}
            onUploaded={(fileId) => setPapers((known) => ({ ...known, [paper]: fileId }))}
          />
        ))}
      </div>
      {check.data && <Outcome {...check.data} />}
      <div className="service-actions">
        <Button loading={check.isPending} onClick={() => check.mutate()}>
          核对三单
        </Button>
        <Button type="primary" htmlType="submit" disabled={uploading > 0} loading={hand.isPending}>
          {label}
        </Button>
      </div>
    </form>
  );
}

type Checked = { differences: TaxRefundDetail["differences"]; refund: TaxRefundDetail["refund"] };

export function Differences({ differences }: Pick<Checked, "differences">) {
  return (
    <ul>
      {differences.map(({ name, label, detail }) => (
        <li key={name}>
          {label}
          <span className="service-note">{detail}</span>
        </li>
      ))}
    </ul>
  );
}

function Outcome({ differences, refund }: Checked) {
  return differences.length === 0 ? (
    <Notice tone="success" title="三单相符">
      预计退税 <MoneyOf value={refund} />
    </Notice>
  ) : (
    <Notice tone="warning" title={`有 ${differences.length} 处差异`}>
      <Differences differences={differences} />
    </Notice>
  );
}
