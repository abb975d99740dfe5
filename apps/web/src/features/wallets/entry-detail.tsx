import { icons } from "@coralhub/ui";
import { saveFile } from "@coralhub/ui/browser";
import { useMutation } from "@tanstack/react-query";
import { Button } from "antd";
import { EntryFacts, type WalletEntry } from "../../platform/ledger-entry.tsx";
import { calls } from "./wallet-queries.ts";

/** One entry in full, with the receipt that proves it without asking us. */
export function EntryDetail({ entry, account }: { entry: WalletEntry; account: string }) {
  const { postingId, line } = entry;
  const proof = useMutation({ mutationFn: () => calls.entryProof({ postingId, line, account }), onSuccess: saveFile });
  return (
    <div className="wallet-entry">
      <EntryFacts entry={entry} />
      <section className="wallet-proof" aria-labelledby="wallet-proof">
        <h3 id="wallet-proof" className="type-section">
          账目凭证
        </h3>
        <p className="wallet-note">
          每天的账在次日凌晨封存，封存后不能改动。凭证证明这笔账在当日封存的账目里：下载凭证和
          <a href="/docs/verify-proof.mjs" download>
            核对程序
          </a>
          ，在自己的电脑上运行 <code>node verify-proof.mjs 凭证.json</code>，不用联网，也不用问我们。
        </p>
        <Button icon={<icons.Download size={16} />} loading={proof.isPending} onClick={() => proof.mutate()}>
          下载凭证
        </Button>
      </section>
    </div>
  );
}
