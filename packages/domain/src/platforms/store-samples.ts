import { APP_CATEGORIES, GOODS_CATEGORIES } from "../reference/categories.ts";
import type { Platform } from "./platform.ts";
import { STORE_FIELDS, type StoreField, type StoreFieldName } from "./store-fields.ts";

const BY_NAME: Partial<Record<StoreFieldName, string>> = {
  expectAccountName: "Shenzhen Nanyu Technology Co Ltd",
  vendorId: "A00012345",
  storeHash: "stq7xn4h2",
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

function sample(platform: Platform, field: StoreField, name: StoreFieldName, unique: string): string {
  if (field.kind === "url") return `https://shop-${unique}.${platform.hosts[0] ?? "example.com"}`;
  if (field.kind === "choice") return field.options?.[0]?.value ?? "";
  if (field.kind === "category")
    return String((platform.category === "appStore" ? APP_CATEGORIES : GOODS_CATEGORIES)[3]!.code);
  if (field.kind === "country") return platform.countries[0] ?? "US";
  if (field.kind === "amount") return "120000.00";
  if (field.secret) return `sample-${name}-${unique}`;
  return BY_NAME[name] ?? `${name}-${unique}`;
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
