import { readAddress, PORTAL_ROUTES, addressOf, at, BRAND } from "@coralhub/domain";
import { Brand, Link, LostDrawing } from "@coralhub/ui";
import { useSearch } from "@tanstack/react-router";
import { nearestRoute } from "./nearest-route.ts";
import "./lost-page.css";

/** Nothing is hinted at that may be hidden from this merchant. */
const KNOWN = PORTAL_ROUTES.filter((row) => !row.flag);

/** No bar, two ways out, and a guess at what was meant. */
export function LostPage() {
  const { from }: { from?: string } = useSearch({ strict: false });
  const guess = from ? nearestRoute(String(from), KNOWN) : undefined;
  return (
    <div className="lost">
      <Link to={addressOf("home")} className="lost-brand" aria-label={`${BRAND.name}，回首页`}>
        <Brand />
      </Link>
      <div className="lost-body">
        <LostDrawing />
        <h1 className="type-title">这个页面不存在</h1>
        <p className="lost-words">
          {from ? (
            <>
              地址 <span className="mono">{String(from).slice(0, 60)}</span> 打不开
            </>
          ) : (
            "地址可能写错了，或者页面已经搬走"
          )}
          {guess && (
            <>
              ，您是不是要找<Link to={readAddress(guess.path) ?? addressOf("home")}>{guess.title}</Link>
            </>
          )}
        </p>
        <div className="lost-ways">
          <Link to={addressOf("home")} className="lost-button lost-primary">
            回首页
          </Link>
          <Link to={at(addressOf("help"), "contact")} className="lost-button">
            联系客服
          </Link>
        </div>
      </div>
    </div>
  );
}
