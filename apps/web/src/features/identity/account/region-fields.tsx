import { useNarrow } from "@coralhub/ui";
import { TextField } from "@coralhub/ui/light";
import { useQuery } from "@tanstack/react-query";
import { Select } from "antd";
import { useId } from "react";
import type { useForm } from "../../../platform/use-form.ts";
import { regionsQuery, type Place } from "../../../platform/regions.ts";

/** Not in the list of regions: the rest is written by hand. */
const ABROAD = "海外";

type AddressFields = { province: string; city: string; area: string; address: string };
type AddressForm = ReturnType<typeof useForm<AddressFields>>;

/** Province, city and area, each from what lies in the one before; abroad they are written. */
export function RegionFields({ form }: { form: AddressForm }) {
  const { data, isPending } = useQuery(regionsQuery);
  const provinces = data?.places ?? [];
  const { province, city, area } = form.fields;
  const cities = childrenOf(provinces, province);
  const areas = childrenOf(cities, city);
  const put = (next: Partial<AddressFields>) => {
    for (const [name, value] of Object.entries(next)) form.change(name as keyof AddressFields, value);
  };
  const enterCity = (name: string) => put({ city: name, area: only(childrenOf(cities, name)) });
  const enterProvince = (name: string) => {
    const inside = childrenOf(provinces, name);
    const first = only(inside);
    put({ province: name, city: first, area: only(childrenOf(inside, first)) });
  };
  return (
    <div className="account-thirds">
      <RegionSelect
        label="省份"
        value={province}
        options={[...provinces, { value: ABROAD, label: ABROAD }]}
        loading={isPending}
        error={form.errors.province}
        onChange={enterProvince}
      />
      {province === ABROAD ? (
        <>
          <TextField label="国家和城市" maxLength={40} {...form.bind("city")} />
          <TextField label="区县" optional maxLength={40} {...form.bind("area")} />
        </>
      ) : (
        <>
          <RegionSelect label="城市" value={city} options={cities} error={form.errors.city} onChange={enterCity} />
          <RegionSelect
            label="区县"
            value={area}
            options={areas}
            error={form.errors.area}
            onChange={(name) => put({ area: name })}
          />
        </>
      )}
    </div>
  );
}

/** An address from before the list, or from a renamed place, has nothing inside. */
const childrenOf = (places: readonly Place[], name: string): readonly Place[] =>
  places.find(({ value }) => value === name)?.children ?? [];
/** Where there is no choice, nobody is asked. */
const only = (places: readonly Place[]): string => (places.length === 1 ? places[0]!.value : "");

type SelectProps = {
  label: string;
  value: string;
  options: readonly Place[];
  loading?: boolean;
  error: string | undefined;
  onChange: (name: string) => void;
};

function RegionSelect({ label, value, options, loading = false, error, onChange }: SelectProps) {
  const id = useId();
  return (
    <div className={error ? "lk-field lk-wrong" : "lk-field"}>
      <div className="lk-label">
        <label htmlFor={id}>{label}</label>
      </div>
      <Select
        id={id}
        size={useNarrow() ? "large" : "middle"}
        className="account-region"
        showSearch={{ optionFilterProp: "label" }}
        placeholder="请选择"
        value={value || null}
        options={options.map(({ value: name }) => ({ value: name, label: name }))}
        loading={loading}
        disabled={options.length === 0 && value === ""}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? `${id}-note` : undefined}
        {...(error && { status: "error" as const })}
        onChange={(name: string | null) => onChange(name ?? "")}
      />
      {error && (
        <div id={`${id}-note`} className="lk-error">
          <span>{error}</span>
        </div>
      )}
    </div>
  );
}
