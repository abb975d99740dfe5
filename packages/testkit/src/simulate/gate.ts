/** What some do beside each other, and one alone. */
export type Gate = {
  beside<T>(work: () => Promise<T>): Promise<T>;
  /** Whoever is under way comes to an end first; nobody begins until this has. */
  alone<T>(work: () => Promise<T>): Promise<T>;
};

export function createGate(): Gate {
  const underWay = new Set<Promise<unknown>>();
  let last: Promise<unknown> = Promise.resolve();
  return {
    async beside(work) {
      for (let seen; seen !== last;) await (seen = last);
      const doing = work();
      const ended = doing.catch(() => undefined);
      underWay.add(ended);
      void ended.then(() => underWay.delete(ended));
      return doing;
    },
    alone(work) {
      const before = last;
      const doing = (async () => {
        await before;
        await Promise.all(underWay);
        return work();
      })();
      last = doing.catch(() => undefined);
      return doing;
    },
  };
}
