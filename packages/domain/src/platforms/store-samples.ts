import { categoriesFor } from "./check-store.ts";
import type { Platform } from "./platform.ts";
import { STORE_FIELDS, type StoreField, type StoreFieldName } from "./store-fields.ts";

const BY_NAME: Partial<Record<StoreFieldName, string>> = {
  expectAccountName: "Shenzhen Nanyu Technology Co Ltd",
  clientId: "k3v9x2m7q1w8e5r4t6y0",
  koreanAccountName: "난위 테크놀로지",
  koreanLegalName: "린야난",
  englishAccountName: "NANYU TECHNOLOGY",
  englishLegalName: "LIN YANAN",
  applicationType: "STANDARD",
  hasMerchant: "1",
  otherPlatformName: "Fruugo",
  itemName: "厨房收纳",
  thbMerchant: "TH-2026-0815",
};

/** So many digits that differ from sample to sample and stay the same for one. */
const digitsOf = (unique: string, count: number): string => {
  let sum = 7;
  for (const letter of unique) sum = (sum * 31 + letter.codePointAt(0)!) % 10 ** count;
  return String(sum).padStart(count, "0");
};
/** Numbers a platform gives once: an account belongs to one merchant. */
const NUMBERED: Partial<Record<StoreFieldName, (unique: string) => string>> = {
  vendorId: (unique) => `A${digitsOf(unique, 8)}`,
  storeHash: (unique) => `st${digitsOf(unique, 9)}`,
};

function sample(platform: Platform, field: StoreField, name: StoreFieldName, unique: string): string {
  if (field.kind === "url") return `https://shop-${unique}.${platform.hosts[0] ?? "example.com"}`;
  if (field.kind === "choice") return field.options?.[0]?.value ?? "";
  if (field.kind === "category") return String(categoriesFor(platform)[3]!.code);
  if (field.kind === "country") return platform.countries[0] ?? "US";
  if (field.kind === "amount") return "120000.00";
  if (field.secret) return `sample-${name}-${unique}`;
  return NUMBERED[name]?.(unique) ?? BY_NAME[name] ?? `${name}-${unique}`;
}

/**
 * A merchant's answers to a platform's form that pass its checks: for tests, the demo world and filling forms in the
 * sandbox. Documents are left out: they are files that somebody has to upload first. Keys of a private app are left
 * out where the merchant may also agree on the platform.
 */
export function sampleStoreAnswers(platform: Platform, unique: string): Record<string, string> {
  const left: readonly StoreFieldName[] =
    platform.connect.by === "either"
      ? ["apiKey", "password", "version", "foreignBankAccountId"]
      : ["foreignBankAccountId"];
  const answers: Record<string, string> = {};
  for (const name of platform.fields) {
    const field: StoreField = STORE_FIELDS[name];
    if (field.kind === "document" || left.includes(name)) continue;
    answers[name] = name === "expectCurrency" ? platform.options[0]!.code : sample(platform, field, name, unique);
  }
  answers["name"] = `${platform.name} 店 ${unique}`;
  return answers;
}
