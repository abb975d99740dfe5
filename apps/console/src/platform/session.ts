/** The operator's token lives in this tab only, under a name of its own: the portal's sign-in and ours never mix. */
const TOKEN = "operator.token";
const RETURN_TO = "operator.returnTo";

export const session = {
  token: (): string | null => sessionStorage.getItem(TOKEN),
  start: (token: string): void => sessionStorage.setItem(TOKEN, token),
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
