import { campaignDeskEndpoints as desk_, type CallInput } from "@coralhub/contract";
import type { CampaignPage } from "@coralhub/domain";
import { until, type Desk } from "../income/income-fixture.ts";

export type CampaignRequest = CallInput<typeof desk_.saveCampaign.input>;
type Prize = CampaignRequest["prizes"][number];
export const DAY_MS = 86_400_000;

export const prize = (name: string, kind: Prize["kind"], weight: number, more: Partial<Prize> = {}): Prize => ({
  name,
  kind,
  weight,
  cost: "0",
  couponPlanId: null,
  stock: null,
  isGrand: false,
  ...more,
});
export const nothing = (weight: number) => prize("谢谢参与", "nothing", weight);

/** What the tests of campaigns do at a desk that is there only once they run. */
export function campaignTools(desk: () => Desk) {
  const stateOf = async (id: string) =>
    (await desk().call(desk_.campaigns, {}, desk().finance)).find((campaign) => campaign.id === id)!;
  return {
    stateOf,
    requestFor(page: CampaignPage, prizes: Prize[], more: Partial<CampaignRequest> = {}): CampaignRequest {
      const now = desk().clock.now().getTime();
      return {
        id: null,
        page,
        name: `活动 ${page}`,
        startsAt: new Date(now - DAY_MS),
        endsAt: new Date(now + 7 * DAY_MS),
        audience: { certified: true, sources: [], flag: null, platform: null, volumeDollars: 0 },
        chances: { once: page === "sunrise" ? 0 : 1, daily: 0, friend: 0, partner: 0 },
        content: { headline: "标题", headlineB: "", intro: "说明", rules: ["一条规则"], blocks: [] },
        currency: "USD",
        budget: "1000.00",
        prizes,
        ...more,
      };
    },
    /** Saved by one, scheduled by another, started by the clock. */
    async running(request: CampaignRequest): Promise<string> {
      const { call, app, finance, admin } = desk();
      const saved = await call(desk_.saveCampaign, request, finance);
      await call(desk_.moveCampaign, { ...saved, action: "schedule" }, admin);
      await app.platform.database.transaction((tx) => app.platform.jobs.send(tx, "campaigns.watch", {}));
      await until(async () => ((await stateOf(saved.id)).state === "running" ? true : undefined));
      return saved.id;
    },
    end: (id: string) => desk().call(desk_.moveCampaign, { id, action: "end" }, desk().admin),
  };
}
