/**
 * What the browser remembers about the merchant. The token and everything learnt with it live in session storage and
 * die with the tab; only harmless habits (the chosen tab, the theme) outlive it.
 */
const SESSION = {
  token: "token",
  user: "user",
  authRecord: "authRecord",
  openApiUserId: "userId",
  userSourceCount: "userSourceCount",
  returnTo: "returnTo",
} as const;
/** How long a platform's question is good for. */
const CONSENT_MS = 600_000;
const LOCAL = { amazonUrl: "amazonUrl", topTab: "topTab" } as const;

export type SignedInUser = { userId: string; mobile: string; userSource: number };
export type AuthRecord = { status: number; userId: string | null };

const readJson = <T>(key: string): T | null => {
  const text = sessionStorage.getItem(key);
  return text === null ? null : (JSON.parse(text) as T);
};

export const session = {
  token: (): string | null => sessionStorage.getItem(SESSION.token),
  user: (): SignedInUser | null => readJson<SignedInUser>(SESSION.user),
  authRecord: (): AuthRecord | null => readJson<AuthRecord>(SESSION.authRecord),
  userSourceCount: (): number => Number(sessionStorage.getItem(SESSION.userSourceCount) ?? 0),
  /** Exists once certification has passed; the developer area asks for it. */
  openApiUserId: (): string | null => sessionStorage.getItem(SESSION.openApiUserId),

  start(token: string, user: SignedInUser): void {
    sessionStorage.setItem(SESSION.token, token);
    sessionStorage.setItem(SESSION.user, JSON.stringify(user));
  },
  keepToken(token: string): void {
    sessionStorage.setItem(SESSION.token, token);
  },
  keepUserSource(userSource: number): void {
    const user = session.user();
    if (user) sessionStorage.setItem(SESSION.user, JSON.stringify({ ...user, userSource }));
    sessionStorage.setItem(SESSION.userSourceCount, String(session.userSourceCount() + 1));
  },
  keepAuthRecord(record: AuthRecord): void {
    sessionStorage.setItem(SESSION.authRecord, JSON.stringify(record));
    if (record.userId) sessionStorage.setItem(SESSION.openApiUserId, record.userId);
  },
  forgetAuthRecord(): void {
    sessionStorage.removeItem(SESSION.authRecord);
  },

  /** Amazon's page somebody was sent to; it may be opened once more while its question is good. */
  amazonUrl(): string | null {
    const [until, url] = (localStorage.getItem(LOCAL.amazonUrl) ?? "").split(" ");
    return url && Number(until) > Date.now() ? url : null;
  },
  keepAmazonUrl(url: string): void {
    localStorage.setItem(LOCAL.amazonUrl, `${Date.now() + CONSENT_MS} ${url}`);
  },
  forgetAmazonUrl(): void {
    localStorage.removeItem(LOCAL.amazonUrl);
  },

  /** The login route forgets everything but the place the merchant was torn away from. */
  clear(): void {
    const returnTo = sessionStorage.getItem(SESSION.returnTo);
    sessionStorage.clear();
    localStorage.removeItem(LOCAL.amazonUrl);
    if (returnTo !== null) sessionStorage.setItem(SESSION.returnTo, returnTo);
  },
  /** A deliberate sign-out leaves nothing to come back to. */
  end(): void {
    sessionStorage.clear();
    localStorage.removeItem(LOCAL.amazonUrl);
    localStorage.removeItem(LOCAL.topTab);
  },

  /** What another tab of this browser may take over; nothing while nobody is signed in. */
  handOver(): Record<string, string> | null {
    if (session.token() === null) return null;
    const keys = [SESSION.token, SESSION.user, SESSION.authRecord, SESSION.openApiUserId, SESSION.userSourceCount];
    return Object.fromEntries(
      keys.flatMap((key) => {
        const text = sessionStorage.getItem(key);
        return text === null ? [] : [[key, text]];
      }),
    );
  },
  takeOver(kept: Record<string, string>): void {
    for (const [key, text] of Object.entries(kept)) sessionStorage.setItem(key, text);
  },

  keepReturn(path: string): void {
    sessionStorage.setItem(SESSION.returnTo, path);
  },
  takeReturn(): string | null {
    const path = sessionStorage.getItem(SESSION.returnTo);
    sessionStorage.removeItem(SESSION.returnTo);
    return path;
  },
};

/** The remembered tab of the top bar: the index of its item, or nothing on personal-centre pages. */
export const topTab = {
  read(): number | null {
    const text = localStorage.getItem(LOCAL.topTab);
    return text !== null && /^\d+$/.test(text) ? Number(text) : null;
  },
  keep: (index: number): void => localStorage.setItem(LOCAL.topTab, String(index)),
  reset: (): void => localStorage.removeItem(LOCAL.topTab),
};
