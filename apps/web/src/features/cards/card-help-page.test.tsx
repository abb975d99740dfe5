import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { renderToString } from "react-dom/server";
import { expect, test } from "vitest";
import { CardHelpPage } from "./card-help-page.tsx";
import { contactsQuery, feesQuery } from "./cards-calls.ts";

test("the help page comes as a whole: nothing is pushed down by prices or contacts that arrive later", () => {
  const client = new QueryClient();
  const shown = () =>
    renderToString(
      <QueryClientProvider client={client}>
        <CardHelpPage />
      </QueryClientProvider>,
    );
  client.setQueryData(contactsQuery.queryKey, []);
  expect(shown()).not.toContain("可以争议的情况");
  client.setQueryData(feesQuery.queryKey, []);
  expect(shown()).toContain("可以争议的情况");
});
