import type { ListController } from "./use-list.ts";

type Filters = ListController["state"]["filters"];
type Pair = readonly [one: string, other: string];
const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/** Of two filters that would contradict each other the one that was asked last stands. */
export function askedLast([one, other]: Pair, before: Filters, after: Filters): Filters {
  const { [one]: first, [other]: second, ...rest } = after;
  if (first === undefined || second === undefined) return after;
  return isSame(before[other], second) ? { ...rest, [one]: first } : { ...rest, [other]: second };
}

/** The list, of whose two filters only one is ever asked for. */
export function oneQuestion(pair: Pair, list: ListController): ListController {
  const { filters } = list.state;
  return {
    ...list,
    setFilter(key, value) {
      const after = value === undefined ? undefined : { ...filters, [key]: value };
      const asked = after && askedLast(pair, filters, after);
      // What needs no other filter dropped goes the list's own way: text replaces the address as it is typed.
      if (!asked || isSame(asked, after)) list.setFilter(key, value);
      else list.setFilters(asked);
    },
    setFilters: (after) => list.setFilters(askedLast(pair, filters, after)),
  };
}
