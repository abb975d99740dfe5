import type { ListController } from "@coralhub/ui";

type Filters = ListController["state"]["filters"];
const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/**
 * A payment in trouble is never one that waits for approval: whoever asks for trouble asks in every state, and whoever turns to
 * a state sees all of it.
 */
export function askedLast(before: Filters, after: Filters): Filters {
  const { state, trouble, ...rest } = after;
  if (state === undefined || trouble === undefined) return after;
  return isSame(before["trouble"], trouble) ? { ...rest, state } : { ...rest, trouble };
}

export function deskQuestion(list: ListController): ListController {
  const { filters } = list.state;
  return {
    ...list,
    setFilter(key, value) {
      const after = value === undefined ? undefined : { ...filters, [key]: value };
      const asked = after && askedLast(filters, after);
      // What needs no other filter dropped goes the list's own way: text replaces the address as it is typed.
      if (!asked || isSame(asked, after)) list.setFilter(key, value);
      else list.setFilters(asked);
    },
    setFilters: (after) => list.setFilters(askedLast(filters, after)),
  };
}
