import type { StoreDetail } from "@coralhub/contract";
import {
  COUNTRIES,
  GOODS_CATEGORIES,
  isCountry,
  platformByCode,
  SERVICE_CATEGORIES,
  storeField,
  STORE_FIELDS,
  type Platform,
  type StoreFieldName,
} from "@coralhub/domain";
import { Facts, fileSizeText, Masked, Panel, type Fact } from "@coralhub/ui";

const isField = (name: string): name is StoreFieldName => Object.hasOwn(STORE_FIELDS, name);

/** The page's head says these already. */
const SAID: readonly StoreFieldName[] = ["name", "url", "country"];
const CATEGORIES = new Map<string, string>(
  [...GOODS_CATEGORIES, ...SERVICE_CATEGORIES].map(({ code, name }) => [String(code), name]),
);

/** An answer in words: what travels is a code. */
function inWords(platform: Platform, name: StoreFieldName, value: string): string {
  const { kind, options } = storeField(platform, name);
  if (kind === "category") return CATEGORIES.get(value) ?? value;
  if (kind === "country") return isCountry(value) ? COUNTRIES[value] : value;
  return options?.find((option) => option.value === value)?.label ?? value;
}

/** What was handed in. Keys are there as their last four characters. */
export function PapersPanel({ store }: { store: StoreDetail }) {
  const platform = platformByCode(store.platformCode);
  if (!platform) return null;
  const labelOf = (name: string): string => (isField(name) ? storeField(platform, name).label : name);
  const given = Object.entries(store.answers).filter(
    (entry): entry is [StoreFieldName, string] =>
      isField(entry[0]) &&
      Boolean(entry[1]) &&
      !SAID.includes(entry[0]) &&
      storeField(platform, entry[0]).kind !== "document",
  );
  const facts: Fact[] = [
    ...given.map(([name, value]) => ({
      label: labelOf(name),
      value: inWords(platform, name, value),
    })),
    ...store.secrets.map(({ field, lastFour }) => ({ label: labelOf(field), value: <Masked mono end={lastFour} /> })),
    ...store.files.map((file) => ({ label: "材料", value: `${file.fileName}，${fileSizeText(file.sizeBytes)}` })),
  ];
  if (facts.length === 0) return null;
  return (
    <Panel title="提交的资料">
      <Facts facts={facts} columns={2} />
    </Panel>
  );
}
