import { businessItem } from "../reference/categories.ts";
import { countryName } from "../reference/countries.ts";
import { accountOption } from "./account-options.ts";
import { storeField } from "./check-store.ts";
import type { Platform } from "./platform.ts";
import type { StoreFieldName } from "./store-fields.ts";

/** An answer as one reads it: what travels is a code. */
export function storeAnswerText(platform: Pick<Platform, "words">, name: StoreFieldName, answer: string): string {
  const { kind, options } = storeField(platform, name);
  switch (kind) {
    case "choice":
      return options?.find(({ value }) => value === answer)?.label ?? accountOption(answer)?.label ?? answer;
    case "country":
      return countryName(answer);
    case "category":
      return businessItem(Number(answer))?.name ?? answer;
    case "check":
      return answer === "true" ? "是" : "否";
    default:
      return answer;
  }
}
