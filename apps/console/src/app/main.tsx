import { LinkProvider, ThemeProvider } from "@coralhub/ui";
import { provideNavigation } from "@coralhub/ui/browser";
import { QueryClientProvider } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import { App } from "antd";
import { createRoot } from "react-dom/client";
import { BASE } from "../platform/base.ts";
import { queryClient } from "../platform/query.ts";
import { AppLink } from "./app-link.tsx";
import { router } from "./router.tsx";

provideNavigation({
  go: (path, { replace = false } = {}) =>
    replace ? router.history.replace(BASE + path) : router.history.push(BASE + path),
});

createRoot(document.getElementById("root")!).render(
  <ThemeProvider>
    <App component={false}>
      <QueryClientProvider client={queryClient}>
        <LinkProvider value={AppLink}>
          <RouterProvider router={router} />
        </LinkProvider>
      </QueryClientProvider>
    </App>
  </ThemeProvider>,
);
