import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** One seller's authorisation on the platform: every refresh replaces both tokens. */
type Seller = { access: string; refresh: string; before: string; refreshes: number };

/** Mercado Libre, as far as tokens go: a refresh token counts once, and whoever brings a spent one is cut off. */
export async function openRotatingPlatform() {
  const sellers = new Map<string, Seller>();
  const behaviour = {
    /** Still takes the token before the last, until the last access token is used: what Shopify does. */
    forgives: false,
    /** Gives fresh tokens, but the line breaks before they arrive. */
    losesAnswers: false,
    /** Does not accept any token for anything but tokens. */
    closesDoors: false,
    /** Does not know our application. */
    refusesUs: false,
  };
  let given = 0;
  const renew = (user: string, refreshes: number, before: string): Seller => {
    const number = String(++given).padStart(4, "0");
    const seller = { access: `APP_USR-${number}`, refresh: `TG-refresh-${number}`, before, refreshes };
    sellers.set(user, seller);
    return seller;
  };
  const answer = (response: ServerResponse, status: number, body: unknown) =>
    response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
  const tokens = (response: ServerResponse, user: string, { access, refresh }: Seller) =>
    answer(response, 200, { access_token: access, refresh_token: refresh, expires_in: 21_600, user_id: Number(user) });

  const token = (response: ServerResponse, form: Record<string, string>) => {
    if (form["client_secret"] !== "ml-secret" || behaviour.refusesUs)
      return answer(response, 401, { error: "invalid_client" });
    const code = /^code-(\d+)$/.exec(form["code"] ?? "")?.[1];
    if (code) return tokens(response, code, renew(code, 0, ""));
    const [user, seller] = [...sellers].find(([, { refresh, before }]) => {
      const brought = form["refresh_token"];
      return brought === refresh || (behaviour.forgives && brought === before);
    }) ?? ["", undefined];
    if (!seller) return answer(response, 400, { error: "invalid_grant", status: 400 });
    const fresh = renew(user, seller.refreshes + 1, form["refresh_token"] ?? "");
    if (behaviour.losesAnswers) return response.destroy();
    // Long enough for a second server to come with the same token, if it could.
    return setTimeout(() => tokens(response, user, fresh), 150);
  };
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const form = Object.fromEntries(new URLSearchParams(Buffer.concat(chunks).toString("utf8")));
      const { pathname } = new URL(request.url ?? "/", "http://platform");
      if (pathname === "/oauth/token") return token(response, form);
      const known = [...sellers].find(([, { access }]) => request.headers.authorization === `Bearer ${access}`);
      if (!known || behaviour.closesDoors) return answer(response, 403, { message: "forbidden" });
      known[1].before = "";
      return answer(response, 200, pathname === "/users/me" ? { id: Number(known[0]) } : { results: [] });
    });
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    behaviour,
    sellers,
    connect: {
      CONNECT_MERCADO_CLIENT_ID: "ml",
      CONNECT_MERCADO_CLIENT_SECRET: "ml-secret",
      CONNECT_MERCADO_AUTH_URL: url,
      CONNECT_MERCADO_API_URL: url,
      CONNECT_MERCADO_MONEY_URL: url,
    },
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
