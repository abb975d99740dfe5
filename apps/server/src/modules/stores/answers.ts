import { Refusal, type StoreForm } from "@coralhub/contract";
import {
  accountOption,
  checkStore,
  holderNameFor,
  keyFieldsOf,
  mayEnter,
  normalShopAddress,
  platformByCode,
  SECRET_FIELDS,
  STORE_FIELDS,
  type AccountOption,
  type Platform,
  type StoreField,
  type StoreFieldName,
} from "@coralhub/domain";
import type { Tx } from "../../platform/db.ts";
import type { Files, StoredFile } from "../../platform/files.ts";
import type { ReceivingAccounts } from "./deps.ts";
import type { Store, StoreFacts, StoreFields } from "./stores-store.ts";

/** Every upload for a store carries this; a file of another kind cannot be handed in as evidence. */
export const FILE_PURPOSE = "store";
const MOST_FILES = 5;
/** Answers with columns of their own. */
const COLUMNS: readonly StoreFieldName[] = ["name", "url", "country", "expectCurrency", "expectAccountName"];

export type Answers = Partial<Record<StoreFieldName, string>>;

export function platformOf(code: string): Platform {
  const platform = platformByCode(code);
  if (!platform) throw new Error(`a store is on ${code}, which the catalogue does not know`);
  return platform;
}

/** Only what the platform asks or lets be said, blanks left out. */
export function tidyAnswers(platform: Platform, form: StoreForm): Answers {
  return Object.fromEntries(
    [...platform.fields, ...platform.accepts].flatMap((name) => {
      const answer = form[name]?.trim();
      return answer ? [[name, answer]] : [];
    }),
  );
}

/** What a store's form says, secrets left out. */
export const answersOf = (store: Store): Answers => ({
  ...store.fields,
  name: store.name,
  ...(store.url && { url: store.url }),
  ...(store.country && { country: store.country }),
  expectCurrency: store.accountOption,
  expectAccountName: store.holderName,
});

const isSecret = (name: string): boolean => SECRET_FIELDS.includes(name as StoreFieldName);
/** Answers without a column of their own that may be shown. */
export const plainFields = (answers: Answers): StoreFields =>
  Object.fromEntries(
    Object.entries(answers).filter(([name]) => !isSecret(name) && !COLUMNS.includes(name as StoreFieldName)),
  );
export const secretsIn = (answers: Answers): [string, string][] =>
  Object.entries(answers).filter(([name]) => isSecret(name));

/** Are keys among them that tie a store to its platform? */
export const namesKeys = (platform: Platform, answers: Answers): boolean =>
  keyFieldsOf(platform).some((name) => answers[name] !== undefined);

const fieldKind = (name: string): StoreField["kind"] | undefined =>
  Object.hasOwn(STORE_FIELDS, name) ? STORE_FIELDS[name as StoreFieldName].kind : undefined;
const idsIn = (answer: string): string[] => answer.split(",").map((id) => id.trim());
/** The documents named in the answers. */
export const fileIdsIn = (answers: Answers): string[] =>
  Object.entries(answers).flatMap(([name, answer]) => (fieldKind(name) === "document" ? idsIn(answer) : []));

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
export async function findEvidence(
  files: Files,
  merchantId: string,
  id: string,
  tx?: Tx,
): Promise<StoredFile | undefined> {
  const file = UUID.test(id) ? await files.find(merchantId, id, tx) : undefined;
  return file?.purpose === FILE_PURPOSE ? file : undefined;
}

export async function describeEvidence(files: Files, merchantId: string, answers: Answers, tx?: Tx) {
  const found = await Promise.all(fileIdsIn(answers).map((id) => findEvidence(files, merchantId, id, tx)));
  return found.flatMap((file) =>
    file
      ? [{ fileId: file.id, fileName: file.fileName, contentType: file.contentType, sizeBytes: file.sizeBytes }]
      : [],
  );
}

async function fileFaults(files: Files, tx: Tx, merchantId: string, answers: Answers): Promise<Record<string, string>> {
  const faults: Record<string, string> = {};
  for (const [name, answer] of Object.entries(answers)) {
    if (fieldKind(name) !== "document") continue;
    const ids = idsIn(answer);
    if (ids.length > MOST_FILES) faults[name] = `最多上传 ${MOST_FILES} 个文件`;
    else {
      const found = await Promise.all(ids.map((id) => findEvidence(files, merchantId, id, tx)));
      if (found.includes(undefined)) faults[name] = "找不到上传的材料，请重新上传";
    }
  }
  return faults;
}

/** Accounts a store may be put on: there, or on the way. */
const USABLE = ["applying", "open"];
/** The account a merchant names must be theirs, usable, and of a kind the platform pays into. */
export async function sharedAccount(
  accounts: ReceivingAccounts,
  tx: Tx,
  merchantId: string,
  platform: Platform,
  accountId: string,
): Promise<{ option: AccountOption; holderName: string }> {
  const account = UUID.test(accountId) ? await accounts.of(merchantId, accountId, tx) : undefined;
  if (!account || !USABLE.includes(account.state))
    throw new Refusal("store.account_unusable", {}, { foreignBankAccountId: "请选择已开通或申请中的收款账户" });
  if (await accounts.hasDispute(tx, { merchantId, id: account.id }))
    throw new Refusal("store.account_disputed", {}, { foreignBankAccountId: "请选择其他收款账户" });
  if (!mayEnter(account.platform, platform.code)) {
    const values = { platform: platformOf(account.platform).name };
    throw new Refusal("store.account_reserved", values, { foreignBankAccountId: "请选择其他收款账户" });
  }
  const option = platform.options.find(
    ({ currency, country }) => currency === account.currency && country === account.country,
  );
  if (!option) {
    const values = { platform: platform.name, currency: account.currency };
    throw new Refusal("store.account_currency", values, { foreignBankAccountId: "请选择其他收款账户" });
  }
  return { option, holderName: account.holderName };
}

/** What the answers amount to, once nothing is wrong with them; the form hears about everything at once. */
export async function settleAnswers(
  { files, receivingAccounts }: { files: Files; receivingAccounts: ReceivingAccounts },
  tx: Tx,
  merchantId: string,
  platform: Platform,
  answers: Answers,
): Promise<StoreFacts> {
  const faults = { ...checkStore(platform, answers), ...(await fileFaults(files, tx, merchantId, answers)) };
  if (Object.keys(faults).length > 0) throw new Refusal("store.incomplete", {}, faults);
  const shared = answers.foreignBankAccountId
    ? await sharedAccount(receivingAccounts, tx, merchantId, platform, answers.foreignBankAccountId)
    : undefined;
  const option = shared?.option ?? accountOption(answers.expectCurrency ?? "");
  if (!option) throw new Error(`${platform.code} asks no receiving currency: the catalogue must`);
  return {
    platform: platform.code,
    name: answers.name ?? platform.name,
    url: (answers.url && normalShopAddress(answers.url, platform)) ?? "",
    country: answers.country ?? null,
    accountOption: option.code,
    holderName: shared?.holderName ?? holderNameFor(option.code, answers.expectAccountName ?? ""),
    fields: plainFields(answers),
  };
}
