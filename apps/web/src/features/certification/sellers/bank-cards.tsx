import { bankCardProblems, CallRefused, sellerEndpoints } from "@coralhub/contract";
import { COUNTRIES, CURRENCY_CODES } from "@coralhub/domain";
import { Masked, Notice, SchemaForm, toast, useSchemaForm, type Section, type Values } from "@coralhub/ui";
import { Button, Modal } from "antd";
import { useMemo, useState } from "react";
import { refreshSellers, sellers, type BankCard } from "./seller-calls.ts";

type Card = Parameters<typeof bankCardProblems>[0];
const { shape } = sellerEndpoints.addSellerBankCard.input;
const text = (value: unknown): string => (typeof value === "string" ? value : "");
const cardOf = (values: Values): Card =>
  ({
    ...Object.fromEntries(Object.keys(shape).map((name) => [name, text(values[name]).trim()])),
    bankCardNum: text(values["bankCardNum"]).replaceAll(/\s/g, ""),
    swiftCode: text(values["swiftCode"]).trim().toUpperCase(),
  }) as Card;
const problem = (name: string) => (_value: unknown, values: Values) => bankCardProblems(cardOf(values))[name];

const SECTIONS: readonly Section[] = [
  {
    fields: [
      { kind: "text", name: "cardholderName", label: "持卡人", maxLength: 100 },
      {
        kind: "select",
        name: "country",
        label: "开户国家或地区",
        searchable: true,
        options: Object.entries(COUNTRIES).map(([value, label]) => ({ value, label })),
      },
      {
        kind: "text",
        name: "bankCardNum",
        label: "银行卡号或账号",
        mono: true,
        maxLength: 60,
        rules: [problem("bankCardNum")],
      },
      { kind: "text", name: "bankName", label: "开户银行", maxLength: 100 },
      {
        kind: "select",
        name: "currency",
        label: "币种",
        searchable: true,
        width: 232,
        options: CURRENCY_CODES.map((value) => ({ value, label: value })),
      },
      { kind: "text", name: "city", label: "开户城市", width: 232, maxLength: 60 },
      {
        kind: "text",
        name: "swiftCode",
        label: "SWIFT 代码",
        mono: true,
        width: 232,
        maxLength: 11,
        when: ({ country }) => country !== "CN",
        rules: [problem("swiftCode")],
      },
      { kind: "text", name: "bankAddress", label: "银行地址", maxLength: 200, optional: true },
      { kind: "text", name: "companyAddress", label: "持卡人地址", maxLength: 200, optional: true },
    ],
  },
];

/** Where a seller is paid: one card is chosen, the others wait. */
export function BankCards({ sellerId, cards }: { sellerId: string; cards: readonly BankCard[] }) {
  const [adding, setAdding] = useState(false);
  const [busy, setBusy] = useState<string>();
  const choose = async (bankCardId: string) => {
    setBusy(bankCardId);
    try {
      await sellers.chooseSellerBankCard({ sellerId, bankCardId });
      await refreshSellers();
      toast.done("已更换收款银行卡");
    } catch (error) {
      if (error instanceof CallRefused) toast.failed(error.message);
    } finally {
      setBusy(undefined);
    }
  };
  return (
    <section aria-label="收款银行卡" className="thread">
      <h3 className="type-section">收款银行卡</h3>
      {cards.length === 0 && <p className="panel-intro">还没有银行卡，添加后才能向卖家付款</p>}
      <ul className="rejections">
        {cards.map((card) => (
          <li key={card.id}>
            <strong>
              {card.bankName} <Masked end={card.bankCardNum.slice(-4)} />
            </strong>
            <span>
              {card.cardholderName}，{card.currency}
              {card.chosen ? "，正在使用" : ""}
            </span>
            {!card.chosen && (
              <span>
                <Button size="small" loading={busy === card.id} onClick={() => void choose(card.id)}>
                  改用这张
                </Button>
              </span>
            )}
          </li>
        ))}
      </ul>
      <div>
        <Button onClick={() => setAdding(true)}>添加银行卡</Button>
      </div>
      {adding && <AddCard sellerId={sellerId} onClose={() => setAdding(false)} />}
    </section>
  );
}

function AddCard({ sellerId, onClose }: { sellerId: string; onClose: () => void }) {
  const initial = useMemo(() => ({ country: "CN", currency: "CNY" }), []);
  const form = useSchemaForm({ sections: SECTIONS, initial });
  const [message, setMessage] = useState<string>();
  const [busy, setBusy] = useState(false);
  const save = async () => {
    setBusy(true);
    setMessage(undefined);
    try {
      await sellers.addSellerBankCard({ ...cardOf(form.values), sellerId });
      await refreshSellers();
      toast.done("已添加银行卡");
      onClose();
    } catch (error) {
      if (!(error instanceof CallRefused)) return;
      setMessage(error.message);
      form.setErrors(error.fields);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Modal open title="添加银行卡" footer={null} width={560} onCancel={onClose} mask={{ closable: false }}>
      {message && <Notice tone="danger" title={message} />}
      <SchemaForm form={form} onSubmit={() => void save()}>
        <Button type="primary" htmlType="submit" loading={busy}>
          添加银行卡
        </Button>
      </SchemaForm>
    </Modal>
  );
}
