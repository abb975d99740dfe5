import type { StoreDetail } from "@coralhub/contract";
import { isStoreField, platformByCode, storeAnswerText, storeField, type StoreFieldName } from "@coralhub/domain";
import { Facts, fileSizeText, Masked, Panel, type Fact } from "@coralhub/ui";

/** The page's head and the account beside say these already. */
const SAID: readonly StoreFieldName[] = ["name", "url", "country", "foreignBankAccountId"];

/** What was handed in. Keys are there as their last four characters. */
export function PapersPanel({ store }: { store: StoreDetail }) {
  const platform = platformByCode(store.platformCode);
  if (!platform) return null;
  const labelOf = (name: string): string => (isStoreField(name) ? storeField(platform, name).label : name);
  const given = Object.entries(store.answers).filter(
    (entry): entry is [StoreFieldName, string] =>
      isStoreField(entry[0]) &&
      Boolean(entry[1]) &&
      !SAID.includes(entry[0]) &&
      storeField(platform, entry[0]).kind !== "document",
  );
  const facts: Fact[] = [
    ...given.map(([name, value]) => ({
      label: labelOf(name),
      value: storeAnswerText(platform, name, value),
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
