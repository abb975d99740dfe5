import { CallRefused, type CampaignStanding, type CampaignView, type DrawnPrize } from "@coralhub/contract";
import type { CampaignPage, PortalPath } from "@coralhub/domain";
import { toast } from "@coralhub/ui/light";
import { useEffect, useEffectEvent, useRef, useState } from "react";
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
  /** Runs one step and reads everything anew; what is refused is said, and what a lost answer told is found again. */
  run(step: () => Promise<DrawnPrize>): Promise<void>;
  forget(): void;
};

/** Whether it may have taken effect all the same: no answer came, or one that says nothing of it. */
const isLost = (error: unknown): boolean => !(error instanceof CallRefused) || error.status >= 500;

/** The campaign of a page, and what it is for whoever is signed in. */
export function useCampaign(page: CampaignPage): CampaignHere {
  const [loaded, setLoaded] = useState<Loaded>();
  const [failed, setFailed] = useState(false);
  const [signedIn, setSignedIn] = useState(false);
  const [isPreview, setIsPreview] = useState(false);
  const [busy, setBusy] = useState(false);
  const [result, setResult] = useState<DrawnPrize>();
  // The latest draw as it was before a step whose answer was lost: a newer one is what that step has brought.
  const lost = useRef<{ before: string | undefined }>(undefined);
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
      if (lost.current && standing?.last && standing.last.id !== lost.current.before) setResult(standing.last);
      lost.current = undefined;
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
        const drawn = await step();
        // The stored answer of a step whose answer was lost and that was found since: this press is the next one.
        setResult(drawn.id === loaded?.standing?.last?.id ? await step() : drawn);
      } catch (error) {
        if (isLost(error)) lost.current = { before: loaded?.standing?.last?.id };
        toast.failed(error instanceof Error ? error.message : "请稍后重试");
      } finally {
        // Nothing is pressed again before it is known what the first press has done.
        await reload();
        setBusy(false);
      }
    },
  };
}

/** Comes back here after signing in. */
export function signInFromHere(): void {
  session.keepReturn(location.pathname + location.search);
  location.assign("/login" satisfies PortalPath);
}
