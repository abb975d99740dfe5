import type { CampaignStanding, CampaignView, DrawnPrize } from "@coralhub/contract";
import type { CampaignPage, PortalPath } from "@coralhub/domain";
import { toast } from "@coralhub/ui/light";
import { useEffect, useEffectEvent, useState } from "react";
import { lightApi } from "../../platform/light-api.ts";
import { session } from "../../platform/session.ts";

type Loaded = { campaign: CampaignView | null; standing: CampaignStanding | null };
export type CampaignHere = {
  /** Undefined while it is fetched. */
  loaded: Loaded | undefined;
  failed: boolean;
  signedIn: boolean;
  /** What is shown does not run yet: its makers look at it as visitors will. */
  isPreview: boolean;
  busy: boolean;
  result: DrawnPrize | undefined;
  reload(): Promise<void>;
  /** Runs one step and reads everything anew; what is refused is said. */
  run(step: () => Promise<DrawnPrize>): Promise<void>;
  forget(): void;
};

/** The campaign of a page, and what it is for whoever is signed in. */
export function useCampaign(page: CampaignPage): CampaignHere {
  const [loaded, setLoaded] = useState<Loaded>();
  const [failed, setFailed] = useState(false);
  const [signedIn, setSignedIn] = useState(false);
  const [isPreview, setIsPreview] = useState(false);
  const [busy, setBusy] = useState(false);
  const [result, setResult] = useState<DrawnPrize>();
  const reload = async () => {
    const preview = new URLSearchParams(location.search).get("preview");
    // A preview is what a visitor sees.
    const isHere = session.token() !== null && !preview;
    setSignedIn(isHere);
    setIsPreview(preview !== null);
    try {
      const [campaign, standing] = await Promise.all([
        lightApi.campaign(preview ? { page, preview } : { page }),
        isHere ? lightApi.lotteryQualification({ page }) : null,
      ]);
      setLoaded({ campaign, standing });
      setFailed(false);
    } catch {
      setFailed(true);
    }
  };
  const begin = useEffectEvent(() => void reload());
  useEffect(() => begin(), []);
  return {
    loaded,
    failed,
    signedIn,
    isPreview,
    busy,
    result,
    reload,
    forget: () => setResult(undefined),
    async run(step) {
      if (busy) return;
      setBusy(true);
      try {
        setResult(await step());
      } catch (error) {
        toast.failed(error instanceof Error ? error.message : "请稍后重试");
      } finally {
        setBusy(false);
        await reload();
      }
    },
  };
}

/** Comes back here after signing in. */
export function signInFromHere(): void {
  session.keepReturn(location.pathname + location.search);
  location.assign("/login" satisfies PortalPath);
}
