import { deskAddress } from "@coralhub/domain";
import { Link } from "@coralhub/ui";

const TABS = [
  { desk: "certificationDesk", label: "审核" },
  { desk: "certificationStatistics", label: "统计" },
] as const;

/** Beside the title: the desk and its figures. */
export function ReviewTabs({ current }: { current: (typeof TABS)[number]["desk"] }) {
  return (
    <nav className="review-tabs" aria-label="认证审核">
      {TABS.map(({ desk, label }) => (
        <Link key={desk} to={deskAddress(desk)} aria-current={desk === current ? "page" : undefined}>
          {label}
        </Link>
      ))}
    </nav>
  );
}
