/** How a state looks: the tone comes from the lifecycle table, never from a page. */
export type Tone = "neutral" | "info" | "success" | "warning" | "danger";

export type LifecycleState = {
  label: string;
  tone: Tone;
  /** What the state is called on the wire and in the database where the specification gives a number. */
  wire?: number;
};

export type LifecycleAction<State extends string, Actor extends string> = {
  label: string;
  from: readonly State[];
  to: State;
  by: Actor;
};

export type Lifecycle<State extends string = string, Action extends string = string, Actor extends string = string> = {
  name: string;
  initial: NoInfer<State>;
  states: Record<State, LifecycleState>;
  actions: Record<Action, LifecycleAction<NoInfer<State>, Actor>>;
};

/** Checks the table once, at import, so that a broken lifecycle never reaches a user. */
export function defineLifecycle<S extends string, A extends string, const R extends string>(
  table: Lifecycle<S, A, R>,
): Lifecycle<S, A, R> {
  const moves = Object.values<LifecycleAction<S, R>>(table.actions);
  const reached = new Set<string>([table.initial]);
  for (let before = 0; before !== reached.size;) {
    before = reached.size;
    for (const { from, to } of moves) if (from.some((state) => reached.has(state))) reached.add(to);
  }
  const orphans = Object.keys(table.states).filter((state) => !reached.has(state));
  if (orphans.length > 0) throw new Error(`lifecycle ${table.name}: unreachable states ${orphans.join(", ")}`);
  return table;
}

/** The actions this actor may take now: what the page offers and what the server allows are the same list. */
export function actionsFor<S extends string, A extends string, R extends string>(
  table: Lifecycle<S, A, R>,
  state: NoInfer<S>,
  actor: NoInfer<R>,
): A[] {
  return (Object.keys(table.actions) as A[]).filter((name) => {
    const action = table.actions[name];
    return action.by === actor && action.from.includes(state);
  });
}

export const stateNames = <S extends string>(table: Lifecycle<S, string, string>): [S, ...S[]] =>
  Object.keys(table.states) as [S, ...S[]];

/** The number a state has on the wire; asking a lifecycle without numbers is a programming error. */
export function wireOf<S extends string>(table: Lifecycle<S, string, string>, state: NoInfer<S>): number {
  const { wire } = table.states[state];
  if (wire === undefined) throw new Error(`lifecycle ${table.name}: ${state} has no wire number`);
  return wire;
}

export const wiresOf = <S extends string>(table: Lifecycle<S, string, string>): number[] =>
  stateNames(table).map((state) => wireOf(table, state));

export const stateOfWire = <S extends string>(table: Lifecycle<S, string, string>, wire: number): S | undefined =>
  stateNames(table).find((state) => table.states[state].wire === wire);

export type StateOf<L> = L extends Lifecycle<infer S, string, string> ? S : never;
export type ActionOf<L> = L extends Lifecycle<string, infer A, string> ? A : never;
