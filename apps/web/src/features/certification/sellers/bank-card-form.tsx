import { bankCardProblems, CallRefused, sellerEndpoints } from "@coralhub/contract";
import { COUNTRIES, CURRENCY_CODES } from "@coralhub/domain";
import {
  Notice,
  SchemaForm,
  toast,
  useSchemaForm,
  type SchemaFormState,
  type Section,
  type Values,
} from "@coralhub/ui";
import { useQuery } from "@tanstack/react-query";
import { AutoComplete, Button, Modal } from "antd";
import { useEffect, useEffectEvent, useMemo, useRef, useState } from "react";
import { refreshSellers, sellers, unionBanksQuery, type BankCard } from "./seller-calls.ts";

type Card = Parameters<typeof bankCardProblems>[0];
const NAMES = Object.keys(sellerEndpoints.addSellerBankCard.input.shape).filter((name) => name !== "sellerId");
type Given = Readonly<Record<string, unknown>>;
const text = (value: unknown): string => (typeof value === "string" ? value : "");
const numberIn = (values: Given): string => text(values["bankCardNum"]).replaceAll(/\s/g, "");
const cardOf = (values: Given): Card =>
  ({
    ...Object.fromEntries(NAMES.map((name) => [name, text(values[name]).trim()])),
    bankCardNum: numberIn(values),
    swiftCode: text(values["swiftCode"]).trim().toUpperCase(),
  }) as Card;
const problem = (name: string) => (_value: unknown, values: Values) => bankCardProblems(cardOf(values))[name];

type Bank = { bankName: string };
/** `kept` is the number of a card that is there already: it need not be typed again. */
const sectionsOf = (banks: readonly Bank[], kept: string | undefined): readonly Section[] => [
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
        inputMode: "text",
        autoComplete: "off",
        rules: [problem("bankCardNum")],
        ...(kept && { optional: true, placeholder: kept, help: "不更换卡号可以留空" }),
      },
      {
        kind: "own",
        name: "bankName",
        label: "开户银行",
        rules: [(value) => (text(value).trim().length < 2 ? "请填写开户银行" : undefined)],
        render: (control) => (
          <AutoComplete
            id={control.id}
            // The label's target is the list around the input.
            aria-label="开户银行"
            className="bank-name"
            value={text(control.value)}
            maxLength={100}
            options={banks.map(({ bankName }) => ({ value: bankName }))}
            showSearch={{ filterOption: (typed, option) => (option?.value ?? "").includes(typed.trim()) }}
            aria-invalid={control.invalid || undefined}
            aria-describedby={control.describedBy}
            {...(control.invalid && { status: "error" as const })}
            onChange={(value: string) => control.onChange(value)}
            onBlur={control.onBlur}
          />
        ),
      },
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

/** So many digits name the bank; the rest of the number stays here. */
const TELLING_DIGITS = 8;

/** The bank a mainland card number belongs to: put into the form until somebody writes another. */
function useRecognisedBank(form: SchemaFormState): void {
  const digits = form.values["country"] === "CN" ? numberIn(form.values).slice(0, TELLING_DIGITS) : "";
  const { data } = useQuery({
    ...unionBanksQuery(digits),
    enabled: digits.length === TELLING_DIGITS && /^\d+$/.test(digits),
  });
  const recognised = data?.recognised?.bankName;
  const suggested = useRef("");
  const fill = useEffectEvent((bankName: string) => {
    const now = text(form.values["bankName"]);
    if (now !== "" && now !== suggested.current) return;
    suggested.current = bankName;
    form.set("bankName", bankName);
  });
  useEffect(() => {
    if (recognised) fill(recognised);
  }, [recognised]);
}

type Props = { sellerId: string; card?: BankCard; onClose: () => void };

/** A new card, or one that is changed. */
export function BankCardForm({ sellerId, card, onClose }: Props) {
  const { data } = useQuery(unionBanksQuery(""));
  const sections = useMemo(() => sectionsOf(data?.banks ?? [], card?.bankCardNum), [data, card]);
  const initial = useMemo(
    (): Values => (card ? { ...cardOf(card), bankCardNum: "" } : { country: "CN", currency: "CNY" }),
    [card],
  );
  const form = useSchemaForm({ sections, initial });
  useRecognisedBank(form);
  const [message, setMessage] = useState<string>();
  const [busy, setBusy] = useState(false);
  const title = card ? "修改银行卡" : "添加银行卡";
  const save = async () => {
    setBusy(true);
    setMessage(undefined);
    const values = cardOf(form.values);
    try {
      if (card) await sellers.modifySellerBankCard({ ...values, id: card.id });
      else await sellers.addSellerBankCard({ ...values, sellerId });
      await refreshSellers();
      toast.done(card ? "已修改银行卡" : "已添加银行卡");
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
    <Modal open title={title} footer={null} width={560} onCancel={onClose} mask={{ closable: false }}>
      {message && <Notice tone="danger" title={message} />}
      <SchemaForm form={form} onSubmit={() => void save()}>
        <Button type="primary" htmlType="submit" loading={busy}>
          {card ? "保存修改" : title}
        </Button>
      </SchemaForm>
    </Modal>
  );
}
