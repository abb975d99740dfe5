import { isStoreField, platformByCode, storeAnswerText, storeField, type StoreFieldName } from "@coralhub/domain";
import type { StoreCase } from "./store-calls.ts";

type Answer = { name: StoreFieldName; label: string; text: string; address: boolean };

const wordsOf = (platformCode: string) => platformByCode(platformCode) ?? { words: {} };

const fieldsOf = ({ platformCode, answers }: StoreCase) =>
  Object.entries(answers).flatMap(([name, value]) =>
    isStoreField(name) && value ? [{ name, value, field: storeField(wordsOf(platformCode), name) }] : [],
  );

/** What the merchant answered, in the words of the form it was asked on. Papers are shown beside. */
export const answersOf = (store: StoreCase): Answer[] =>
  fieldsOf(store)
    .filter(({ name, field }) => field.kind !== "document" && name !== "foreignBankAccountId")
    .map(({ name, value, field }) => ({
      name,
      label: field.label,
      text: storeAnswerText(wordsOf(store.platformCode), name, value),
      address: field.kind === "url",
    }));

/** Each paper under the question it answers. */
export function papersOf(store: StoreCase): { fileId: string; label: string }[] {
  const labels = new Map(
    fieldsOf(store)
      .filter(({ field }) => field.kind === "document")
      .flatMap(({ value, field }) => value.split(",").map((fileId) => [fileId.trim(), field.label] as const)),
  );
  return store.files.map(({ fileId, fileName }) => ({ fileId, label: labels.get(fileId) ?? fileName }));
}

export const secretsOf = ({ platformCode, secrets }: StoreCase): { label: string; text: string }[] =>
  secrets.map(({ field, lastFour }) => ({
    label: isStoreField(field) ? storeField(wordsOf(platformCode), field).label : field,
    text: `末四位 ${lastFour}`,
  }));
