import type { CallInput, CallOutput, Endpoint, OperatorRole } from "@coralhub/contract";
import type { TestClock } from "../clock.ts";
import type { TestDatabase } from "../database.ts";
import type { Chance } from "./chance.ts";

/** What one capability adds to the simulated year, from its own folder: who acts, and what must be true. */
export type Simulation = {
  /** Once, before the first day: flags that are open, rails as they usually are. */
  prepare?(world: World): Promise<void>;
  /** Before everything that runs by the clock runs: hours have passed at once. */
  hoursPassed?(world: World): Promise<void>;
  /** At the end: whoever outside kept silent answers, so that nothing waits for them any more. */
  calm?(world: World): Promise<void>;
  /** What comes before everything else for a merchant who has not done it yet; true where it was done instead of the step. */
  first?(step: MerchantStep): Promise<boolean>;
  /** Where newcomers find everybody at hand: what is seen to with one of them before anything else. */
  welcome?(step: MerchantStep): Promise<void>;
  /** By whose word somebody who registers has come, if by anybody's. */
  invitedBy?(world: World, chance: Chance): Promise<string | undefined>;
  actors?: readonly Actor[];
  laws?: readonly Law[];
};

/** Somebody who does one thing now and then. A merchant's actors are weighed against each other, the others come so often a day. */
export type Actor =
  | { name: string; by: "merchant"; weight: number; act(step: MerchantStep): Promise<void> }
  | { name: string; by: "operator" | "rail"; perDay: number; act(step: Step): Promise<void> };

/** `always`: after every tick of the clock. `daily`: once a day, for one merchant. `rest`: when the rails have answered and nothing moves. */
export type Law = {
  name: string;
  when: "always" | "daily" | "rest";
  /** What is not as it must be. A law of a merchant is asked for each of them. */
  violations(world: World, merchant: Merchant): Promise<string[]>;
  /** Asked once for the whole house instead. */
  ofHouse?: true;
  /** The database alone is asked: beside others, for nobody hears of it. */
  byQuery?: true;
};

/** A law of the whole house that one question to the database answers: each row names a `problem`. */
export const lawByQuery = (name: string, when: Law["when"], question: string): Law => ({
  name,
  when,
  ofHouse: true,
  byQuery: true,
  violations: async ({ database }) =>
    (await database.query<{ problem: string }>(question)).map(({ problem }) => problem),
});

/** A signed-in caller. Refusals end the step quietly (`call`) or are an answer like any other (`attempt`). */
export type Caller = {
  call<E extends Endpoint>(endpoint: E, input: CallInput<E["input"]>): Promise<CallOutput<E["output"]>>;
  attempt<E extends Endpoint>(endpoint: E, input: CallInput<E["input"]>): Promise<CallOutput<E["output"]> | undefined>;
};

/** Big customers are certified with their business; whoever is overseas has neither Hong Kong's register nor ours. */
export type MerchantKind = "person" | "mainland" | "hongkong" | "overseas" | "big";
/** How somebody signs in: whoever changes it says so here. */
export type Credentials = { mobile: string; password: string; totp?: (() => Promise<string>) | undefined };
export type Merchant = Caller & {
  number: number;
  kind: MerchantKind;
  /** As certified. */
  name: string;
  userId: string;
  /** The number of the moment. */
  readonly mobile: string;
  credentials: Credentials;
  /** The session goes on with another token; without one, whoever comes next has to sign in. */
  holds(token?: string): void;
  /** Asks for a code and reads it on the phone. */
  code(ask: () => Promise<unknown>): Promise<string>;
  /** A fresh proof of identity, which gives the session another token. */
  stepUp(verifyCode: string): Promise<void>;
  /** What this merchant remembers between steps, by capability. */
  memory: Map<string, unknown>;
};

export type World = {
  database: TestDatabase;
  clock: TestClock;
  url: string;
  /** Those who have registered, by number. */
  merchants: Merchant[];
  /** The first or the second person of a role. */
  operator(role: OperatorRole, which?: 1 | 2): Caller;
  /** Whoever holds the sandbox's levers: banks, issuer, partners. */
  lever: Caller;
  /** Somebody at an address of their own who has not signed in. */
  visitor(address: string): Caller;
  /** What whoever has solved the picture puzzle holds. */
  captcha(address: string): Promise<string>;
  /** Those whose account has been closed, in the order they went. */
  gone: Pick<Merchant, "number" | "kind">[];
  /** Delivers what is due and runs what is queued, until there is nothing left for this moment. */
  settle(): Promise<void>;
  register(number: number, request: { kind: MerchantKind; invitationCode?: string | undefined }): Promise<Merchant>;
  /** The newest code that came to an address. */
  codeFor(address: string): Promise<string | undefined>;
  /** Somebody saw or did what must not be possible. */
  broken(law: string, what: string): never;
};
export type Step = { world: World; chance: Chance };
export type MerchantStep = Step & { me: Merchant };

/** A law does not hold: the run ends here. */
export class LawBroken extends Error {
  override readonly name = "LawBroken";
  readonly law: string;
  constructor(law: string, what: string) {
    super(`${law}: ${what}`);
    this.law = law;
  }
}

/** Somebody was refused, or had enough: the rest of the step does not happen. */
export class StepEnds extends Error {
  override readonly name = "StepEnds";
}
/** What came of it, or nothing where somebody was refused half-way: the step goes on. */
export async function unlessRefused<T>(doing: Promise<T>): Promise<T | undefined> {
  try {
    return await doing;
  } catch (error) {
    if (!(error instanceof StepEnds)) throw error;
    return undefined;
  }
}
