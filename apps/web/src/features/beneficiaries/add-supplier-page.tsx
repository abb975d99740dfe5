import type { PayeeDetail } from "@coralhub/contract";
import { addressOf, COUNTRIES, CURRENCY_CODES, type Currency, type CountryCode } from "@coralhub/domain";
import {
  ErrorState,
  HelpAside,
  Notice,
  PageHeader,
  PageSkeleton,
  Columns,
  Copyable,
  Panel,
  SchemaForm,
  toast,
  useSchemaForm,
  type Section,
} from "@coralhub/ui";
import { goTo, useUrlState } from "@coralhub/ui/browser";
import { useQuery } from "@tanstack/react-query";
import { Button, Radio } from "antd";
import { useState } from "react";
import { inTable } from "../../platform/show.tsx";
import { payeeQuery, payeeCalls, refreshPayees } from "./payee-calls.ts";
import { supplierInput, text } from "./payee-fields.ts";
import { PaperTile } from "./paper-tile.tsx";
import { PayeeForm, valuesOf } from "./payee-form.tsx";
import "./beneficiaries.css";

/** The list it belongs to: the way back, and where a saved one is shown. */
type ListKey = "suppliers" | "walletSuppliers";
type Kind = "supplier" | "service";
const listOf = (list: ListKey, kind: Kind) => (kind === "service" && list === "suppliers" ? "serviceProviders" : list);
const backTo = (list: ListKey, kind: Kind) => ({
  label: listOf(list, kind) === "serviceProviders" ? "服务商" : "供应商",
  to: addressOf(listOf(list, kind)),
});

/** /addSupplier: a new one, or `?id=` one that changes. */
export const AddSupplierPage = () => <OneSupplier list="suppliers" />;
/** /addSupplierWallet: the same, on the way to a payment from the wallet. */
export const AddWalletSupplierPage = () => <OneSupplier list="walletSuppliers" />;

function OneSupplier({ list }: { list: ListKey }) {
  const asked = new URLSearchParams(useUrlState().search);
  const id = asked.get("id");
  const kind = asked.get("kind") === "service" ? "service" : "supplier";
  return id ? <ChangeSupplier id={id} list={list} /> : <NewSupplier key={kind} first={kind} list={list} />;
}

function ChangeSupplier({ id, list }: { id: string; list: ListKey }) {
  const { data, error, refetch } = useQuery(payeeQuery(id));
  if (!data)
    return error ? (
      <Panel>
        <ErrorState title="没能取到这个供应商" onRetry={() => void refetch()}>
          {error.message}
        </ErrorState>
      </Panel>
    ) : (
      <PageSkeleton />
    );
  const kind = data.kind === "service" ? "service" : "supplier";
  return <Form payee={data} kind={kind} title={`修改 ${data.name}`} list={list} />;
}

const WHO = [
  { value: "me", label: "我来填" },
  { value: "them", label: "发链接给对方填" },
];
const KINDS = [
  { value: "supplier", label: "供应商" },
  { value: "service", label: "服务商" },
];

function NewSupplier({ first, list }: { first: Kind; list: ListKey }) {
  const [who, setWho] = useState("me");
  const [kind, setKind] = useState<Kind>(first);
  const title = kind === "service" ? "添加服务商" : "添加供应商";
  const chooser = (
    <Panel title="谁来填">
      <div className="payee-buttons">
        <Radio.Group
          optionType="button"
          aria-label="收款人类型"
          options={KINDS}
          value={kind}
          onChange={(event) => setKind(event.target.value as "supplier")}
        />
        <Radio.Group
          optionType="button"
          aria-label="谁来填"
          options={WHO}
          value={who}
          onChange={(event) => setWho(event.target.value as string)}
        />
      </div>
    </Panel>
  );
  if (who === "me") return <Form key={kind} kind={kind} title={title} above={chooser} list={list} />;
  return (
    <>
      <PageHeader title={title} intro="对方填写自己的银行账户，少抄错。7 天有效，填一次" back={backTo(list, kind)} />
      {chooser}
      <LinkPanel kind={kind} />
    </>
  );
}

type FormProps = {
  kind: Kind;
  title: string;
  list: ListKey;
  payee?: PayeeDetail;
  above?: React.ReactNode;
};
function Form({ kind, title, list, payee, above }: FormProps) {
  const [papers, setPapers] = useState<string[]>([]);
  const initial = payee ? valuesOf(payee) : { country: "CN", currency: "CNY", holderType: "company" };
  return (
    <>
      <PageHeader title={title} intro="选了国家，只问那里的银行真正要的几项" back={backTo(list, kind)} />
      <Columns side={<Rules />}>
        {above}
        <Panel>
          {payee && <Notice tone="info">账号请重新填写。账户有变动会重新审核，24 小时内有付款限额</Notice>}
          <PayeeForm
            kind={kind}
            initial={initial}
            submitLabel={payee ? "保存修改" : "保存"}
            onSave={async (values, verificationCode) => {
              const input = supplierInput(values, papers, verificationCode);
              const { id, state } = await send(kind, input, payee?.id);
              await refreshPayees();
              toast.done(state === "approved" ? "已保存，可以付款了" : "已保存，审核通过后可以付款");
              goTo(addressOf(listOf(list, kind), { open: id }));
            }}
          >
            <Papers onUploaded={(id) => setPapers((before) => [...before, id])} />
          </PayeeForm>
        </Panel>
      </Columns>
    </>
  );
}

type Input = ReturnType<typeof supplierInput>;
const send = (kind: "supplier" | "service", input: Input, supplierId: string | undefined) => {
  if (kind === "service")
    return supplierId
      ? payeeCalls.changeServiceProvider({ ...input, supplierId })
      : payeeCalls.addServiceProvider(input);
  return supplierId ? payeeCalls.changeSupplier({ ...input, supplierId }) : payeeCalls.addSupplier(input);
};

function Rules() {
  return (
    <HelpAside title="新收款人，前 24 小时限额">
      <p>核对通过就能付，前 24 小时累计最多 USD 5,000.00，其他币种按相近金额。</p>
      <p>常有人冒充供应商换账号、催付大额，留一天给您核实。之后按您的正常限额，不用再操作。</p>
    </HelpAside>
  );
}

/** Contract and invoice: asked for where much is paid, welcome before. */
function Papers({ onUploaded }: { onUploaded: (fileId: string) => void }) {
  return (
    <section className="form-section" aria-label="合同和发票">
      <h2 className="type-section">和这家的贸易往来</h2>
      <p className="form-section-intro">24 小时内付款超过 USD 50,000.00 时会用到，现在可以先不传</p>
      <div className="payee-papers">
        <PaperTile paper="contract" onUploaded={onUploaded} />
        <PaperTile paper="invoice" onUploaded={onUploaded} />
      </div>
    </section>
  );
}

const LINK_SECTIONS: readonly Section[] = [
  {
    fields: [
      { kind: "text", name: "name", label: "名称", maxLength: 140 },
      {
        kind: "select",
        name: "country",
        label: "国家和地区",
        searchable: true,
        width: 232,
        options: Object.entries(COUNTRIES).map(([value, label]) => ({ value, label: `${label} ${value}` })),
      },
      {
        kind: "select",
        name: "currency",
        label: "收款币种",
        searchable: true,
        width: 232,
        options: CURRENCY_CODES.map((value) => ({ value, label: value })),
      },
    ],
  },
];

function LinkPanel({ kind }: { kind: "supplier" | "service" }) {
  const form = useSchemaForm({ sections: LINK_SECTIONS, initial: { country: "CN", currency: "CNY" } });
  const [made, setMade] = useState<{ url: string; until: string }>();
  const [busy, setBusy] = useState(false);
  const [message, setMessage] = useState<string>();
  const make = async () => {
    setBusy(true);
    try {
      const { secret, expiresAt } = await payeeCalls.sendLink({
        kind,
        name: text(form.values["name"]).trim(),
        country: text(form.values["country"]) as CountryCode,
        currency: text(form.values["currency"]) as Currency,
      });
      setMade({ url: `${location.origin}${addressOf("payeeFill")}#${secret}`, until: inTable(expiresAt) });
    } catch (error) {
      setMessage((error as Error).message);
    } finally {
      setBusy(false);
    }
  };
  if (made)
    return (
      <Panel title="链接已生成" intro={`${made.until} 前有效，只能填写一次。请自己发给对方，对方填好后您会收到消息`}>
        <Copyable text={made.url} />
      </Panel>
    );
  return (
    <Panel>
      {message && <Notice tone="danger" title={message} />}
      <SchemaForm form={form} onSubmit={() => void make()}>
        <Button type="primary" htmlType="submit" loading={busy}>
          生成链接
        </Button>
      </SchemaForm>
    </Panel>
  );
}
