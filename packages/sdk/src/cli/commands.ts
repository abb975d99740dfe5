import { readFile } from "node:fs/promises";
import { OPERATIONS, type OperationName } from "../contract/operations.ts";
import { readArguments, readJson, readMoney, Usage, type Arguments } from "./arguments.ts";
import { forwardEvents } from "./forward-events.ts";
import { clientFor, keepLogin, savedClient } from "./login-file.ts";
import { pay } from "./pay.ts";
import { table } from "./table.ts";

export type Surroundings = {
  say(line: string): void;
  environment: Readonly<Record<string, string | undefined>>;
  signal: AbortSignal;
};
type Command = {
  usage: string;
  values: readonly string[];
  switches: readonly string[];
  run(given: Arguments, around: Surroundings): Promise<void>;
};

const DEFAULT_URL = "http://127.0.0.1:8080";

/** `payouts` → `listPayouts`, `card-payments` → `listCardPayments`. */
const listNames: ReadonlyMap<string, OperationName> = new Map(
  (Object.keys(OPERATIONS) as OperationName[]).flatMap((name) => {
    const thing = /^list(\w+)$/.exec(name)?.[1];
    if (thing === undefined) return [];
    const word = thing.replaceAll(/(?<!^)[A-Z]/g, (letter) => `-${letter}`).toLowerCase();
    return [[word, name] as const];
  }),
);

/** Some lists are short and come whole. */
const rowsOf = (answer: unknown): object[] =>
  Array.isArray(answer) ? (answer as object[]) : (answer as { records: object[] }).records;

function wordOf({ words }: Arguments, usage: string): string {
  const word = words[0];
  if (word === undefined) throw new Usage(usage);
  return word;
}

const COMMANDS: Readonly<Record<string, Command>> = {
  login: {
    usage: "coralhub login --app APP-… (--token coral_test_… | --key 私钥.pem) [--url 地址]",
    values: ["app", "token", "key", "url"],
    switches: [],
    async run({ flags }, { say, environment }) {
      const appId = flags.get("app");
      if (appId === undefined) throw new Usage(COMMANDS["login"]!.usage);
      const [token, keyFile] = [flags.get("token"), flags.get("key")];
      const login = {
        url: flags.get("url") ?? environment["CORALHUB_URL"] ?? DEFAULT_URL,
        appId,
        ...(token !== undefined && { token }),
        ...(keyFile !== undefined && { privateKey: await readFile(keyFile, "utf8") }),
      };
      // Whoever cannot call keeps no login.
      await clientFor(login).getCertification();
      say(`✓ ${appId} 已登录，保存在 ${await keepLogin(environment, login)}`);
    },
  },
  list: {
    usage: `coralhub list <${[...listNames.keys()].join("|")}> [--filters JSON] [--json] [--all]`,
    values: ["filters"],
    switches: ["json", "all"],
    async run(given, { say, environment }) {
      const name = listNames.get(wordOf(given, COMMANDS["list"]!.usage));
      if (!name) throw new Usage(COMMANDS["list"]!.usage);
      const client = await savedClient(environment);
      const filters = given.flags.get("filters");
      const input = filters === undefined ? {} : { filters: readJson(filters) };
      const answer: unknown = await client.call(name, input);
      const rows = rowsOf(answer);
      if (given.switches.has("all") && !Array.isArray(answer)) {
        rows.length = 0;
        for await (const row of client.every(name as "listPayouts", input)) rows.push(row);
      }
      if (given.switches.has("json")) say(JSON.stringify(rows, null, 2));
      else for (const line of table(rows)) say(line);
    },
  },
  call: {
    usage: "coralhub call <接口名> [JSON]",
    values: [],
    switches: [],
    async run(given, { say, environment }) {
      const name = wordOf(given, COMMANDS["call"]!.usage);
      if (!Object.hasOwn(OPERATIONS, name)) throw new Usage(`没有接口 ${name}，请看 /docs/open`);
      const client = await savedClient(environment);
      const input = readJson(given.words[1] ?? "{}") as never;
      say(JSON.stringify(await client.call(name as OperationName, input), null, 2));
    },
  },
  pay: {
    usage:
      'coralhub pay <withdrawal|supplier|service> --amount "100.00 USD" [--from 账户] [--to 收款人] [--way 方式] [--prepare] [--wait]',
    values: ["amount", "from", "to", "way", "purpose", "category", "request-id"],
    switches: ["prepare", "wait"],
    run: pay,
  },
  listen: {
    usage: "coralhub listen --forward http://127.0.0.1:4242/webhooks [--topics a,b] [--full]",
    values: ["forward", "topics", "secret"],
    switches: ["full"],
    run: forwardEvents,
  },
  trigger: {
    usage: 'coralhub trigger <income|orders> --amount "800.00 USD"，或 coralhub trigger <通知主题>（沙箱）',
    values: ["amount", "account", "platform"],
    switches: [],
    async run(given, { say, environment }) {
      const what = wordOf(given, COMMANDS["trigger"]!.usage);
      const client = await savedClient(environment);
      const { flags } = given;
      if (what === "income") {
        const [amount, accountId] = [readMoney(flags.get("amount")), flags.get("account")];
        const { reference } = await client.createTestIncome({ amount, ...(accountId !== undefined && { accountId }) });
        return say(`✓ 平台打款 ${amount.amount} ${amount.currency}，流水号 ${reference}`);
      }
      if (what === "orders") {
        const [amount, platformCode] = [readMoney(flags.get("amount")), flags.get("platform")];
        const { granted } = await client.createTestOrders({
          amount,
          ...(platformCode !== undefined && { platformCode }),
        });
        return say(`✓ 平台送来订单，额度增加 ${granted.amount} ${granted.currency}`);
      }
      const { id } = await client.sendTestEvent({ topic: what as never });
      say(`✓ 已发出测试通知 ${what}，事件 ${id}`);
    },
  },
};

/** One command from its words; throws what went wrong. */
export async function runCommand([name = "", ...rest]: readonly string[], around: Surroundings): Promise<void> {
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name]! : undefined;
  if (!command || rest.includes("--help")) {
    for (const { usage } of command ? [command] : Object.values(COMMANDS)) around.say(usage);
    if (!command && name !== "" && name !== "help" && name !== "--help") throw new Usage(`没有命令 ${name}`);
    return;
  }
  await command.run(readArguments(rest, command), around);
}
