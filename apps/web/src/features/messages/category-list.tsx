import { type Address, addressOf, MESSAGE_CATEGORIES, type MessageCategory } from "@coralhub/domain";
import { icons, Link } from "@coralhub/ui";

export const CATEGORY_ICONS = {
  money: icons.ArrowDownLeft,
  stores: icons.Store,
  orders: icons.File,
  security: icons.Shield,
  certification: icons.User,
  card: icons.Card,
  notice: icons.Bell,
} as const satisfies Record<MessageCategory, unknown>;

type Counts = { unread: number; byCategory: { category: MessageCategory; unread: number }[] };
type Props = { current: MessageCategory | undefined; counts: Counts | undefined };

export function CategoryList({ current, counts }: Props) {
  const unreadIn = (category: MessageCategory) =>
    counts?.byCategory.find((entry) => entry.category === category)?.unread ?? 0;
  return (
    <nav className="categories" aria-label="消息分类">
      <ul>
        <li>
          <CategoryLink
            to={addressOf("messages")}
            label="全部"
            Icon={icons.List}
            unread={counts?.unread ?? 0}
            active={!current}
          />
        </li>
        {(Object.keys(MESSAGE_CATEGORIES) as MessageCategory[]).map((category) => (
          <li key={category}>
            <CategoryLink
              to={addressOf("messages", { category })}
              label={MESSAGE_CATEGORIES[category].label}
              Icon={CATEGORY_ICONS[category]}
              unread={unreadIn(category)}
              active={category === current}
            />
          </li>
        ))}
      </ul>
    </nav>
  );
}

type LinkProps = { to: Address; label: string; Icon: typeof icons.List; unread: number; active: boolean };

function CategoryLink({ to, label, Icon, unread, active }: LinkProps) {
  return (
    <Link to={to} className="category" aria-current={active ? "page" : undefined}>
      <Icon />
      <span>{label}</span>
      {unread > 0 && (
        <span className="category-count">
          {unread}
          <span className="visually-hidden"> 条未读</span>
        </span>
      )}
    </Link>
  );
}
