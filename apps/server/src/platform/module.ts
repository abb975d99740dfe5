import type { Endpoints, Handlers } from "@coralhub/contract";
import type { ContextByAccess } from "./context.ts";
import type { JobName } from "@coralhub/domain";
import type { JobHandler } from "./jobs.ts";

/** What a module's door offers the house: its calls, and the jobs it runs. */
export type Module<E extends Endpoints = Endpoints> = {
  endpoints: E;
  handlers: Handlers<E, ContextByAccess>;
  jobs?: { [K in JobName]?: JobHandler };
};
