import { platformName } from "@coralhub/domain";
import { toast } from "@coralhub/ui";
import { Button } from "antd";
import { useState } from "react";
import type { Departing } from "../../../../platform/store-journeys.ts";
import { consentUrl } from "../binding/use-binding.ts";

/** The way to the platform's page where consent is given. */
export function AuthoriseButton({ store, label }: { store: Departing; label: string }) {
  const [busy, setBusy] = useState(false);
  const go = async () => {
    setBusy(true);
    const url = await consentUrl(store);
    if (url) return location.assign(url);
    setBusy(false);
    toast.failed(`暂时打不开 ${platformName(store.platformCode)} 的授权页，请稍后再试`);
  };
  return (
    <Button type="primary" loading={busy} onClick={() => void go()}>
      {label}
    </Button>
  );
}
