/** How sure a match is, and whether it is made or only offered. */
export const MATCH_GROUNDS = {
  serial: { label: "结算单号一致", confidence: 98 },
  sum: { label: "期间订单合计与到账相符", confidence: 85 },
  person: { label: "人工关联", confidence: 100 },
} as const;
export type MatchGround = keyof typeof MATCH_GROUNDS;
export const MATCH_GROUND_NAMES = Object.keys(MATCH_GROUNDS) as [MatchGround, ...MatchGround[]];

export type MatchIncome = {
  id: string;
  /** Store and currency: orders of another one are never looked at. */
  group: string;
  amountMinor: bigint;
  arrivedAt: Date;
  /** When the payout before it of the same group arrived, whether its orders are known or not; null: none is known. */
  after: Date | null;
  /** What the bank wrote beside it. */
  words: string;
  /** Orders that a person has taken from it: they are not put there again, nor is another set found by sums. */
  apart?: readonly string[] | null;
};
export type MatchOrder = { id: string; group: string; netMinor: bigint; orderedAt: Date; serial: string | null };
export type Match = {
  incomeId: string;
  orderIds: string[];
  ground: MatchGround;
  sumMinor: bigint;
  /** Offered, not made: something does not fit well enough to do it without a person. */
  certain: boolean;
  explanation: string;
};

/** Platforms keep a fee of up to a quarter; nothing pays more than its orders. */
const MOST_FEE_PERCENT = 25n;
/** Above the orders by this much is still the same: shipping and tax that the report leaves out. */
const SLACK_PERCENT = 1n;
/** A payout is about orders of the weeks before it. */
const LOOK_BACK_MS = 35 * 86_400_000;

const fits = (income: bigint, orders: bigint): boolean =>
  income * 100n <= orders * (100n + SLACK_PERCENT) && income * 100n >= orders * (100n - MOST_FEE_PERCENT);
const percent = (income: bigint, orders: bigint): string =>
  orders === 0n ? "0" : (Number(((orders - income) * 1000n) / orders) / 10).toString();

const isUntouched = ({ apart }: MatchIncome): boolean => (apart ?? []).length === 0;

/**
 * Settlement numbers first, then the orders between two payouts of the same store. Each order is used once. Orders are sorted and
 * added up once, and a window moves over them: an income that nothing fits looks at a handful of sums, not at its orders.
 */
export function matchOrders(incomes: readonly MatchIncome[], orders: readonly MatchOrder[]): Match[] {
  const { matches: bySerial, isUsed } = matchSerials(incomes, orders);
  const done = new Set(bySerial.map(({ incomeId }) => incomeId));
  const groups = new Map<string, { incomes: MatchIncome[]; orders: MatchOrder[] }>();
  const groupOf = (name: string) => {
    const known = groups.get(name) ?? { incomes: [], orders: [] };
    groups.set(name, known);
    return known;
  };
  for (const income of incomes)
    if (!done.has(income.id) && isUntouched(income)) groupOf(income.group).incomes.push(income);
  orders.forEach((order, place) => {
    if (isUsed[place] === 0) groupOf(order.group).orders.push(order);
  });
  return [...bySerial, ...[...groups.values()].flatMap((group) => matchPeriods(group.incomes, group.orders))];
}

/** The places of the orders of each settlement, by shop and by its number as a bank may write it. */
function settlementsOf(orders: readonly MatchOrder[]): Map<string, Map<string, number[]>> {
  const asWritten = new Map<string, Map<string, number[]>>();
  const settlements = new Map<string, Map<string, number[]>>();
  orders.forEach(({ group, serial }, place) => {
    if (serial === null) return;
    const known = asWritten.get(group)?.get(serial);
    if (known) return void known.push(place);
    const ofGroup = settlements.get(group) ?? new Map<string, number[]>();
    settlements.set(group, ofGroup);
    const places = ofGroup.get(serial.toUpperCase()) ?? [];
    ofGroup.set(serial.toUpperCase(), places);
    asWritten.set(group, (asWritten.get(group) ?? new Map<string, number[]>()).set(serial, places));
    places.push(place);
  });
  return settlements;
}

function matchSerials(incomes: readonly MatchIncome[], orders: readonly MatchOrder[]) {
  const settlements = settlementsOf(orders);
  const isUsed = new Uint8Array(orders.length);
  const matches = incomes.flatMap((income): Match[] => {
    const apart = new Set(income.apart ?? []);
    const ofGroup = settlements.get(income.group);
    for (const word of new Set(income.words.toUpperCase().match(/[A-Z0-9][A-Z0-9_-]{4,}/g) ?? [])) {
      const places = ofGroup?.get(word);
      const found = places?.map((place) => orders[place]!);
      if (!places || !found || found.some(({ id }) => apart.has(id))) continue;
      ofGroup!.delete(word);
      for (const place of places) isUsed[place] = 1;
      const sumMinor = found.reduce((sum, { netMinor }) => sum + netMinor, 0n);
      const certain = fits(income.amountMinor, sumMinor);
      const explanation = certain
        ? `结算单号 ${word} 一致，${found.length} 个订单合计扣除 ${percent(income.amountMinor, sumMinor)}% 费用后相符`
        : `结算单号 ${word} 一致，但 ${found.length} 个订单的合计与到账金额差得较多，请确认`;
      return [
        { incomeId: income.id, orderIds: found.map(({ id }) => id), ground: "serial", sumMinor, certain, explanation },
      ];
    }
    return [];
  });
  return { matches, isUsed };
}

/** Without the first or the last order that is worth something it does not fit any more. */
function onlyWhole(income: bigint, sumMinor: bigint, window: readonly MatchOrder[]): boolean {
  const worth = ({ netMinor }: MatchOrder) => netMinor > 0n;
  const ends = [window.find(worth), window.findLast(worth)];
  return ends.every((order) => order === undefined || !fits(income, sumMinor - order.netMinor));
}

/** What the first so many orders come to together, by how many. None is worth less than nothing. */
function sumsOf(orders: readonly MatchOrder[]): bigint[] {
  const sums = [0n];
  for (const { netMinor } of orders) sums.push(sums.at(-1)! + netMinor);
  return sums;
}
/** The last place up to `end` at which the sum is not above `most`: found by halves. */
function lastWithin(sums: readonly bigint[], from: number, end: number, most: bigint): number {
  let [low, high] = [from, end];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (sums[middle]! <= most) low = middle;
    else high = middle - 1;
  }
  return low;
}

function matchPeriods(incomes: MatchIncome[], orders: MatchOrder[]): Match[] {
  incomes.sort((a, b) => a.arrivedAt.getTime() - b.arrivedAt.getTime());
  orders.sort((a, b) => a.orderedAt.getTime() - b.orderedAt.getTime());
  const sums = sumsOf(orders);
  const matches: Match[] = [];
  let [at, end] = [0, 0];
  for (const income of incomes) {
    const from = income.arrivedAt.getTime() - LOOK_BACK_MS;
    while (at < orders.length && orders[at]!.orderedAt.getTime() < from) at++;
    while (end < orders.length && orders[end]!.orderedAt < income.arrivedAt) end++;
    if (at >= end) continue;
    // Once the orders are as much as the payout with the usual fee, what follows belongs to the next one.
    const most = sums[at]! + (income.amountMinor * 100n) / (100n - MOST_FEE_PERCENT);
    const next = lastWithin(sums, at, end, most);
    const sumMinor = sums[next]! - sums[at]!;
    if (sumMinor === 0n || !fits(income.amountMinor, sumMinor)) continue;
    const window = orders.slice(at, next);
    const whole = next === end;
    // All that was sold between two payouts is one set. Without a payout before it, the window may as well begin later or end earlier.
    const between = income.after !== null && income.after.getTime() >= from && window[0]!.orderedAt >= income.after;
    at = next;
    matches.push({
      incomeId: income.id,
      orderIds: window.map(({ id }) => id),
      ground: "sum",
      sumMinor,
      // Where the window could have begun or ended elsewhere, several sets of orders explain it: that is for a person.
      certain: whole && (between || onlyWhole(income.amountMinor, sumMinor, window)),
      explanation: `到账前的 ${window.length} 个订单合计扣除 ${percent(income.amountMinor, sumMinor)}% 费用后相符`,
    });
  }
  return matches;
}
