import { deskAddress, type ConsoleKey } from "@coralhub/domain";
import { Link } from "@coralhub/ui";

const TABS = [
  { key: "cardDesk", label: "卡片" },
  { key: "cardDisputes", label: "争议" },
  { key: "cardTransfers", label: "汇款核对" },
  { key: "cardProgramme", label: "平台限额与屏蔽" },
  { key: "cardReconciliation", label: "发卡方对账" },
] as const satisfies readonly { key: ConsoleKey; label: string }[];

/** The five sides of the card desk. */
export function CardTabs({ current }: { current: (typeof TABS)[number]["key"] }) {
  return (
    <nav className="card-desk-tabs" aria-label="珊瑚卡">
      {TABS.map(({ key, label }) => (
        <Link key={key} to={deskAddress(key)} {...(key === current && { "aria-current": "page" as const })}>
          {label}
        </Link>
      ))}
    </nav>
  );
}
