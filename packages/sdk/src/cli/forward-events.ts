import { CoralHubError } from "../call-error.ts";
import type { CoralHub } from "../client.ts";
import type { ListEventsOutput } from "../contract/events.ts";
import { EVENT_OBJECTS, OPERATIONS } from "../contract/operations.ts";
import { base64Of } from "../sign-request.ts";
import { webhookHeaders } from "../verify-webhook.ts";
import { Usage, type Arguments } from "./arguments.ts";
import type { Surroundings } from "./commands.ts";
import { savedClient } from "./login-file.ts";

type EventRow = ListEventsOutput["records"][number];

const LOOK_MS = 1000;
const AT_ONCE = 100;
const REMEMBERED = 1000;
const REFUSED = new Set([401, 403]);

/** What a webhook would bring, sent to a port of this machine: no address of one's own is needed. */
export async function forwardEvents(
  { flags, switches }: Arguments,
  { say, environment, signal }: Surroundings,
): Promise<void> {
  const target = flags.get("forward");
  if (target === undefined) throw new Usage("请写明转发到哪里，例如 --forward http://127.0.0.1:4242/webhooks");
  const client = await savedClient(environment);
  const secret = flags.get("secret") ?? `whsec_${base64Of(crypto.getRandomValues(new Uint8Array(32)))}`;
  const topics = flags.get("topics")?.split(",");
  const seen = new Set((await newest(client)).map(({ id }) => id));
  say(`✓ 转发到 ${target}，签名密钥 ${secret}`);
  let sequence = 0;
  while (!signal.aborted) {
    const looked = await newest(client).catch((problem: unknown) => {
      // A key that is refused stays refused; a broken line comes back.
      if (problem instanceof CoralHubError && REFUSED.has(problem.status)) throw problem;
      say(`暂时没有取到事件，继续重试（${messageOf(problem)}）`);
    });
    const fresh = (looked ?? []).filter(({ id }) => !seen.has(id)).toReversed();
    for (const event of fresh) {
      seen.add(event.id);
      if (topics && !topics.includes(event.topic)) continue;
      const body = await bodyOf(client, event, ++sequence, switches.has("full"));
      say(`${event.at} ${event.topic} → ${await forward(target, secret, event, body)}`);
    }
    for (const old of [...seen].slice(0, Math.max(0, seen.size - REMEMBERED))) seen.delete(old);
    await new Promise((done) => setTimeout(done, LOOK_MS));
  }
}

const messageOf = (problem: unknown): string => (problem instanceof Error ? problem.message : String(problem));
const newest = async (client: CoralHub): Promise<EventRow[]> =>
  (await client.listEvents({ pageSize: AT_ONCE })).records;

async function bodyOf(client: CoralHub, event: EventRow, sequence: number, full: boolean): Promise<string> {
  const object = full ? await objectOf(client, event) : undefined;
  return JSON.stringify({
    type: event.topic,
    timestamp: event.at,
    sequence,
    data: { eventId: event.id, id: event.subjectId, path: pathOf(event), ...(full && { object: object ?? null }) },
  });
}

/** Where the thing is read; a test event is about nothing that exists. */
function pathOf({ subject, subjectId }: EventRow): string | null {
  const operation = EVENT_OBJECTS[subject];
  return operation ? `/open/v1${OPERATIONS[operation].path.replace(/\{\w+\}/, subjectId)}` : null;
}

async function objectOf(client: CoralHub, { subject, subjectId }: EventRow): Promise<unknown> {
  const operation = EVENT_OBJECTS[subject];
  return operation ? client.call(operation as "getPayout", { id: subjectId }).catch(() => null) : null;
}

async function forward(target: string, secret: string, event: EventRow, body: string): Promise<string> {
  const timestamp = String(Math.floor(Date.now() / 1000));
  const headers = await webhookHeaders(secret, { id: `msg_${event.id}`, timestamp, body });
  const answer = await fetch(target, {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body,
  }).catch(() => undefined);
  return answer ? String(answer.status) : "没有答复";
}
