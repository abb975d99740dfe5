import { certificationLifecycle } from "@coralhub/domain";
import { describeState, Link } from "@coralhub/ui";
import { useQuery } from "@tanstack/react-query";
import { Outlet, useRouterState } from "@tanstack/react-router";
import { accountQuery, authRecordQuery } from "../platform/account.ts";
import { Dotted } from "../platform/dotted.tsx";
import { MENU_ICONS } from "./menu-icons.ts";
import { pageAddress, personalCentre, type MenuItem } from "./menu.ts";
import "./personal-centre.css";

/** The frame of the personal centre: its own menu at the left, the chosen page at the right. */
export function PersonalCentre() {
  const path = useRouterState({ select: (state) => state.location.pathname });
  const { data: account } = useQuery(accountQuery);
  const { data: record } = useQuery(authRecordQuery);
  const name = account?.contactName ?? account?.displayName ?? "";
  return (
    <div className="centre">
      <aside className="centre-side">
        <div className="centre-who">
          <span className="centre-avatar" aria-hidden="true">
            {/^[\d+]/.test(name) ? "我" : name.slice(0, 1)}
          </span>
          <span className="centre-name">
            <span>
              <Dotted text={name} />
            </span>
            {account?.contactName && <span className="centre-second">{account.displayName}</span>}
          </span>
        </div>
        <nav aria-label="个人中心">
          {personalCentre(record?.userId).map((group) => (
            <section key={group.title}>
              <h2 className="centre-group">{group.title}</h2>
              <ul>
                {group.items.map((item) => (
                  <li key={item.page}>
                    <CentreLink item={item} current={path === pageAddress(item.page)} />
                  </li>
                ))}
              </ul>
            </section>
          ))}
        </nav>
      </aside>
      <div className="centre-page">
        <Outlet />
      </div>
    </div>
  );
}

function CentreLink({ item: { name, page, icon }, current }: { item: MenuItem; current: boolean }) {
  const Icon = MENU_ICONS[icon];
  return (
    <Link to={pageAddress(page)} className="centre-link" aria-current={current ? "page" : undefined}>
      <Icon />
      <span>
        <Dotted text={name} />
      </span>
      {page === "certification" && <CertificationNote />}
    </Link>
  );
}

function CertificationNote() {
  const { data } = useQuery(authRecordQuery);
  if (!data) return null;
  const { tone, label } = describeState(certificationLifecycle, data.status);
  return <span className={`centre-note tone-${tone}`}>{label}</span>;
}
