import type { QueryKey } from "@tanstack/react-query";

/** Every move that changes what the merchant has, whoever's it is. */
export const MONEY = "money";
/** Every move at all. */
export const ANYTHING = "anything";

/** What a feature asks again while its page is open. Each tells it in its own `live.ts`; features do not know each other. */
export type LiveTopics = {
  /** Its questions, by what their keys begin with. */
  asks: readonly QueryKey[];
  /** Its own tables whose moves change what the merchant has. */
  money?: readonly string[];
  /** Its other tables. */
  own?: readonly string[];
  /** Tables of others that its pages show, or one of the words above. */
  shows?: readonly string[];
};

const EVERYTHING: readonly QueryKey[] = [[]];

/**
 * Which questions are asked again when something of the merchant has moved, by the table it is kept in. Only a table that no
 * feature knows (the server is newer than the page) makes the whole page ask again.
 */
export function liveQuestions(features: readonly LiveTopics[]): (table: string) => readonly QueryKey[] {
  const money = new Set(features.flatMap((feature) => feature.money ?? []));
  const known = new Set([...money, ...features.flatMap(({ own = [] }) => own)]);
  return (table) => {
    if (!known.has(table)) return EVERYTHING;
    const heard = [table, ANYTHING, ...(money.has(table) ? [MONEY] : [])];
    const asks = features
      .filter(({ money: moved = [], own = [], shows = [] }) =>
        [...moved, ...own, ...shows].some((word) => heard.includes(word)),
      )
      .flatMap((feature) => feature.asks);
    // Several features ask under one key: asked twice, the first answer would be thrown away.
    return [...new Map(asks.map((key) => [JSON.stringify(key), key])).values()];
  };
}
