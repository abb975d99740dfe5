import { LinkProvider, ThemeProvider } from "@coralhub/ui";
import { QueryClientProvider } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import { createRoot } from "react-dom/client";
import { provideNavigation } from "../platform/navigation.ts";
import { queryClient } from "../platform/query.ts";
import { AppLink } from "./app-link.tsx";
import { rowOf } from "./route-paths.ts";
import { router } from "./router.tsx";

provideNavigation({
  leadsSomewhere: (path) => path.startsWith("/") && rowOf(path.replace(/[?#].*$/, "")) !== undefined,
  go: (path) => router.history.push(path),
});

createRoot(document.getElementById("root")!).render(
  <ThemeProvider>
    <QueryClientProvider client={queryClient}>
      <LinkProvider value={AppLink}>
        <RouterProvider router={router} />
      </LinkProvider>
    </QueryClientProvider>
  </ThemeProvider>,
);
