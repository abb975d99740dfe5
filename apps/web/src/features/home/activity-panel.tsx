import { addressOf } from "@coralhub/domain";
import { EmptyState, icons, IconTile, Link, Panel, PlatformLogo, StateDot } from "@coralhub/ui";
import { Dotted } from "../../platform/dotted.tsx";
import { inFeed, MoneyOf } from "../../platform/show.tsx";
import type { Home } from "./home-queries.ts";

type Activity = Home["activity"][number];
const ICONS = {
  in: icons.ArrowDownLeft,
  out: icons.ArrowUpRight,
  exchange: icons.Exchange,
  transfer: icons.ArrowRight,
  financing: icons.Bank,
} as const satisfies Record<Activity["direction"], unknown>;

export function ActivityPanel({ activity }: { activity: Activity[] }) {
  const all = <Link to={addressOf("moneyEvents")}>全部收支</Link>;
  return (
    <Panel flush title="最近动态" action={all}>
      {activity.length === 0 ? (
        <EmptyState title="还没有收支">平台打款、提现和换汇会出现在这里</EmptyState>
      ) : (
        <ul className="rows">
          {activity.map((item) => (
            <ActivityRow key={item.id} item={item} />
          ))}
        </ul>
      )}
    </Panel>
  );
}

function ActivityRow({ item }: { item: Activity }) {
  const Icon = ICONS[item.direction];
  return (
    <li className="row activity">
      {item.platform ? (
        <PlatformLogo platform={item.platform} />
      ) : (
        <IconTile>
          <Icon />
        </IconTile>
      )}
      <div className="row-words">
        <div className="row-title">
          <Link to={item.path}>
            <Dotted text={item.title} />
          </Link>
        </div>
        <div className="row-note">{item.body}</div>
      </div>
      <time className="activity-time">{inFeed(item.at)}</time>
      <div className="activity-state">
        <StateDot tone={item.state.tone} label={item.state.label} />
      </div>
      <div className="row-amount">
        {item.direction === "transfer" ? <MoneyOf value={item.amount} /> : <MoneyOf value={item.amount} sign="both" />}
      </div>
    </li>
  );
}
