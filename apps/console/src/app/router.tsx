import { CONSOLE, deskAddress, type ConsolePageKey } from "@coralhub/domain";
import { PageSkeleton } from "@coralhub/ui";
import { createRootRoute, createRoute, createRouter, lazyRouteComponent, redirect } from "@tanstack/react-router";
import { BASE } from "../platform/base.ts";
import { queryClient } from "../platform/query.ts";
import { selfQuery } from "../platform/self.ts";
import { session } from "../platform/session.ts";
import { judge } from "./guards.ts";
import { LostPage } from "./lost-page.tsx";
import { PageError } from "./page-error.tsx";
import { PAGES } from "./pages.ts";
import { Shell } from "./shell.tsx";

/** Runs before a page's code is fetched. */
async function guard(path: string): Promise<{ lost: boolean }> {
  const self = session.token() === null ? undefined : await queryClient.query({ ...selfQuery, staleTime: "static" });
  const verdict = judge(path, self);
  if ("show" in verdict) return { lost: verdict.show === "lost" };
  if (verdict.go === deskAddress("signIn")) session.expire(path);
  const to: string = verdict.go;
  redirect({ to, replace: true, throw: true });
  return { lost: false };
}

const rootRoute = createRootRoute({
  component: Shell,
  beforeLoad: ({ location: { pathname } }) => guard(pathname),
  errorComponent: PageError,
  notFoundComponent: LostPage,
});

const pages = (Object.keys(PAGES) as ConsolePageKey[]).map((key) =>
  createRoute({
    getParentRoute: () => rootRoute,
    path: CONSOLE[key].path,
    component: lazyRouteComponent(async () => ({ Page: await PAGES[key]() }), "Page"),
  }),
);
const home = createRoute({ getParentRoute: () => rootRoute, path: CONSOLE.start.path, component: PageSkeleton });

export const router = createRouter({
  routeTree: rootRoute.addChildren([home, ...pages]),
  basepath: BASE,
  defaultPendingComponent: PageSkeleton,
  defaultPendingMs: 200,
  defaultErrorComponent: PageError,
  scrollRestoration: true,
});
