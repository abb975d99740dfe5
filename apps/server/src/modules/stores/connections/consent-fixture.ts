import { connectionEndpoints as calls } from "@coralhub/contract";
import type { TestMerchant } from "@coralhub/testkit";
import { bind, type Desk } from "../stores-fixture.ts";

type Who = Pick<TestMerchant, "token">;

/** What a browser sees of the sandbox's stand-in: the page, and where its links lead. */
export async function openConsent(baseUrl: string, url: string) {
  const response = await fetch(baseUrl + url, { redirect: "manual" });
  const html = await response.text();
  const links = [...html.matchAll(/<a[^>]* href="([^"]+)"[^>]*>([^<]+)<\/a>/g)].map(([, href, text]) => ({
    text: text!,
    href: href!.replaceAll(/&#(\d+);/g, (_all, code: string) => String.fromCharCode(Number(code))),
  }));
  const follow = async (text: string): Promise<URL> => {
    const link = links.find((candidate) => candidate.text === text);
    if (!link) throw new Error(`the page has no link ${text}`);
    const next = await fetch(baseUrl + link.href, { redirect: "manual" });
    return new URL(next.headers.get("location") ?? link.href, baseUrl);
  };
  return { status: response.status, headers: response.headers, html, follow };
}

/** What the page behind the return address hands to the general call. */
export function broughtBack({ searchParams }: URL) {
  const { code, state = "", ...extra } = Object.fromEntries(searchParams) as Record<string, string>;
  return { ...(code !== undefined && { code }), state, extra };
}

export async function agreeFor(
  { server }: { server: Pick<Desk["server"], "call" | "url"> },
  who: Who,
  merchantsId: string,
  act = "同意授权",
) {
  const { url } = await server.call(calls.startAuthorisation, { merchantsId }, who);
  const page = await openConsent(server.url, url);
  return broughtBack(await page.follow(act));
}

/** A store of this platform, tied to it. */
export async function authorisedStore(desk: Desk, merchant: TestMerchant, code: string): Promise<string> {
  const { merchantsId } = await bind(desk, merchant, code);
  const answer = await agreeFor(desk, merchant, merchantsId);
  await desk.server.call(calls.finishAuthorisation, answer, merchant);
  return merchantsId;
}

export async function until<T>(ask: () => Promise<T>, good: (value: T) => boolean): Promise<T> {
  for (let attempt = 0; attempt < 400; attempt++) {
    const value = await ask();
    if (good(value)) return value;
    await new Promise((done) => setTimeout(done, 50));
  }
  throw new Error("it never came to that");
}

/** Jobs of these names that are due have run: what they leave alone can be looked at without waiting for luck. */
export const jobsDone = ({ server }: Pick<Desk, "server">, ...names: string[]) =>
  until(
    () =>
      server.database.query(
        `select from pgboss.job where name = any($1)
           and (state = 'active' or state in ('created', 'retry') and start_after <= now())`,
        [names],
      ),
    (open) => open.length === 0,
  );
