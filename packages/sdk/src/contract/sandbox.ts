// Written by `npm run sdk:contract` from the tables the server mounts.
import type { Money } from "./wire.ts";

/** 沙箱：让平台向自己的收款账户打一笔款 */
export type CreateTestIncomeInput = { accountId?: string; amount: Money };
export type CreateTestIncomeOutput = { reference: string; accountId: string };
/** 沙箱：让平台送来一批已完成的订单（增加可用额度） */
export type CreateTestOrdersInput = { platformCode?: string; amount: Money };
export type CreateTestOrdersOutput = { uploadId: string; granted: Money };
