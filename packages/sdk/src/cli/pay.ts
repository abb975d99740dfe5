import type { CoralHub } from "../client.ts";
import type { Money } from "../contract/wire.ts";
import { readMoney, Usage, type Arguments } from "./arguments.ts";
import type { Surroundings } from "./commands.ts";
import { savedClient } from "./login-file.ts";

/** The three kinds of payment, by the operations that make one. */
const KINDS = {
  withdrawal: { options: "getWithdrawalOptions", quote: "quoteWithdrawal", create: "createWithdrawal" },
  supplier: { options: "getSupplierOptions", quote: "quoteSupplier", create: "createSupplier" },
  service: { options: "getServiceOptions", quote: "quoteService", create: "createService" },
} as const;
type Kind = (typeof KINDS)[keyof typeof KINDS];

const LOOK_MS = 1000;
/** Nothing happens to it any more. */
const ENDED = new Set(["completed", "failed", "returned", "cancelled"]);

const isEnough = (available: string, wanted: string): boolean => Number(available) >= Number(wanted);

/** The account that has the money, unless one was named. */
async function sourceOf(client: CoralHub, kind: Kind, amount: Money): Promise<string> {
  const { accounts } = await client[kind.options]();
  const source = accounts.find(
    ({ available, problem }) =>
      problem === null && available.currency === amount.currency && isEnough(available.amount, amount.amount),
  );
  if (!source)
    throw new Usage(`没有余额足够的 ${amount.currency} 账户，请用 --from 指定，或先 coralhub trigger income`);
  return source.accountId;
}

/** Quoted, prepared, confirmed by signature; a person confirms it in the portal where it is only prepared. */
export async function pay(
  { words, flags, switches }: Arguments,
  { say, environment, signal }: Surroundings,
): Promise<void> {
  const kind = KINDS[words[0] as keyof typeof KINDS] as Kind | undefined;
  if (!kind) throw new Usage("请写明付款类型：withdrawal、supplier 或 service");
  const client = await savedClient(environment);
  const amount = readMoney(flags.get("amount"));
  const [to, way, category, purpose] = ["to", "way", "category", "purpose"].map((name) => flags.get(name));
  const request = {
    accountId: flags.get("from") ?? (await sourceOf(client, kind, amount)),
    amount,
    ...(to !== undefined && { beneficiaryId: to }),
    ...(way !== undefined && { way: way as "local" }),
  };
  const order = {
    ...request,
    ...(category !== undefined && { category: Number(category) }),
    ...(purpose !== undefined && { purpose }),
  };
  const given = flags.get("request-id");
  const once = (step: string) => (given === undefined ? {} : { requestId: `${given}:${step}` });
  const { id } = await client[kind.create](order, once("create"));
  say(`✓ 已填写 ${id}`);
  if (switches.has("prepare")) return say("  请在珊瑚汇付款记录里确认");
  const quote = await client[kind.quote](request);
  say(
    `  手续费 ${quote.fee.amount} ${quote.fee.currency}，到账 ${quote.arrives.amount} ${quote.arrives.currency}，${quote.arrivesOn}`,
  );
  const { state } = await client.confirmPayout({ id, quoteId: quote.quoteId }, once("confirm"));
  say(`✓ 已确认，${state}`);
  if (switches.has("wait")) say(`✓ ${await stateAtTheEnd(client, id, signal)}`);
}

async function stateAtTheEnd(client: CoralHub, id: string, signal: AbortSignal): Promise<string> {
  for (;;) {
    const { state } = await client.getPayout({ id });
    if (ENDED.has(state) || signal.aborted) return state;
    await new Promise((done) => setTimeout(done, LOOK_MS));
  }
}
