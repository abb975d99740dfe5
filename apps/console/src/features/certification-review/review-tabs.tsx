import { Link } from "@coralhub/ui";

const TABS = [
  { path: "/certification", label: "审核" },
  { path: "/certification/statistics", label: "统计" },
] as const;

/** Beside the title: the desk and its figures. */
export function ReviewTabs({ current }: { current: (typeof TABS)[number]["path"] }) {
  return (
    <nav className="review-tabs" aria-label="认证审核">
      {TABS.map(({ path, label }) => (
        <Link key={path} to={path} aria-current={path === current ? "page" : undefined}>
          {label}
        </Link>
      ))}
    </nav>
  );
}
