/** How a state looks: the tone comes from the lifecycle table, never from a page. */
export type Tone = "neutral" | "info" | "success" | "warning" | "danger";

export type LifecycleState = {
  label: string;
  tone: Tone;
  /** What the state is called on the wire and in the database where the specification gives a number. */
  wire?: number;
};

/** Who takes an action. `operator` is anybody at the console, the others of it need that role. */
export type Who = "merchant" | "operator" | "reviewer" | "finance" | "admin" | "system" | "rail";

export type LifecycleAction<State extends string> = {
  label: string;
  from: readonly State[];
  to: State;
  by: Who | readonly Who[];
  /** The messages that may go out with this move, by their names in the catalogue of events. */
  tells?: string | readonly string[];
};

/**
 * Every state is in exactly one of them. `open`: somebody has to act. `moving`: it goes on by itself. `ended`: nothing more is
 * expected, though a later move may still lead out of it.
 */
export type StateGroups<State extends string> = Readonly<Record<"open" | "moving" | "ended", readonly State[]>>;

/** Where the state is kept, and what moves along with it. */
export type LifecycleStorage<State extends string, Column extends string> = {
  table: string;
  /** Of the state; `state` where nothing else is said. */
  column?: string;
  /** The columns that name a row; `merchant_id, id` where nothing else is said. */
  key?: readonly string[];
  /** Takes the time of every move. */
  changedAt?: string;
  /** Takes the time at which a state was reached. */
  reachedAt?: Readonly<Partial<Record<State, string>>>;
  /** Every move is written to the timeline. */
  timeline?: true;
  /** Open pages hear of it in another way than by its moves. */
  quiet?: true;
  /** What else may change with a move. */
  columns?: readonly Column[];
};

export type Lifecycle<State extends string = string, Action extends string = string, Column extends string = string> = {
  name: string;
  initial: NoInfer<State>;
  states: Record<State, LifecycleState>;
  groups: StateGroups<NoInfer<State>>;
  actions: Record<Action, LifecycleAction<NoInfer<State>>>;
  /** Only a lifecycle that is kept nowhere goes without. */
  stored?: LifecycleStorage<NoInfer<State>, Column>;
};

/** Checks the table once, at import, so that a broken lifecycle never reaches a user. */
export function defineLifecycle<
  S extends string,
  A extends string,
  const C extends string = never,
  T extends Lifecycle<S, A, C>["stored"] = undefined,
>(table: Lifecycle<S, A, C> & { stored?: T }): Lifecycle<S, A, C> & { stored: T } {
  const moves = Object.values<LifecycleAction<S>>(table.actions);
  const reached = new Set<string>([table.initial]);
  for (let before = 0; before !== reached.size;) {
    before = reached.size;
    for (const { from, to } of moves) if (from.some((state) => reached.has(state))) reached.add(to);
  }
  const orphans = Object.keys(table.states).filter((state) => !reached.has(state));
  if (orphans.length > 0) throw new Error(`lifecycle ${table.name}: unreachable states ${orphans.join(", ")}`);
  const grouped = Object.values<readonly S[]>(table.groups).flat();
  const misplaced = Object.keys(table.states).filter((state) => grouped.filter((one) => one === state).length !== 1);
  if (misplaced.length > 0)
    throw new Error(`lifecycle ${table.name}: not in exactly one group: ${misplaced.join(", ")}`);
  return table as Lifecycle<S, A, C> & { stored: T };
}

type Role = Extract<Who, "reviewer" | "finance" | "admin">;
const ROLES: readonly Role[] = ["reviewer", "finance", "admin"];
/** As whom an operator with these roles may act: an administrator as everybody at the console. */
export const operatorCapacities = (roles: readonly Role[]): readonly Who[] => [
  "operator",
  ...(roles.includes("admin") ? ROLES : roles),
];

export const mayAct = ({ by }: Pick<LifecycleAction<string>, "by">, who: readonly Who[]): boolean =>
  (typeof by === "string" ? [by] : by).some((one) => who.includes(one));

/** The actions somebody may take now: what the page offers and what the server allows are the same list. */
export function actionsFor<S extends string, A extends string>(
  table: Lifecycle<S, A>,
  state: NoInfer<S>,
  ...who: readonly Who[]
): A[] {
  return (Object.keys(table.actions) as A[]).filter((name) => {
    const action = table.actions[name];
    return mayAct(action, who) && action.from.includes(state);
  });
}

export const stateNames = <S extends string>(table: Lifecycle<S>): [S, ...S[]] =>
  Object.keys(table.states) as [S, ...S[]];

/** The number a state has on the wire; asking a lifecycle without numbers is a programming error. */
export function wireOf<S extends string>(table: Lifecycle<S>, state: NoInfer<S>): number {
  const { wire } = table.states[state];
  if (wire === undefined) throw new Error(`lifecycle ${table.name}: ${state} has no wire number`);
  return wire;
}

export const wiresOf = <S extends string>(table: Lifecycle<S>): number[] =>
  stateNames(table).map((state) => wireOf(table, state));

export const stateOfWire = <S extends string>(table: Lifecycle<S>, wire: number): S | undefined =>
  stateNames(table).find((state) => table.states[state].wire === wire);

export type StateOf<L> = L extends Lifecycle<infer S> ? S : never;
export type ActionOf<L> = L extends Lifecycle<string, infer A> ? A : never;
