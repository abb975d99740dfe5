import { CONNECTORS } from "@coralhub/domain";
import { toast, useDebounced } from "@coralhub/ui";
import { keepPreviousData, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Button, Select } from "antd";
import { useState } from "react";
import { problemText } from "../../../platform/refusal-fields.ts";
import { ties } from "./bank-calls.ts";

const SHOWN = 20;
const PAUSE_MS = 300;

/** The platform takes an authorisation back, as a merchant can there at any time. */
export function RevokeCard() {
  const [text, setText] = useState("");
  const [storeId, setStoreId] = useState<string>();
  const storeName = useDebounced(text.trim(), PAUSE_MS);
  const queries = useQueryClient();
  const { data, isFetching } = useQuery({
    queryKey: ["sandbox", "connections", storeName],
    queryFn: () =>
      ties.connections({
        pageSize: SHOWN,
        filters: { authorisation: ["authorised", "expiring"], ...(storeName && { storeName }) },
      }),
    placeholderData: keepPreviousData,
  });
  const chosen = data?.records.find((row) => row.storeId === storeId);
  const revoke = useMutation({
    mutationFn: ({ merchantId }: { merchantId: string }) => ties.revokeAuthorisation({ merchantId, storeId: storeId! }),
    onSuccess: () => {
      toast.done("已扮演平台收回授权");
      setStoreId(undefined);
    },
    onError: (error) => toast.failed(problemText(error)),
    onSettled: () => queries.invalidateQueries({ queryKey: ["sandbox"] }),
  });
  return (
    <div className="sandbox-card-form">
      <div className="sandbox-choice">
        <Select
          aria-label="要收回授权的店铺"
          placeholder="按店铺名称查找"
          showSearch={{ filterOption: false, onSearch: setText }}
          loading={isFetching}
          notFoundContent="没有已授权的店铺"
          value={storeId ?? null}
          options={(data?.records ?? []).map((row) => ({
            value: row.storeId,
            label: `${row.storeName}，${CONNECTORS[row.connector].label}`,
          }))}
          onChange={(next: string | null) => setStoreId(next ?? undefined)}
        />
      </div>
      <Button disabled={!chosen} loading={revoke.isPending} onClick={() => chosen && revoke.mutate(chosen)}>
        收回授权
      </Button>
    </div>
  );
}
