import { type LegalText, addressOf, LEGAL_TEXTS } from "@coralhub/domain";
import { Link } from "@coralhub/ui";
import { useQueryClient } from "@tanstack/react-query";
import { Button, Modal } from "antd";
import { useState } from "react";
import { consentsQuery, identity } from "./account-queries.ts";
import "./account.css";

/** Earlier consents stay on record. */
export function ConsentDialog({ outdated }: { outdated: readonly LegalText[] }) {
  const client = useQueryClient();
  const [busy, setBusy] = useState(false);
  const agree = async () => {
    setBusy(true);
    const { agreement, privacy } = LEGAL_TEXTS;
    await identity
      .agree({ agreementVersion: agreement.version, privacyVersion: privacy.version })
      .catch(() => undefined);
    await client.invalidateQueries({ queryKey: consentsQuery.queryKey });
    setBusy(false);
  };
  return (
    <Modal open title="协议有更新" closable={false} footer={null} width={460} mask={{ closable: false }}>
      <div className="account-form">
        <p>请阅读现行版本，同意后继续使用。您之前同意的版本会保留在「基本信息」里。</p>
        <ul className="blockers">
          {outdated.map((text) => (
            <li key={text}>
              <Link to={addressOf(text)} target="_blank">
                {LEGAL_TEXTS[text].title}
              </Link>
              <span>版本 {LEGAL_TEXTS[text].version}</span>
            </li>
          ))}
        </ul>
        <Button type="primary" block loading={busy} onClick={() => void agree()}>
          同意并继续
        </Button>
      </div>
    </Modal>
  );
}
