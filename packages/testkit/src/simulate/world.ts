import { AsyncLocalStorage } from "node:async_hooks";
import { ALL_ENDPOINTS, CallFailed, CallRefused, type OperatorRole } from "@coralhub/contract";
import { createTestClock } from "../clock.ts";
import { createTestDatabase } from "../database.ts";
import { createTestRandom } from "../random.ts";
import { drag, nonceFor } from "../sandbox-driver.ts";
import { startTestServer, type TestServer } from "../server.ts";
import { createCaller, isAnswer, snoopAround, type CallerDeps, type Identity, type Moment } from "./callers.ts";
import { createChance } from "./chance.ts";
import type { Costs } from "./costs.ts";
import { createGate } from "./gate.ts";
import { createClockwork, isDue, lookAhead, ORDERED, runJob, runQueued, type Ahead } from "./jobs.ts";
import { watchMoves } from "./moves.ts";
import { createRecord, HOUSE, nameOfCall, SETTLES, type CallRecord } from "./record.ts";
import { createReplay, type Recording } from "./replay.ts";
import { LawBroken, StepEnds, type Merchant, type MerchantKind, type World } from "./simulation.ts";

const { identity, notifications, operations } = ALL_ENDPOINTS;
const PASSWORD = "Coral#2026";
const ROLES: readonly OperatorRole[] = ["reviewer", "finance", "admin"];
/** Hashing is not what is looked at here, and a year has many sign-ins. */
const PLAIN_PASSWORDS = {
  hash: async (password: string) => `plain:${password}`,
  verify: async (hashed: string, password: string) => hashed === `plain:${password}`,
  verifyDummy: async () => false as const,
};

export type LiveWorld = World & {
  server: TestServer;
  record: CallRecord;
  /** Those who could not register when they wanted to, by number: they come again. */
  late: Set<number>;
  /** What is being lived while nobody's step is. */
  begin(moment: Moment): void;
  /** A step is lived, maybe beside others. */
  during(moment: Moment, work: () => Promise<void>): Promise<void>;
  /** Time passes until then, and whatever is planned for a moment on the way happens at that moment. */
  passTo(toMs: number): Promise<void>;
  /** What runs by the clock, once, and whatever follows from it. */
  tick(): Promise<void>;
  /** Whatever was opened by its number is asked for by somebody else. */
  snoopAround(): Promise<void>;
  close(): Promise<void>;
};
type House = {
  server: TestServer;
  deps: CallerDeps;
  moment: Moment;
  steps: AsyncLocalStorage<Moment>;
  people: Map<string, Identity>;
  logged: string[];
  /** What was seen ahead when everything of a moment was done; nothing where something happened since. */
  ahead: Ahead | undefined;
  /** Does a job here and now. */
  run(name: string, data: object): Promise<boolean>;
};

/** A server without workers on a clock that stands still: nothing happens unless the simulation lets it. */
export async function createWorld(
  seed: string,
  { recording, costs }: { recording?: Recording | undefined; costs?: Costs | undefined } = {},
): Promise<LiveWorld> {
  const database = await createTestDatabase();
  await watchMoves(database);
  const clock = createTestClock("2026-11-16T06:00:00+08:00");
  const logged: string[] = [];
  const start = async () => startQuietServer(seed, { database, clock, logged });
  const record = createRecord();
  const house: House = {
    server: await start(),
    moment: { step: 0, chance: createChance(`${seed}:begin`), whims: false },
    steps: new AsyncLocalStorage(),
    people: new Map(),
    logged,
    ahead: undefined,
    run: (name, data) => runJob(house.server.app, name, data, costs),
    deps: {
      call: (endpoint, input, options) => {
        const call = () => house.server.call(endpoint, input, options);
        const calling = costs ? costs.spend("calls", nameOfCall(endpoint), call) : call();
        return calling.finally(() => void (house.ahead = undefined));
      },
      record,
      gate: createGate(),
      moment: () => house.steps.getStore() ?? house.moment,
      now: () => clock.now(),
      replay: recording && createReplay(recording, clock),
      keeps: async (key) => (await database.query("select from idempotency where key = $1", [key])).length > 0,
      traces: () => tracesOf(database),
      stranger: (to) => strangerTo(house, to),
      read: new Map(),
      strike: () => strike(house, database, start),
      turnedAway: (who, refusal) => turnAway(house, world, who, refusal),
    },
  };
  await appointOperators(house);
  const world: LiveWorld = worldOf(house, { database, clock, record });
  return world;
}

type Ground = Pick<World, "database" | "clock"> & { record: CallRecord };
function worldOf(house: House, { database, clock, record }: Ground): LiveWorld {
  const settle = () => settleInTurn(house);
  const runClockwork = createClockwork();
  const world: LiveWorld = {
    database,
    clock,
    get server() {
      return house.server;
    },
    get url() {
      return house.server.url;
    },
    record,
    merchants: [],
    late: new Set(),
    operator: (role, which = 1) => createCaller(house.deps, house.people.get(`${role}-${which}`)!, "operator"),
    lever: createCaller(house.deps, house.people.get("admin-2")!, "lever"),
    visitor: (address) => createCaller(house.deps, { label: `visitor at ${address}`, address, token: "" }, "visitor"),
    captcha: (address) => solveCaptcha(house, address),
    gone: [],
    settle,
    register: (number, request) => registerMerchant(house, world, number, request),
    async codeFor(address) {
      await settle();
      return newestCode(house, address);
    },
    broken(law, what) {
      throw new LawBroken(law, what);
    },
    begin: (moment) => void (house.moment = moment),
    async during(moment, work) {
      house.deps.replay?.begin(moment.step);
      await house.steps.run(moment, work).finally(() => house.deps.replay?.end(moment.step));
    },
    passTo: (toMs) => passTo(house, clock, new Date(toMs)),
    async tick() {
      // What was heard a moment ago is not of this very moment.
      clock.advance({ seconds: 30 });
      await house.server.app.platform.outbox.deliverDue(1);
      house.ahead = undefined;
      await runClockwork(house.server, house.run, async () => {
        await settle();
        clock.advance({ seconds: 30 });
      });
      await settle();
    },
    snoopAround: () => snoopAround(house.deps),
    async close() {
      await house.server.close();
      await database.drop();
    },
  };
  return world;
}

/** Whoever acts beside others cannot tell their traces apart; a change nobody else made shows here. */
async function tracesOf(database: World["database"]): Promise<string> {
  const [row] = await database.query<{ traces: string }>(`
    select concat_ws(', ', (select max(number) from simulation.move) || ' moves', (select count(*) from ledger_posting) || ' postings',
      (select count(*) from message) || ' messages') as traces`);
  return row!.traces;
}

/**
 * Every connection of the server ends as if its machine or the database's had lost power: what had not been committed is gone,
 * and so is what the server only remembered. Another server takes over.
 */
async function strike(house: House, database: World["database"], start: () => Promise<TestServer>): Promise<void> {
  const { APP_ROLE } = await import("@coralhub/server/platform/config");
  await database.query(
    "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and usename = $1",
    [APP_ROLE],
  );
  // Half the time the server outlives its database and has to find back to it by itself.
  if (house.deps.moment().chance.may(0.5)) {
    await house.server.close().catch(() => undefined);
    house.server = await start();
  }
  await comeBack(house);
  house.ahead = undefined;
  // What a dying machine complains of is no fault.
  house.logged.length = 0;
}

/** Until somebody is answered again. */
async function comeBack({ deps, people }: House): Promise<void> {
  const { token } = people.get("admin-2")!;
  for (let tries = 0; tries < 20; tries++) {
    await new Promise((done) => setTimeout(done, 50));
    const answer: unknown = await deps.call(operations.me, {}, { token }).catch((error: unknown) => error);
    if (!(answer instanceof CallFailed) && !(answer instanceof CallRefused && answer.status >= 500)) return;
  }
  throw new LawBroken("服务器自己恢复", "nobody is answered a second after the database came back");
}

/** Beside others, what follows from a step has its place among everybody's calls, and keeps it when they are made again. */
async function settleInTurn(house: House): Promise<void> {
  // Whoever acted may have gone past the calls that are noted.
  house.ahead = undefined;
  const { step, beside } = house.deps.moment();
  if (!beside) return void (await settleHouse(house));
  const { record, replay, now, gate } = house.deps;
  await replay?.turn(step, SETTLES);
  await gate.alone(async () => {
    const at = now().getTime();
    house.ahead = undefined;
    await settleHouse(house);
    const settled = { step, who: HOUSE, call: SETTLES, input: "", outcome: "done", at };
    record.note(settled);
    replay?.done(settled);
  });
}
/** Answers what comes next, as far as anybody knows. */
async function settleHouse(house: House): Promise<Ahead> {
  const { server } = house;
  let ahead = house.ahead ?? (await lookAhead(server));
  // What cannot be done now, though its moment has come, is tried once.
  for (let done = 1; done > 0 && isDue(ahead, server.clock.now());) {
    // One after the other: whoever comes first gets the first number, and a seed is to repeat itself.
    done = await server.app.platform.outbox.deliverDue(1);
    done += await runQueued(server, house.run);
    ahead = await lookAhead(server);
  }
  house.ahead = ahead;
  complain(house);
  return ahead;
}
/** So many moments of a stretch of time are looked at; what tries again every few minutes for weeks is not heard each time. */
const MOST_MOMENTS = 100;
async function passTo(house: House, clock: World["clock"], until: Date): Promise<void> {
  const apartMs = (until.getTime() - clock.now().getTime()) / MOST_MOMENTS;
  for (;;) {
    const { next } = await settleHouse(house);
    if (clock.now() >= until) return;
    const earliestMs = Math.max(next?.getTime() ?? Infinity, clock.now().getTime() + apartMs);
    clock.set(new Date(Math.min(earliestMs, until.getTime())));
  }
}

async function startQuietServer(
  seed: string,
  { database, clock, logged }: Pick<World, "database" | "clock"> & { logged: string[] },
): Promise<TestServer> {
  const { createLog } = await import("@coralhub/server");
  return startTestServer({
    database,
    clock,
    // What lies on the disk is still there when another server takes over.
    config: { workers: false, dataDir: database.config.dataDir },
    passwords: PLAIN_PASSWORDS,
    random: createTestRandom(seed),
    log: createLog({ level: "error", destination: { write: (line) => void logged.push(line) } }),
  });
}

/** What the server itself calls an error is one. */
function complain({ logged }: House): void {
  const line = logged.find((one) => !ORDERED.test(one));
  logged.length = 0;
  if (line === undefined) return;
  const {
    level: _level,
    pid: _pid,
    time: _time,
    msg,
    err,
    ...more
  } = JSON.parse(line) as Record<string, unknown> & {
    err?: { stack?: string };
  };
  throw new LawBroken("服务器不写错误日志", `${String(msg)} ${JSON.stringify(more)} ${err?.stack ?? ""}`);
}

async function appointOperators({ server, people, deps }: House): Promise<void> {
  const { plantOperators } = await import("@coralhub/server/modules/operations");
  const { platform } = server.app;
  for (const [at, role] of ROLES.entries())
    for (const which of [1, 2] as const) {
      const email = `${role}-${which}@coralhub.test`;
      const operator = { id: platform.ids.next(), email, name: `${role} ${which}`, roles: [role], password: PASSWORD };
      await plantOperators(
        { database: platform.database, passwords: PLAIN_PASSWORDS },
        [operator],
        new Date(platform.clock.now().getTime() - 7 * 86_400_000),
      );
      const address = `10.9.${at}.${which}`;
      const signIn = async () => (await deps.call(operations.signIn, { email, password: PASSWORD }, { address })).token;
      people.set(`${role}-${which}`, { label: `${role} ${which}`, address, token: await signIn(), signIn });
    }
}

async function registerMerchant(
  house: House,
  world: World,
  number: number,
  { kind, invitationCode }: { kind: MerchantKind; invitationCode?: string | undefined },
): Promise<Merchant> {
  const { call } = house.deps;
  const address = `10.8.${number >> 8}.${number & 255}`;
  const mobile = `139${String(10_000_000 + number)}`;
  const param = await solveCaptcha(house, address);
  await orEnds(call(identity.sendRegisterCode, { mobile, param }, { address }));
  await world.settle();
  const verifyCode = await requireCode(house, mobile);
  const { token, userId, device } = await orEnds(
    call(identity.register, { mobile, password: PASSWORD, verifyCode, invitationCode }, { address }),
  );
  const credentials: Merchant["credentials"] = { mobile, password: PASSWORD };
  const signIn = async () => {
    const { mobile: username, password, totp } = credentials;
    const more = totp && { totp: await totp() };
    return (await call(identity.login, { username, password, client: 1, device, ...more }, { address })).token;
  };
  const me: Identity = { label: `merchant ${number}`, address, token, signIn };
  house.people.set(`merchant-${number}`, me);
  return {
    ...createCaller(house.deps, me, "merchant"),
    number,
    kind,
    name: "",
    userId,
    credentials,
    get mobile() {
      return credentials.mobile;
    },
    memory: new Map(),
    holds: (another = "") => void (me.token = another),
    async stepUp(code) {
      const proven = call(identity.stepUp, { verifyCode: code }, { token: me.token, address });
      me.token = (await orEnds(proven)).token;
    },
    async code(ask) {
      // A second one is sent after a minute at the earliest.
      world.clock.advance({ seconds: 61 });
      await ask();
      await world.settle();
      return requireCode(house, credentials.mobile);
    },
  };
}

/** Whoever is told no on the way goes no further; whoever is told nothing has met a fault. */
async function orEnds<T>(asking: Promise<T>): Promise<T> {
  try {
    return await asking;
  } catch (error) {
    if (error instanceof CallRefused && isAnswer(error)) throw new StepEnds(error.reason ?? error.message);
    throw error;
  }
}

/** Whoever is not let in any more has left, if the account is closed. */
async function turnAway(house: House, world: World, who: Identity, refusal: CallRefused): Promise<never> {
  const key = [...house.people].find(([, one]) => one === who)?.[0];
  const merchant = world.merchants.find((one) => one && `merchant-${one.number}` === key);
  const closed = merchant
    ? await world.database.query("select from merchant where merchant_id = $1 and closed_at is not null", [
        merchant.userId,
      ])
    : [];
  if (!merchant || closed.length === 0)
    throw new LawBroken("谁的账户谁进得去", `${who.label} is not let in: ${refusal.message}`);
  house.people.delete(key!);
  (world.merchants as (Merchant | undefined)[])[merchant.number] = undefined;
  world.gone.push({ number: merchant.number, kind: merchant.kind });
  throw new StepEnds("the account is closed");
}

async function solveCaptcha({ deps: { call }, people }: House, address: string): Promise<string> {
  const { captchaId, workBits } = await call(identity.makeSlider, {}, { address });
  const admin = people.get("admin-2")!;
  const { x } = await call(notifications.captchaAnswer, { id: captchaId }, { token: await refreshed(call, admin) });
  const nonce = await nonceFor(captchaId, workBits);
  return (await call(identity.solveSlider, { captchaId, x: x!, trace: drag(x!), nonce }, { address })).ticket;
}

async function newestCode({ deps: { call }, people }: House, to: string): Promise<string | undefined> {
  const admin = people.get("admin-2")!;
  const mails = await call(notifications.mailbox, { to }, { token: await refreshed(call, admin) });
  return mails.find((mail) => mail.code !== null)?.code ?? undefined;
}
async function requireCode(house: House, to: string): Promise<string> {
  const code = await newestCode(house, to);
  if (!code) throw new StepEnds(`no code came to ${to}`);
  return code;
}

/** Reading the sandbox's mail is nobody's step: it must not end one for a session that is over. */
async function refreshed(call: CallerDeps["call"], admin: Identity): Promise<string> {
  try {
    await call(operations.me, {}, { token: admin.token });
  } catch {
    admin.token = await admin.signIn!();
  }
  return admin.token;
}

function strangerTo({ people, deps }: House, to: Identity): Identity | undefined {
  const others = [...people]
    .filter(([key, other]) => key.startsWith("merchant-") && other !== to)
    .map(([, other]) => other);
  return others.length > 0 ? deps.moment().chance.pick(others) : undefined;
}
