import { LinkProvider, ThemeProvider } from "@coralhub/ui";
import { QueryClientProvider } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import { createRoot } from "react-dom/client";
import { provideNavigation } from "../platform/navigation.ts";
import { queryClient } from "../platform/query.ts";
import { AppLink } from "./app-link.tsx";
import { router } from "./router.tsx";

provideNavigation({ go: (address) => router.history.push(address) });

createRoot(document.getElementById("root")!).render(
  <ThemeProvider>
    <QueryClientProvider client={queryClient}>
      <LinkProvider value={AppLink}>
        <RouterProvider router={router} />
      </LinkProvider>
    </QueryClientProvider>
  </ThemeProvider>,
);
