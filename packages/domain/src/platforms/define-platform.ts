import type { CountryCode } from "../reference/countries.ts";
import { ACCOUNT_OPTIONS, type AccountOptionCode } from "./account-options.ts";
import { keyFieldsOf } from "./connections.ts";
import { isAppCategory } from "./platform.ts";
import { groupOf, isRegional } from "./platform-groups.ts";
import type { FieldWords, Platform, PlatformCategory, PlatformConnection, TileColour } from "./platform.ts";
import { ACCOUNT_FIELDS, type StoreFieldName } from "./store-fields.ts";

/** A row as it is written: what follows from the rest is left out. */
export type PlatformRow = {
  name: string;
  code: string;
  /** Only where it is not the lower-cased name. */
  routeKey?: string;
  mark: string;
  colour: TileColour;
  aliases: readonly string[];
  connect?: PlatformConnection;
  /** What this platform asks beyond its category's questions. */
  asks?: readonly StoreFieldName[];
  words?: FieldWords;
  /** Questions of the category that make no sense here. */
  spares?: readonly StoreFieldName[];
  pays: readonly AccountOptionCode[];
  sites: readonly CountryCode[];
  hosts: readonly string[];
  subdomains?: boolean;
  payers: readonly string[];
  needsOrderEvidence?: boolean;
  changeable?: boolean;
  help: string;
  payoutSteps: readonly string[];
  payoutRhythm: string;
};

const SHOP: readonly StoreFieldName[] = ["name", "url", "country", "sellerId", "tradeCategory", "predictMonthlyIncome"];
const CREATOR: readonly StoreFieldName[] = ["name", "url", "publisherId", "accountUse", "predictMonthlyIncome"];
const DEVELOPER: readonly StoreFieldName[] = [
  "name",
  "url",
  "publisherId",
  "tradeCategory",
  "accountUse",
  "predictMonthlyIncome",
];
/** Developers name the kind of their app. */
const APP_WORDS: FieldWords = { tradeCategory: { label: "应用类别", help: "按主要的一款应用选择" } };

/** The questions every platform of a category asks, in the form's order; the account's come last everywhere. */
const ASKED: Record<PlatformCategory, readonly StoreFieldName[]> = {
  marketplace: SHOP,
  appStore: DEVELOPER,
  adNetwork: DEVELOPER,
  payment: SHOP,
  social: CREATOR,
  cod: ["name", "country", "tradeCategory", "predictMonthlyIncome"],
  offline: ["name", "tradeCategory", "accountUse", "predictMonthlyIncome"],
};

/** Parts of a store that every platform's may have. */
const EVERYWHERE: readonly StoreFieldName[] = ["s2n", "country", "hasMerchant", "channel", "attach"];
/** Keys of a platform's open interface, kept for whoever has them where no connection asks for others. */
const OPEN_KEYS: readonly StoreFieldName[] = ["accessKey", "secretKey", "refreshToken"];

/** Goods that cross a border want orders behind the money; software, advertising and content do not. */
const SELLS_GOODS: readonly PlatformCategory[] = ["marketplace", "payment", "cod", "offline"];

const wide = (name: string): number => 52 + name.length * 8 + name.replaceAll(/[^\u2e80-\uffff]/g, "").length * 6;

/** The special names have a key of their own; every other name is its key in lower case. */
export const platformsOf = (category: PlatformCategory, rows: readonly PlatformRow[]): readonly Platform[] =>
  rows.map((row) => {
    const connect = row.connect ?? { by: "evidence" };
    const evidence: readonly StoreFieldName[] = connect.by === "evidence" ? ["attach"] : [];
    const asked = [
      ...ASKED[category],
      ...(row.asks ?? []),
      ...keyFieldsOf({ connect }),
      ...evidence,
      ...ACCOUNT_FIELDS,
    ];
    const fields = [...new Set(asked)].filter((field) => !row.spares?.includes(field));
    const keys = connect.by === "evidence" || connect.by === "described" ? OPEN_KEYS : [];
    return {
      routeKey: row.routeKey ?? row.name.toLowerCase(),
      code: row.code,
      name: row.name,
      aliases: row.aliases,
      category,
      group: groupOf(category, row.code),
      regional: isRegional(row.code),
      logo: { mark: row.mark, colour: row.colour, width: wide(row.name) },
      connect,
      fields,
      accepts: [...EVERYWHERE, ...keys].filter((field) => !fields.includes(field)),
      words: { ...(isAppCategory(category) && APP_WORDS), ...row.words },
      options: row.pays.map((code) => ACCOUNT_OPTIONS[code]),
      countries: row.sites,
      payers: row.payers,
      needsOrderEvidence: row.needsOrderEvidence ?? SELLS_GOODS.includes(category),
      hosts: row.hosts,
      subdomains: row.subdomains ?? false,
      changeable: row.changeable ?? connect.by === "evidence",
      help: row.help,
      payoutSteps: row.payoutSteps,
      payoutRhythm: row.payoutRhythm,
    };
  });
