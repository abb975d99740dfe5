import { z } from "zod";
import type { ConsentMarketplace, Grant } from "./marketplace.ts";
import { basicAuth, challengeOf, inSeconds } from "./signing.ts";
import type { Transport } from "./transport.ts";

const tokenAnswer = z.looseObject({
  access_token: z.string().min(1),
  refresh_token: z.string().min(1).optional(),
  expires_in: z.coerce.number().positive().optional(),
});
export type TokenAnswer = z.output<typeof tokenAnswer>;

export type CodeFlow = {
  authoriseUrl: string;
  tokenUrl: string;
  clientId: string;
  clientSecret: string;
  scope?: string;
  /** Further words of the consent address. */
  asks?: Record<string, string>;
  /** How the client proves itself at the token call. */
  proof: "basic" | "form" | "json";
  pkce?: true;
  /** Where the platform wants a name it gave us instead of our address. */
  redirectName?: string;
  tokenHeaders?: Record<string, string>;
  /** Further words of the refresh call. */
  refreshAsks?: Record<string, string>;
  /** What the answer says besides its tokens. */
  read?(answer: TokenAnswer, now: Date): Partial<Pick<Grant, "account" | "accessEndsAt" | "endsAt">>;
};

/** OAuth 2's code grant (RFC 6749, 4.1) with its refresh: what most platforms speak, each with its own accent. */
export function codeFlow(
  transport: Transport,
  flow: CodeFlow,
): Pick<ConsentMarketplace, "authoriseUrl" | "exchange"> & { refresh(grant: Grant): Promise<Grant> } {
  const { clientId, clientSecret, proof } = flow;
  const tokenCall = (words: Record<string, string>) => {
    const told = proof === "basic" ? words : { ...words, client_id: clientId, client_secret: clientSecret };
    return transport.call(
      {
        url: flow.tokenUrl,
        headers: {
          ...(proof === "basic" && { authorization: basicAuth(clientId, clientSecret) }),
          ...flow.tokenHeaders,
        },
        ...(proof === "json" ? { json: JSON.stringify(told) } : { form: told }),
      },
      tokenAnswer,
    );
  };
  const grantOf = (answer: TokenAnswer, before?: Grant): Grant => {
    const now = transport.clock.now();
    return {
      ...before,
      accessToken: answer.access_token,
      // Many platforms give the refresh token once and expect it to be kept.
      refreshToken: answer.refresh_token ?? before?.refreshToken ?? null,
      accessEndsAt: answer.expires_in === undefined ? null : inSeconds(now, answer.expires_in),
      account: before?.account ?? null,
      endsAt: before?.endsAt ?? null,
      ...flow.read?.(answer, now),
      ...(before && { account: before.account }),
    };
  };
  return {
    authoriseUrl({ state, verifier, redirectUri }) {
      const url = new URL(flow.authoriseUrl);
      const words = {
        response_type: "code",
        client_id: clientId,
        redirect_uri: flow.redirectName ?? redirectUri,
        ...(flow.scope && { scope: flow.scope }),
        state,
        ...(flow.pkce && { code_challenge: challengeOf(verifier), code_challenge_method: "S256" }),
        ...flow.asks,
      };
      for (const [name, value] of Object.entries(words)) url.searchParams.set(name, value);
      return url.href;
    },
    async exchange({ code, redirectUri, verifier }) {
      const words = {
        grant_type: "authorization_code",
        code,
        redirect_uri: flow.redirectName ?? redirectUri,
        ...(flow.pkce && { code_verifier: verifier }),
      };
      return grantOf(await tokenCall(words));
    },
    async refresh(grant) {
      const words = { grant_type: "refresh_token", refresh_token: grant.refreshToken ?? "", ...flow.refreshAsks };
      return grantOf(await tokenCall(words), grant);
    },
  };
}
