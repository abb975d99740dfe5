/** The operator's token lives in this tab only, under a name of its own: the portal's sign-in and ours never mix. */
const TOKEN = "operator.token";
/** Stays on this browser after signing out: it tells the operator from strangers who try the same address. */
const DEVICE = "operator.device";
const RETURN_TO = "operator.returnTo";

export const session = {
  token: (): string | null => sessionStorage.getItem(TOKEN),
  device: (): string | undefined => localStorage.getItem(DEVICE) ?? undefined,
  start(token: string, device: string): void {
    sessionStorage.setItem(TOKEN, token);
    localStorage.setItem(DEVICE, device);
  },
  end(): void {
    sessionStorage.removeItem(TOKEN);
    sessionStorage.removeItem(RETURN_TO);
  },
  /** Torn away by an expired session: come back here after signing in. */
  expire(path: string): void {
    sessionStorage.removeItem(TOKEN);
    sessionStorage.setItem(RETURN_TO, path);
  },
  takeReturn(): string | null {
    const path = sessionStorage.getItem(RETURN_TO);
    sessionStorage.removeItem(RETURN_TO);
    return path;
  },
};
