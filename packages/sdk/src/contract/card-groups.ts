// Written by `npm run sdk:contract` from the tables the server mounts.
import type { Money } from "./wire.ts";

/** 卡组 */
export type ListCardGroupsInput = Record<string, never>;
export type ListCardGroupsOutput = Array<{
  id: string;
  name: string;
  cards: number;
  limits: { day: Money | null; month: Money | null; life: Money | null };
  spent: { day: Money; month: Money; life: Money };
}>;
/** 新增或修改卡组和共用限额 */
export type SaveCardGroupInput = {
  id?: string | null;
  name: string;
  limits: { day: Money | null; month: Money | null; life: Money | null };
};
export type SaveCardGroupOutput = { id: string };
/** 删除没有卡片的卡组 */
export type RemoveCardGroupInput = { id: string };
export type RemoveCardGroupOutput = null;
