import { MarketplaceError, type Trouble } from "./marketplace.ts";

/** What a platform's own words make of an answer; asked before its status is. Undefined: they say nothing. */
export type Verdict = (body: unknown, status: number) => MarketplaceError | undefined;

/**
 * A platform's own error codes, as far as they mean something to us. `unexpected` stands by those that are ours to mend
 * (our key, our clock, our address): they must never end what a merchant agreed to.
 */
export type TroubleCodes = Readonly<Record<string, Trouble>>;

const PLAIN = /^[\w.-]{1,60}$/;

/** Undefined from `codeOf`: no error. A code nobody listed decides nothing where the status speaks as well. */
export const verdictBy =
  (codeOf: (body: Record<string, unknown>) => unknown, codes: TroubleCodes): Verdict =>
  (body, status) => {
    if (typeof body !== "object" || body === null || Array.isArray(body)) return undefined;
    const code = codeOf(body as Record<string, unknown>);
    if ((typeof code !== "string" && typeof code !== "number") || code === "") return undefined;
    const text = String(code);
    const trouble = Object.hasOwn(codes, text) ? codes[text] : status < 400 ? "unexpected" : undefined;
    // What a platform puts where its code should be may repeat what we sent.
    return trouble && new MarketplaceError(trouble, `answered ${PLAIN.test(text) ? text : "an unknown code"}`);
  };
