import {
  ACCOUNT_FIELDS,
  checkStoreAnswer,
  isStoreFieldAsked,
  storeField,
  type Platform,
  type StoreFieldName,
} from "@coralhub/domain";
import type { Field, FieldValue, Values } from "@coralhub/ui";
import { questionField } from "../../platform/store-questions.ts";

/** Keys and pictures are handed in store by store, on the platform's own page. */
function isAskable(platform: Platform, name: StoreFieldName): boolean {
  const { kind, secret } = storeField(platform, name);
  return kind !== "document" && !secret;
}
/** What the account the stores are added to settles is not asked. */
const besidesAccount = ({ fields }: Platform): StoreFieldName[] =>
  fields.filter((name) => !ACCOUNT_FIELDS.includes(name));

export const questionsOf = (platform: Platform): StoreFieldName[] =>
  besidesAccount(platform).filter((name) => isAskable(platform, name));

/** Can everything it must be told be typed into one row of a form? */
export const isPlain = (platform: Platform): boolean =>
  besidesAccount(platform).every((name) => isAskable(platform, name) || storeField(platform, name).optional);

type Row = {
  /** Under which name the form keeps this answer. */
  as: (name: string) => string;
  /** Is this row about the platform? */
  isChosen: (values: Values) => boolean;
};

/** One question in a row of stores: asked where the row's platform asks it, given the row's other answers. */
export function rowField(platform: Platform, name: StoreFieldName, { as, isChosen }: Row): Field {
  const field = questionField(platform, name);
  const answersIn = (values: Values) => Object.fromEntries(platform.fields.map((other) => [other, values[as(other)]]));
  return {
    ...field,
    name: as(name),
    when: (values) =>
      isChosen(values) && (field.optional === true || isStoreFieldAsked(platform, name, answersIn(values))),
    rules: [(value: FieldValue) => checkStoreAnswer(platform, name, value)],
  };
}
