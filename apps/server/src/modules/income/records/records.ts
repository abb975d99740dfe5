import { COUNT_CAP, incomeList, Refusal, type IncomeSelection, type ListInput } from "@coralhub/contract";
import { incomeLifecycle, PLATFORMS, stateNames, type IncomeState } from "@coralhub/domain";
import type { MerchantContext } from "../../../platform/context.ts";
import type { RecordsDeps } from "./deps.ts";
import { countStates, sumIncomes } from "./incomes-store.ts";
import { saveView } from "./save-view.ts";
import { deleteView, listViews, type ViewFacts } from "./saved-views-store.ts";
import { selectIncomes } from "./select-incomes.ts";

type IncomeInput = ListInput & IncomeSelection;

const AMAZON = PLATFORMS.filter(({ connect }) => "connector" in connect && connect.connector === "amazon").map(
  ({ code }) => code,
);

type NamedView = Omit<ViewFacts, "list"> & { id?: string | undefined };

/** What a merchant reads of its income: the list, its figures, and views of it. */
export function createRecords(deps: RecordsDeps) {
  const { database, lists } = deps;
  const page = async ({ merchantId }: MerchantContext, input: IncomeInput, platforms?: readonly string[]) =>
    lists.page({ ownerId: merchantId }, incomeList, await selectIncomes(database, merchantId, input, platforms), input);
  return {
    incomes: (ctx: MerchantContext, input: IncomeInput) => page(ctx, input),
    amazonIncomes: (ctx: MerchantContext, input: IncomeInput) => page(ctx, input, AMAZON),
    async incomeSummary({ merchantId }: MerchantContext, selection: IncomeSelection) {
      const everyState = await selectIncomes(database, merchantId, { ...selection, userBizStatusList: undefined });
      const counts = await database.readList((db) => countStates(db, merchantId, everyState, selection.filters));
      const wanted = statesOf(selection);
      const found = wanted.reduce((sum, state) => sum + counts[state], 0);
      const total = Math.min(found, COUNT_CAP);
      if (total === COUNT_CAP) return { counts, total, sums: null };
      const source = await selectIncomes(database, merchantId, selection);
      return {
        counts,
        total,
        sums: await database.readList((db) => sumIncomes(db, merchantId, source, selection.filters)),
      };
    },
    savedViews: ({ merchantId }: MerchantContext) => listViews(database.db, merchantId, "income"),
    saveView: (ctx: MerchantContext, view: NamedView) => saveView(deps, ctx, { ...view, list: "income" }),
    payoutViews: ({ merchantId }: MerchantContext) => listViews(database.db, merchantId, "payouts"),
    savePayoutView: (ctx: MerchantContext, view: NamedView) => saveView(deps, ctx, { ...view, list: "payouts" }),
    deleteView: (ctx: MerchantContext, { id }: { id: string }) =>
      ctx.once(async (tx) => {
        if (!(await deleteView(tx, ctx.merchantId, id))) throw new Refusal("not_found");
        return null;
      }),
  };
}

/** Those that both ways of naming states leave. */
function statesOf({ filters, userBizStatusList }: IncomeSelection): IncomeState[] {
  const named = [filters["state"] as string[] | undefined, userBizStatusList].filter((list) => list?.length);
  return stateNames(incomeLifecycle).filter((state) => named.every((list) => list!.includes(state)));
}
