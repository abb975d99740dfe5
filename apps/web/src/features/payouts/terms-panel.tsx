import type { PayeeBrief } from "@coralhub/contract";
import {
  addressOf,
  DEFAULT_TOLERANCE,
  GOODS_CATEGORIES,
  SERIES_KINDS,
  SERIES_MOST_RUNS,
  SERIES_RHYTHM_NAMES,
  SERIES_RHYTHMS,
  SERVICE_CATEGORIES,
  type PayoutKind,
  type SeriesRhythm,
} from "@coralhub/domain";
import { Link, Panel } from "@coralhub/ui";
import { TextField } from "@coralhub/ui/light";
import { useQuery } from "@tanstack/react-query";
import { Checkbox, DatePicker, InputNumber, Radio, Select } from "antd";
import { useId, type ReactNode } from "react";
import { PaperTile } from "../../platform/paper-tile.tsx";
import { TOLERANCE_LABEL, ToleranceSelect } from "../../platform/tolerance-select.tsx";
import { relatedQuery, uploadTradePaper } from "./payouts-calls.ts";
import type { Terms } from "./use-order.ts";

export const NO_TERMS: Terms = {
  category: null,
  remittance: "",
  toleranceBasisPoints: DEFAULT_TOLERANCE,
  scheduledFor: null,
  papers: [],
  relatedId: null,
  adviceEmail: "",
  series: null,
};

type Props = {
  kind: PayoutKind;
  payee: PayeeBrief | undefined;
  terms: Terms;
  onChange: (terms: Terms) => void;
};

const Term = ({ id, label, children }: { id: string; label: string; children: ReactNode }) => (
  <div className="pay-term">
    <label htmlFor={id}>{label}</label>
    {children}
  </div>
);

/** What goes with the money: when, what for, and what the payee and the bank are told. */
export function TermsPanel(props: Props) {
  const { kind, terms, onChange } = props;
  const id = useId();
  const categories = kind === "service" ? SERVICE_CATEGORIES : GOODS_CATEGORIES;
  const others = kind !== "withdrawal";
  return (
    <Panel title="附加信息">
      <div className="pay-terms">
        {others && (
          <Term id={`${id}-category`} label={kind === "service" ? "服务类别" : "货物类别"}>
            <Select
              id={`${id}-category`}
              showSearch={{ optionFilterProp: "label" }}
              placeholder="请选择"
              value={terms.category}
              options={categories.map(({ code, name }) => ({ value: code, label: name }))}
              onChange={(category: number) => onChange({ ...terms, category })}
            />
          </Term>
        )}
        {others && <When {...props} />}
        <Term id={`${id}-tolerance`} label={TOLERANCE_LABEL}>
          <ToleranceSelect
            id={`${id}-tolerance`}
            value={terms.toleranceBasisPoints}
            onChange={(toleranceBasisPoints) => onChange({ ...terms, toleranceBasisPoints })}
          />
        </Term>
        {others && (
          <>
            <TextField
              label="附言"
              optional
              maxLength={140}
              value={terms.remittance}
              onChange={(event) => onChange({ ...terms, remittance: event.target.value })}
            />
            <Relation {...props} />
            <Advice {...props} />
            <div className="pay-papers">
              {(["contract", "invoice"] as const).map((paper) => (
                <PaperTile
                  key={paper}
                  label={paper === "contract" ? "合同（选填）" : "发票（选填）"}
                  upload={(file) => uploadTradePaper(file, paper)}
                  onUploaded={(fileId) => onChange({ ...terms, papers: [...terms.papers, fileId] })}
                />
              ))}
            </div>
          </>
        )}
      </div>
    </Panel>
  );
}

const WAYS = [
  { value: "now", label: "马上付" },
  { value: "day", label: "指定日期" },
] as const;
type Way = "now" | "day" | "series";

/** At once, on a day, or again and again from a day on. */
function When({ kind, terms, onChange }: Props) {
  const id = useId();
  const repeats = (SERIES_KINDS as readonly string[]).includes(kind);
  const way: Way = terms.series ? "series" : terms.scheduledFor === null ? "now" : "day";
  const options = repeats ? [...WAYS, { value: "series" as const, label: "定期" }] : [...WAYS];
  const choose = (next: Way) => {
    const scheduledFor = next === "now" ? null : (terms.scheduledFor ?? "");
    onChange({ ...terms, scheduledFor, series: next === "series" ? { rhythm: "monthly", mostRuns: null } : null });
  };
  return (
    <>
      <div className="pay-term">
        <span id={`${id}-when`}>什么时候付</span>
        <Radio.Group
          optionType="button"
          aria-labelledby={`${id}-when`}
          options={options}
          value={way}
          onChange={(event) => choose(event.target.value as Way)}
        />
      </div>
      {way !== "now" && (
        <Term id={`${id}-day`} label={way === "series" ? "第一次" : "哪天付"}>
          <DatePicker
            id={`${id}-day`}
            placeholder="明天起一年以内"
            onChange={(_day, text) => onChange({ ...terms, scheduledFor: typeof text === "string" ? text : "" })}
          />
        </Term>
      )}
      {terms.series && (
        <>
          <Term id={`${id}-rhythm`} label="多久一次">
            <Select
              id={`${id}-rhythm`}
              value={terms.series.rhythm}
              options={SERIES_RHYTHM_NAMES.map((value) => ({ value, label: SERIES_RHYTHMS[value] }))}
              onChange={(rhythm: SeriesRhythm) => onChange({ ...terms, series: { ...terms.series!, rhythm } })}
            />
          </Term>
          <Term id={`${id}-runs`} label="一共几次（不填则一直到您结束）">
            <InputNumber<number>
              id={`${id}-runs`}
              min={1}
              max={SERIES_MOST_RUNS}
              value={terms.series.mostRuns}
              onChange={(mostRuns) => onChange({ ...terms, series: { ...terms.series!, mostRuns } })}
            />
          </Term>
          <p className="withdraw-note">
            验证一次，以后每次按当天的价格付；到账少于约定、余额不足或账户有变时不付，会告诉您
          </p>
        </>
      )}
    </>
  );
}

/** Payer and payee that belong together say so; the contract is on file with the related party. */
function Relation({ terms, onChange }: Props) {
  const id = useId();
  const { data = [] } = useQuery(relatedQuery);
  return (
    <Term id={`${id}-related`} label="收款人是您的关联方吗">
      <Select
        id={`${id}-related`}
        value={terms.relatedId ?? ""}
        options={[
          { value: "", label: "不是" },
          ...data.map(({ id: value, relateName }) => ({ value, label: relateName })),
        ]}
        onChange={(relatedId: string) => onChange({ ...terms, relatedId: relatedId === "" ? null : relatedId })}
      />
      <Link to={addressOf("relatedParties")}>登记关联方</Link>
    </Term>
  );
}

function Advice({ payee, terms, onChange }: Props) {
  return (
    <div className="pay-term">
      <Checkbox
        checked={terms.adviceEmail !== ""}
        onChange={(event) =>
          onChange({ ...terms, adviceEmail: event.target.checked ? payee?.contactEmail || " " : "" })
        }
      >
        付款成功后，把付款通知发给收款人
      </Checkbox>
      {terms.adviceEmail !== "" && (
        <TextField
          label="收款人邮箱"
          type="email"
          autoComplete="off"
          value={terms.adviceEmail.trim()}
          onChange={(event) => onChange({ ...terms, adviceEmail: event.target.value || " " })}
        />
      )}
    </div>
  );
}
