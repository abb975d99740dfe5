import { decidesOnMoney, Refusal, type Endpoint, type OperatorRole } from "@coralhub/contract";
import { toShanghaiTime } from "@coralhub/domain";
import type { FastifyRequest } from "fastify";
import type { MerchantContext, OperatorContext, SessionFacts } from "../platform/context.ts";
import type { Realm, Session } from "../platform/sessions.ts";
import { callerAddress } from "../platform/caller-address.ts";
import type { HttpPorts } from "./ports.ts";

/** Who is calling, as far as the endpoint's access asks: becomes part of the handler's context. */
export type Caller = {
  merchantId?: string;
  personId?: string;
  personName?: string | null;
  app?: MerchantContext["app"];
  operator?: OperatorContext["operator"];
  session?: SessionFacts;
};
/** What is known at once is answered at once: a promise would make every call wait a turn. */
export type Guard = (request: FastifyRequest) => Caller | Promise<Caller>;

const SCHEME = "bearer ";
const TOKEN = /^[\w-]{20,200}$/;
type Headed = { headers: { authorization?: string | undefined } };
export const bearerToken = ({ headers: { authorization = "" } }: Headed): string | undefined => {
  const token = authorization.slice(SCHEME.length);
  return TOKEN.test(token) && authorization.slice(0, SCHEME.length).toLowerCase() === SCHEME ? token : undefined;
};

/** The merchant or operator behind a session this process remembers; undefined says nothing. */
export function knownCaller({ sessions }: Pick<HttpPorts, "sessions">, request: Headed): string | undefined {
  const token = bearerToken(request);
  const known = token && (sessions.known("merchant", token) ?? sessions.known("operator", token));
  return known ? (known.ownerId ?? known.subjectId) : undefined;
}

const factsOf = ({ id, createdAt, steppedUpAt }: Session) => ({ id, createdAt, steppedUpAt });

async function signedIn(ports: HttpPorts, realm: Realm, request: FastifyRequest): Promise<Session> {
  const token = bearerToken(request);
  const session = token && (ports.sessions.known(realm, token) ?? (await ports.sessions.find(realm, token)));
  if (!session) throw new Refusal("session.expired");
  return session;
}

const merchantOf = (session: Session): Caller => ({
  merchantId: session.ownerId!,
  personId: session.subjectId,
  personName: session.subjectName,
  session: factsOf(session),
});

function merchantGuard(ports: HttpPorts, mustBeCertified: boolean): Guard {
  if (mustBeCertified)
    return async (request) => {
      const session = await signedIn(ports, "merchant", request);
      if (!(await ports.isCertified(session.ownerId!))) throw new Refusal("access.not_certified");
      return merchantOf(session);
    };
  return (request) => {
    const token = bearerToken(request);
    const known = token && ports.sessions.known("merchant", token);
    return known ? merchantOf(known) : signedIn(ports, "merchant", request).then(merchantOf);
  };
}

/** What a call asks of an operator beyond being signed in: nothing on one's own account, finished set-up anywhere else. */
type OperatorDemand = "self" | "anyRole" | OperatorRole;

function operatorGuard(ports: HttpPorts, demand: OperatorDemand, mustHaveRested: boolean): Guard {
  return async (request) => {
    const session = await signedIn(ports, "operator", request);
    const found = await ports.findOperator(session.subjectId);
    if (!found) throw new Refusal("session.expired");
    const { operator, setUp, restsUntil } = found;
    if (demand !== "self") {
      if (!setUp) throw new Refusal("operator.setup_first");
      const mayAct = demand === "anyRole" || operator.roles.includes(demand) || operator.roles.includes("admin");
      if (!mayAct) throw new Refusal("access.denied");
      if (mustHaveRested && restsUntil && restsUntil > ports.clock.now())
        throw new Refusal("operator.resting", { until: toShanghaiTime(restsUntil) });
    }
    return { operator, session: factsOf(session) };
  };
}

function accessGuard(ports: HttpPorts, name: string, endpoint: Endpoint): Guard {
  const { access } = endpoint;
  const operators = (demand: OperatorDemand) => operatorGuard(ports, demand, decidesOnMoney(endpoint));
  switch (access) {
    case "public":
      return () => ({});
    case "merchant":
    case "certified":
      return merchantGuard(ports, access === "certified");
    case "operator:self":
      return operators("self");
    case "operator":
      return operators("anyRole");
    case "operator:reviewer":
    case "operator:finance":
    case "operator:admin":
      return operators(access.slice("operator:".length) as OperatorRole);
    case "open":
      // Asked once the body is there, which the signature covers (open-calls.ts).
      if (ports.openGate && endpoint.scope) return () => ({});
      break;
  }
  // Also reached by a table that slipped past the compiler: a call nobody guards does not start.
  throw new Error(`Endpoint ${name} has no guard for access "${String(access)}"`);
}

/** One name per caller, whoever it is: limits and idempotency keys belong to it. */
export const callerKey = ({ merchantId, personId, operator, app }: Caller, request: FastifyRequest): string => {
  if (app) return `app:${merchantId}:${app.id}`;
  if (merchantId) return personId ? `merchant:${merchantId}:${personId}` : `merchant:${merchantId}`;
  if (operator) return `operator:${operator.id}`;
  return `address:${callerAddress(request)}`;
};

export async function takeFrom(ports: HttpPorts, name: string, who: string, limit: NonNullable<Endpoint["rateLimit"]>) {
  const key = `call:${limit.together ?? name}:${who}`;
  const taken = await ports.rateLimits.take(key, limit.limit, limit.windowSeconds);
  if (!taken.allowed) throw new Refusal("limit.too_many", { seconds: taken.retryAfterSeconds });
}

/** Everything that can refuse a call before its body is read: address limit, sign-in, role, certification, flag, caller limit. */
export function compileGuard(ports: HttpPorts, name: string, endpoint: Endpoint): Guard {
  const admit = accessGuard(ports, name, endpoint);
  const { rateLimit, flag } = endpoint;
  // A program's flag is asked with its merchant, once that is known (open-calls.ts).
  if (endpoint.access === "open" || (!rateLimit && !flag)) return admit;
  return async (request) => {
    if (rateLimit?.per === "address") await takeFrom(ports, name, `address:${callerAddress(request)}`, rateLimit);
    const caller = await admit(request);
    if (flag && !(await ports.flagIsOn(flag, caller.merchantId))) throw new Refusal("not_found");
    if (rateLimit?.per === "caller") await takeFrom(ports, name, callerKey(caller, request), rateLimit);
    return caller;
  };
}
