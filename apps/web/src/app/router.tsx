import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  redirect,
  type ParsedLocation,
} from "@tanstack/react-router";
import { addressOf, PORTAL, portalRouteOf, type PageKey } from "@coralhub/domain";
import { PageSkeleton } from "@coralhub/ui";
import { ensureIdentity } from "../platform/account.ts";
import { isOpen } from "../platform/flags.ts";
import { session } from "../platform/session.ts";
import { judge } from "./guards.ts";
import { PageError } from "./page-error.tsx";
import { PAGES } from "./pages.ts";
import { PersonalCentre } from "./personal-centre.tsx";
import { Shell } from "./shell.tsx";

const LOGIN = addressOf("login");

/** A document of its own (an entry page): the browser goes there, this page waits to be replaced. */
function leaveTo(path: string): Promise<never> {
  location.replace(path);
  return new Promise(() => undefined);
}

async function guard({
  pathname,
  searchStr: search,
  href,
}: Pick<ParsedLocation, "pathname" | "searchStr" | "href">): Promise<void> {
  const row = portalRouteOf(pathname);
  const flags = row?.flag && session.token() !== null ? { [row.flag]: await isOpen(row.flag) } : {};
  const verdict = judge({ row, search, hasToken: session.token() !== null, flags });
  if ("go" in verdict) {
    if (verdict.go === LOGIN) {
      if (row && !row.redirect) session.keepReturn(href);
      return leaveTo(LOGIN);
    }
    const to: string = verdict.go;
    redirect({ to, search: row ? {} : { from: pathname }, replace: true, throw: true });
    return;
  }
  if (row?.document === "entry") return leaveTo(href);
  if (verdict.needsIdentity) await ensureIdentity();
}

const rootRoute = createRootRoute({
  component: Shell,
  beforeLoad: ({ location }) => guard(location),
  errorComponent: PageError,
  notFoundComponent: PageSkeleton,
});

const navRoute = createRoute({ getParentRoute: () => rootRoute, path: "/nav", component: PersonalCentre });

const lazyPage = (key: PageKey) => lazyRouteComponent(async () => ({ Page: await PAGES[key]() }), "Page");
const isInCentre = (key: PageKey): boolean => PORTAL[key].path.startsWith("/nav/");
const keys = Object.keys(PAGES) as PageKey[];

/** The file of the page at this path; whether anybody may see it is decided meanwhile. What goes wrong is told by the router. */
export function fetchPage(path: string): void {
  const row = portalRouteOf(path);
  if (row && row.key in PAGES) PAGES[row.key as PageKey]().catch(() => undefined);
}

const pages = keys
  .filter((key) => !isInCentre(key))
  .map((key) => createRoute({ getParentRoute: () => rootRoute, path: PORTAL[key].path, component: lazyPage(key) }));
const centrePages = keys.filter(isInCentre).map((key) =>
  createRoute({
    getParentRoute: () => navRoute,
    path: PORTAL[key].path.slice("/nav/".length),
    component: lazyPage(key),
  }),
);

const routeTree = rootRoute.addChildren([...pages, navRoute.addChildren(centrePages)]);

export const router = createRouter({
  routeTree,
  defaultPendingComponent: PageSkeleton,
  defaultPendingMs: 200,
  defaultErrorComponent: PageError,
  scrollRestoration: true,
});

declare module "@tanstack/react-router" {
  interface Register {
    router: typeof router;
  }
}
