/** A fault as it once stood in the product: places of the source, what is there, and what stood there instead. */
export type Fault = {
  name: string;
  about: string;
  /** The fixed life that is mostly about it, and is lived first. */
  first?: string;
  edits: readonly { file: string; find: string; replace: string }[];
};

const MODULES = "apps/server/src/modules";

/** Faults that were found by hand: each has to be found by the fixed lives alone. */
export const FAULTS: readonly Fault[] = [
  {
    name: "trapped-money",
    about: "an account closes over money that is on its way out, and does not open when it comes back",
    first: "kelp",
    edits: [
      {
        file: `${MODULES}/accounts/move-account.ts`,
        find: 'if (reasons.length > 0) throw new Refusal("account.has_money"',
        replace: 'if (reasons.length > 99) throw new Refusal("account.has_money"',
      },
      {
        file: `${MODULES}/accounts/reopen-account.ts`,
        find: "if (!action) continue;",
        replace: "if (!action || account) continue;",
      },
    ],
  },
  {
    name: "freeze-stops-nothing",
    about: "a payment under way is sent though its merchant was frozen meanwhile",
    first: "tide",
    edits: [
      {
        file: `${MODULES}/payouts/send-payout.ts`,
        find: "const looks = await deps.outflow.lookAtAll(payouts, tx);",
        replace:
          "const looks = await deps.outflow.lookAtAll(payouts.map(({ merchantId }) => ({ merchantId, released: true })), tx);",
      },
    ],
  },
  {
    name: "statement-counts-holds",
    about: "holds and releases count as turnover in the statement",
    edits: [
      {
        file: `${MODULES}/statements/statements-store.ts`,
        find: "const own = sql`any(${codes.map(({ code }) => code)}::text[])`;",
        replace:
          'const own = sql`any(${codes.map(({ code }) => code).filter((code) => !code.startsWith("hold:"))}::text[])`;',
      },
    ],
  },
  {
    name: "todo-outlives-its-cause",
    about: "home asks the merchant for what has been answered",
    first: "tide",
    edits: [
      {
        file: `${MODULES}/income/todos.ts`,
        find: 'INCOME_HOLD_NAMES.filter((hold) => INCOME_HOLDS[hold].next === "merchant")',
        replace: "INCOME_HOLD_NAMES",
      },
    ],
  },
  {
    name: "one-person-is-two",
    about: "whoever proposed an adjustment of the books approves it",
    edits: [
      {
        file: `${MODULES}/ledger/adjust.ts`,
        find: 'if (adjustment.madeBy === by) throw new Refusal("ledger.two_people");',
        replace: "",
      },
    ],
  },
  {
    name: "one-state-two-names",
    about: "a payment that came back is shown as paid in the list of money",
    first: "tide",
    edits: [
      {
        file: `${MODULES}/activity/money-events-store.ts`,
        find: "state: sql`e.state`,",
        replace: "state: sql`case e.state when 'returned' then 'done' when 'failed' then 'done' else e.state end`,",
      },
    ],
  },
  {
    name: "double-click-pays-twice",
    about: "the key of a request is not looked at",
    edits: [
      {
        file: "apps/server/src/http/once.ts",
        find: "const record = { scope: `${call}:${callerKey(caller, request)}`, key,",
        replace: "const record = { scope: `${call}:${callerKey(caller, request)}`, key: `${key}.${performance.now()}`,",
      },
    ],
  },
  {
    name: "somebody-elses-income",
    about: "an income is found by its number alone, whoever asks",
    first: "reef",
    edits: [
      {
        file: `${MODULES}/income/incomes-store.ts`,
        find: "select ${COLUMNS} from income i where i.merchant_id = ${merchantId} and i.id = ${id}`.execute(db);",
        replace:
          "select ${COLUMNS} from income i where (i.merchant_id = ${merchantId} or true) and i.id = ${id}`.execute(db);",
      },
    ],
  },
  {
    name: "quota-not-given-back",
    about: "a payment that failed keeps its orders' quota",
    first: "tide",
    edits: [
      {
        file: `${MODULES}/payouts/end-together.ts`,
        find: "if (released.has(merchantId)) await deps.quota.release(tx, merchantId, ...idsOf(released.get(merchantId)));",
        replace: "void released;",
      },
    ],
  },
  {
    name: "badge-counts-what-was-read",
    about: "the badge of the messages counts the read ones",
    first: "foam",
    edits: [
      {
        file: `${MODULES}/messages/messages-store.ts`,
        find: "from message where merchant_id = ${merchantId} and status = 'unread'`.execute(db);",
        replace: "from message where merchant_id = ${merchantId} and status <> 'deleted'`.execute(db);",
      },
    ],
  },
  {
    name: "promise-forgotten",
    about: "a payment nobody confirms stays for ever, though the page gives it half an hour",
    first: "tide",
    edits: [
      {
        file: `${MODULES}/payouts/watch-payouts.ts`,
        find: "await each(eachOf(lapsed), (key) => lapsePayout(deps, key));",
        replace: "void [lapsed, eachOf, lapsePayout];",
      },
    ],
  },
];
