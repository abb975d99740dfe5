import { walletEntryList } from "@coralhub/contract";
import { ListPage, useList } from "@coralhub/ui";
import { saveFile, useUrlState } from "@coralhub/ui/browser";
import { useMutation, useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { EntryAmount, EntryFacts } from "../../platform/ledger-entry.tsx";
import { failureOf } from "../../platform/failure.ts";
import { calls, entriesQuery } from "./accounts-calls.ts";

type Head = { title: string; aside: ReactNode; intro: ReactNode; actions: ReactNode };

/** Every entry of the account with the balance after it. */
export function AccountEntries({ accountId, head, tabs }: { accountId: string; head: Head; tabs: ReactNode }) {
  const list = useList(walletEntryList, useUrlState());
  const rows = useQuery(entriesQuery(accountId, list.input));
  const file = useMutation({
    mutationFn: () => calls.exportAccountEntries({ accountId, filters: list.input.filters }),
    onSuccess: saveFile,
  });
  return (
    <ListPage
      {...head}
      spec={walletEntryList}
      list={list}
      lead={tabs}
      rowKey={(row) => `${row.postingId} ${row.line}`}
      data={rows.data}
      fetching={rows.isFetching}
      {...(rows.error && { error: failureOf(rows.error) })}
      onRetry={() => void rows.refetch()}
      onExport={() => file.mutate()}
      exporting={file.isPending}
      columns={["what", "postedAt", "amount", "balance"]}
      cells={{ amount: (row) => <EntryAmount entry={row} /> }}
      drawer={{
        title: (row) => row.what,
        body: (row) => <EntryFacts entry={row} />,
      }}
      empty={{ title: "这个账户还没有进出", text: "有钱进出后，每一笔和当时的余额会出现在这里" }}
    />
  );
}
