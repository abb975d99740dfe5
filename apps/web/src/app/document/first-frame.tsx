import { PORTAL, type PageKey, type PortalRow } from "@coralhub/domain";
import { Bone, BottomBar, Brand, PageHeader } from "@coralhub/ui";
import { renderToStaticMarkup } from "react-dom/server";
import { MENU_ICONS } from "../menu-icons.ts";
import { itemOf, pageAddress, phoneMenu, topMenu } from "../menu.ts";
import { FIRST_FRAME_ID } from "./take-over.ts";

/** Its name is told at once where it stands at the top; bands and the personal centre begin with something else. */
const isNamed = ({ path, width }: PortalRow): boolean => width !== "full" && !path.startsWith("/nav/");

/**
 * What a page's document shows whoever is signed in until the application runs: the bar, the page's name and the room of
 * what comes. Nothing in it can be pressed, and nobody is told of it twice: the page itself stands there next.
 */
function FirstFrame({ row }: { row?: PortalRow }) {
  const items = topMenu({});
  const phone = phoneMenu({});
  const bottom = phone.map(({ name, page, icon }) => ({
    key: page,
    label: name,
    to: pageAddress(page),
    icon: MENU_ICONS[icon],
  }));
  const active = row && itemOf(row.path, items)?.page;
  return (
    <div id={FIRST_FRAME_ID} className="first-frame frame frame-with-bottom" aria-hidden="true" inert>
      <div className="first-wide top-bar top-bar-ink on-bar">
        <div className="top-bar-inner">
          <span className="top-bar-brand">
            <Brand />
          </span>
          <div className="top-bar-nav">
            <ul>
              {items.map(({ name, page }) => (
                <li key={page} className={page === active ? "active" : undefined}>
                  <span className="bar-link">{name}</span>
                </li>
              ))}
            </ul>
          </div>
        </div>
      </div>
      <div className="first-narrow mobile-bar top-bar-ink on-bar">
        <span className="top-bar-brand">
          <Brand />
        </span>
      </div>
      <div className={`frame-main frame-${row?.width === "full" ? "content" : (row?.width ?? "content")}`}>
        {row && isNamed(row) && <PageHeader title={row.title} />}
        <div className="bone-panel">
          <Bone width="40%" />
          <Bone width="70%" />
          <Bone width="55%" />
        </div>
      </div>
      <div className="first-narrow">
        <BottomBar items={bottom} activeKey={row && itemOf(row.path, phone)?.page} />
      </div>
    </div>
  );
}

/** Of one page, or of those that share a document. */
export function renderFirstFrame(key?: PageKey): string {
  const row: PortalRow | undefined = key && PORTAL[key];
  return row?.chrome === "bare" ? "" : renderToStaticMarkup(<FirstFrame {...(row && { row })} />);
}
