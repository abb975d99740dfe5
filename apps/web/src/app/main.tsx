import { LinkProvider, ThemeProvider } from "@coralhub/ui";
import { provideNavigation } from "@coralhub/ui/browser";
import { QueryClientProvider } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import { createRoot } from "react-dom/client";
import { queryClient } from "../platform/query.ts";
import { tabs } from "../platform/tabs.ts";
import { AppLink } from "./app-link.tsx";
import { fetchPage, router } from "./router.tsx";

provideNavigation({
  go: (address, { replace = false } = {}) => (replace ? router.history.replace(address) : router.history.push(address)),
});

// The page's own files come while it is found out who is here, not after.
fetchPage(location.pathname);
// A tab opened beside another has its login before the first guard asks for it.
await tabs.ask();
createRoot(document.getElementById("root")!).render(
  <ThemeProvider>
    <QueryClientProvider client={queryClient}>
      <LinkProvider value={AppLink}>
        <RouterProvider router={router} />
      </LinkProvider>
    </QueryClientProvider>
  </ThemeProvider>,
);
