import {
  deskAddress,
  countryName as nameOfCountry,
  formatMoney,
  platformName as nameOfPlatform,
  toShanghaiTime,
  type Money as Sum,
} from "@coralhub/domain";
import { Link, Money, type Fact, type TimelineNode } from "@coralhub/ui";
import { MerchantName } from "../../platform/merchant-name.tsx";

export const Amount = ({ of, figure }: { of: Sum; figure?: boolean }) => (
  <Money amount={formatMoney(of)} currency={of.currency} size={figure ? "figure" : "inherit"} />
);

/** What nobody knows yet is a dash. */
export const platformName = (code: string | null): string => (code && nameOfPlatform(code)) || "—";
export const countryName = (code: string | null): string => (code && nameOfCountry(code)) || "—";

export const merchantFact = (merchantId: string): Fact => ({
  label: "商户",
  value: (
    <Link to={deskAddress("merchant", { id: merchantId })}>
      <MerchantName merchantId={merchantId} />
    </Link>
  ),
});

type Event = { label: string; note: string | null; actor: string | null; at: Date };

/** What has happened, oldest first. */
export const nodesOf = (events: readonly Event[]): TimelineNode[] =>
  events.map(({ label, note, actor, at }, index) => ({
    title: label,
    note: [actor, note].filter(Boolean).join("，"),
    when: toShanghaiTime(at).slice(5, 16),
    state: index === events.length - 1 ? "current" : "done",
  }));
