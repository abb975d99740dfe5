import { z } from "zod";

/** What a program may attach words of its own to: the name it has in addresses, and the field of its id. */
export const OPEN_OBJECT_IDS = {
  payout: "id",
  payee: "id",
  batch: "id",
  conversion: "id",
  transfer: "id",
  income: "id",
  order: "id",
  account: "id",
  store: "merchantsId",
  card: "id",
  cardPayment: "id",
  deposit: "id",
} as const;
export type OpenObject = keyof typeof OPEN_OBJECT_IDS;
export const openObject = z.enum(Object.keys(OPEN_OBJECT_IDS) as [OpenObject, ...OpenObject[]]);

export const METADATA_LIMITS = { keys: 20, keyLength: 40, valueLength: 500 } as const;
const { keys, keyLength, valueLength } = METADATA_LIMITS;
const entries = z.record(
  z.string().min(1, "名称不能为空").max(keyLength, `名称最多 ${keyLength} 个字符`),
  z.string().max(valueLength, `内容最多 ${valueLength} 个字符`),
);

/** As it is kept. */
export const metadata = entries.describe("程序自己附上的内容");
/** As it is given: what is named is set, an empty text takes it away, the rest stays. */
export const metadataChange = entries
  .refine((given) => Object.keys(given).length <= keys, `最多 ${keys} 项`)
  .describe(
    `程序自己附上的内容：最多 ${keys} 项，名称 ${keyLength} 个字符以内，内容 ${valueLength} 个字符以内；空字符串表示去掉这一项`,
  );
