import { CallRefused, type PayeeBrief } from "@coralhub/contract";
import { bankCodeOf, branchCodeOf, formatMoney, seedBankName, type PayeeKind } from "@coralhub/domain";
import { Notice, SchemaForm, useSchemaForm, type Values } from "@coralhub/ui";
import { useQuery } from "@tanstack/react-query";
import { Button } from "antd";
import { useEffect, useEffectEvent, useMemo, useState, type ReactNode } from "react";
import { regionsQuery } from "../../platform/regions.ts";
import { SmsCode } from "../../platform/sms-code.tsx";
import { codeMistake } from "../../platform/typing-mistakes.ts";
import { onlyRefusals, useSentCode } from "../../platform/use-sent-code.ts";
import { BranchFinder, HongkongBanks } from "./branch-finder.tsx";
import { IbanFinder, takesIban } from "./iban-finder.tsx";
import { asksIntermediary, IntermediaryChoice, useIntermediaryName } from "./intermediary.tsx";
import { formsQuery, payeeCalls } from "./payee-calls.ts";
import { BANK_SECTION, detailsIn, placeOf, sectionsOf, text, WIRE_NAMES, type Place } from "./payee-fields.ts";
import "./beneficiaries.css";

export type PayeeFormProps = {
  kind: PayeeKind;
  initial: Values;
  /** What to do with answers that are right; the code comes along. */
  onSave: (values: Values, verificationCode: string) => Promise<void>;
  submitLabel: string;
  /** Filled in by somebody without an account here: no code, and place and currency are given. */
  linked?: boolean;
  /** Between the fields and the code. */
  children?: ReactNode;
};

/** Country and currency choose the questions: they are read from the answers, and the questions follow. */
export function PayeeForm({ kind, initial, onSave, submitLabel, linked = false, children }: PayeeFormProps) {
  const [place, setPlace] = useState<Place>(() => placeOf(initial));
  const sections = useMemo(() => sectionsOf(kind, place, { linked }), [kind, place, linked]);
  const form = useSchemaForm({ sections, initial });
  const now = placeOf(form.values);
  const follow = useEffectEvent(() => setPlace(now));
  useEffect(() => follow(), [now.country, now.currency, now.route]);
  useBankName(form.values, place, linked, (name) => form.set("bankName", name));

  const hasIntermediary = !linked && asksIntermediary(place);
  useIntermediaryName(form.values, hasIntermediary, form.set);

  const [code, setCode] = useState("");
  const [codeError, setCodeError] = useState<string>();
  const [message, setMessage] = useState<string>();
  const [busy, setBusy] = useState(false);
  const refuse = (error: unknown) => {
    if (error === null) return [setMessage, setCodeError].forEach((clear) => clear(undefined));
    if (!(error instanceof CallRefused)) return setMessage("没有保存成功，请检查网络后重试");
    if (error.reason?.startsWith("identity.code")) return setCodeError(error.message);
    const named = Object.entries(error.fields).map(([name, words]) => [WIRE_NAMES[name] ?? name, words] as const);
    form.setErrors(Object.fromEntries(named));
    if (named.length === 0) setMessage(error.message);
  };
  const sms = useSentCode(() => payeeCalls.sendAccountCode({}), onlyRefusals(refuse));
  const save = async () => {
    const mistake = linked ? undefined : codeMistake(code);
    setCodeError(mistake);
    setMessage(undefined);
    if (mistake) return;
    setBusy(true);
    await onSave(form.values, code).catch(refuse);
    setBusy(false);
  };
  return (
    <SchemaForm
      form={form}
      onSubmit={() => void save()}
      leads={{ [BANK_SECTION]: <BankFinder place={place} linked={linked} put={form.set} /> }}
    >
      {!linked && <RiskNotice country={place.country} />}
      {hasIntermediary && <IntermediaryChoice place={place} put={form.set} />}
      {children}
      {!linked && (
        <div className="payee-code">
          <SmsCode
            sms={sms}
            hint="添加和修改收款账户都要验证"
            code={code}
            problem={codeError}
            onType={(typed) => {
              setCode(typed);
              setCodeError(undefined);
            }}
          />
        </div>
      )}
      {message && <Notice tone="danger" title={message} />}
      <div>
        <Button type="primary" htmlType="submit" loading={busy} disabled={!place.route}>
          {submitLabel}
        </Button>
      </div>
    </SchemaForm>
  );
}

/** A payment there is looked at by a person: said before the form is filled in. */
function RiskNotice({ country }: { country: string }) {
  const { data } = useQuery(regionsQuery);
  const risk = data?.riskCountries.find(({ code }) => code === country);
  if (!risk) return null;
  return risk.level === "prohibited" ? (
    <Notice tone="danger" title={`不能付款到${risk.name}`}>
      受制裁限制的国家和地区，请换一个收款账户
    </Notice>
  ) : (
    <Notice tone="warning" title={`${risk.name}属于风险国家和地区`}>
      银行可能要求说明交易背景，请备好合同和发票
    </Notice>
  );
}

/** Where a bank is known by a number, it is found by its name. */
function BankFinder({
  place,
  linked,
  put,
}: {
  place: Place;
  linked: boolean;
  put: (name: string, value: string) => void;
}) {
  if (place.country === "CN" && place.currency === "CNY")
    return (
      <BranchFinder
        onFound={(code, bank) => {
          put("clearCode", code);
          put("bankName", bank);
        }}
      />
    );
  if (!linked && takesIban(place))
    return <IbanFinder key={place.country} country={place.country} onFound={(iban) => put("accountNumber", iban)} />;
  return !linked && place.route === "HK" ? <HongkongBanks onFound={(code) => put("bankCode", code)} /> : null;
}

/** The bank's code tells its name: put in until somebody writes another. */
function useBankName(
  values: Values,
  { route, country, currency }: Place,
  linked: boolean,
  put: (name: string) => void,
) {
  const { data } = useQuery({ ...formsQuery(country, currency), enabled: !linked && route !== undefined });
  const code = route && bankCodeOf(route, detailsIn(values));
  const addedAs = (one: ReturnType<typeof bankCodeOf>) =>
    one && data?.banks.find((bank) => bank.scheme === one.scheme && bank.code === one.code)?.name;
  const branch = route && addedAs(branchCodeOf(route, detailsIn(values)));
  const name = branch ?? (code && (seedBankName(code) ?? addedAs(code)));
  const [given, setGiven] = useState("");
  const fill = useEffectEvent((found: string) => {
    const written = text(values["bankName"]);
    if (written !== "" && written !== given) return;
    setGiven(found);
    put(found);
  });
  useEffect(() => {
    if (name) fill(name);
  }, [name]);
}

/** What a form begins with that changes one of them; the number is written anew. */
export const valuesOf = (payee: PayeeBrief): Values => ({
  ...payee.details,
  name: payee.name,
  holderType: payee.holderType,
  holderName: payee.holderName,
  country: payee.country,
  currency: payee.currency,
  route: payee.route,
  category: payee.category === null ? "" : String(payee.category),
  contactEmail: payee.contactEmail,
  maximum: payee.maximum ? formatMoney(payee.maximum) : "",
});
