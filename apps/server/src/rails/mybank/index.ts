import type { SandboxMybank } from "./sandbox/bank.ts";

export type MybankRequest = { reference: string; holder: string; accountNumber: string };
/** Where a binding stands. `unknown`: the bank has never heard of it. `taken`: it has, and decides. */
export type MybankStanding =
  | { standing: "unknown" }
  | { standing: "taken" }
  | { standing: "accepted" }
  | { standing: "refused"; reason: string }
  | { standing: "unbound"; reason: string };
export type MybankNotice = { reference: string } & Exclude<MybankStanding, { standing: "unknown" | "taken" }>;

/** 网商银行's side of a binding. Whoever gets no answer knows nothing, and asks by the reference. */
export type Mybank = {
  isOpen: boolean;
  bind(request: MybankRequest): Promise<MybankStanding>;
  ask(reference: string): Promise<MybankStanding>;
  unbind(reference: string): Promise<void>;
};

/** The bank's protocol is not public: the sandbox plays it, and production has none until one is connected. */
export const createMybank = (sandbox: SandboxMybank | undefined): Mybank => sandbox ?? createAbsentBank();

function createAbsentBank(): Mybank {
  const unreachable = () => Promise.reject(new Error("no mybank is connected"));
  return { isOpen: false, bind: unreachable, ask: unreachable, unbind: unreachable };
}

export { createSandboxMybank, type SandboxMybank } from "./sandbox/bank.ts";
export { createMybankControl } from "./sandbox/control.ts";
