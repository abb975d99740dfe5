import { COUNTRIES, CURRENCY_CODES, PAYEE_KINDS, routesTo, type CountryCode, type Currency } from "@coralhub/domain";
import { Button, Select } from "antd";
import { useState } from "react";
import { ImportDialog } from "../../platform/import-dialog.tsx";
import { SmsCode } from "../../platform/sms-code.tsx";
import { useSentCode } from "../../platform/use-sent-code.ts";
import { payeeCalls, refreshPayees } from "./payee-calls.ts";

type Kind = "supplier" | "service";
const KINDS = (["supplier", "service"] as const).map((value) => ({ value, label: PAYEE_KINDS[value].label }));
const PLACES = (Object.keys(COUNTRIES) as CountryCode[]).map((value) => ({
  value,
  label: `${COUNTRIES[value]} ${value}`,
}));

/** Suppliers and service providers from the list another service exports. */
export function ImportPayees({ kind: only }: { kind?: Kind }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>批量导入</Button>
      {open && <Importing first={only ?? "supplier"} onClose={() => setOpen(false)} />}
    </>
  );
}

function Importing({ first, onClose }: { first: Kind; onClose: () => void }) {
  const [kind, setKind] = useState<Kind>(first);
  const [country, setCountry] = useState<CountryCode>("US");
  const [code, setCode] = useState("");
  const [problem, setProblem] = useState<string>();
  const currencies: readonly Currency[] = CURRENCY_CODES.filter((one) => routesTo(country, one).length > 0);
  const [chosen, setChosen] = useState<Currency>("USD");
  const currency = currencies.includes(chosen) ? chosen : currencies[0]!;
  const sms = useSentCode(
    () => payeeCalls.sendAccountCode({}),
    (error) => setProblem((error as Error | null)?.message),
  );
  return (
    <ImportDialog
      title="批量导入收款人"
      unit="个收款人"
      choices={
        <>
          <Select aria-label="导入为" value={kind} options={KINDS} onChange={setKind} />
          <Select
            aria-label="模板的国家"
            showSearch={{ optionFilterProp: "label" }}
            value={country}
            options={PLACES}
            onChange={setCountry}
          />
          <Select
            aria-label="模板的币种"
            value={currency}
            options={currencies.map((value) => ({ value, label: value }))}
            onChange={setChosen}
          />
        </>
      }
      chosen={kind}
      template={() => payeeCalls.payeeSheetTemplate({ country, currency })}
      check={(file) => payeeCalls.checkPayeeSheet({ file, kind })}
      proof={
        <SmsCode
          sms={sms}
          code={code}
          problem={problem}
          onType={(typed) => {
            setCode(typed);
            setProblem(undefined);
          }}
        />
      }
      save={(fileId, lines) => payeeCalls.importPayees({ fileId, kind, lines, verificationCode: code })}
      onSaved={refreshPayees}
      onClose={onClose}
    />
  );
}
