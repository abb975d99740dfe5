import type { CallOutput, storeEndpoints } from "@coralhub/contract";
import { authorisationLifecycle } from "@coralhub/domain";
import { PlatformLogo, StateDot, type ListController } from "@coralhub/ui";
import { useQuery } from "@tanstack/react-query";
import { asDay } from "../../platform/show.tsx";
import { usedPlatformsQuery } from "../../platform/store-calls.ts";

type Overview = CallOutput<typeof storeEndpoints.storeOverview.output>;

/** The platforms one has stores on, and how their authorisations stand; each is a filter. */
export function ShopOverview({ list, overview }: { list: ListController; overview: Overview | undefined }) {
  if (!overview || overview.total + overview.hidden === 0) return null;
  return (
    <>
      <PlatformChips list={list} />
      <AuthorisationStrip list={list} overview={overview} />
    </>
  );
}

const chosenIn = (list: ListController, filter: string): readonly string[] =>
  (list.state.filters[filter] ?? []) as readonly string[];

function PlatformChips({ list }: { list: ListController }) {
  const { data = [] } = useQuery(usedPlatformsQuery);
  const chosen = chosenIn(list, "platformCode");
  const choose = (code: string | undefined) => list.setFilter("platformCode", code ? [code] : undefined);
  if (data.length < 2) return null;
  return (
    <div className="platform-chips" role="group" aria-label="按平台看">
      <button type="button" aria-pressed={chosen.length === 0} onClick={() => choose(undefined)}>
        全部平台
      </button>
      {data.map(({ platformCode, name, count }) => (
        <button
          key={platformCode}
          type="button"
          aria-pressed={chosen.includes(platformCode)}
          onClick={() => choose(platformCode)}
        >
          <PlatformLogo platform={platformCode} size={24} />
          {name}
          <span className="chip-count">{count}</span>
        </button>
      ))}
    </div>
  );
}

function AuthorisationStrip({ list, overview }: { list: ListController; overview: Overview }) {
  const chosen = chosenIn(list, "authorisation");
  return (
    <ul className="authorisations" aria-label="店铺授权">
      {overview.authorisations.map(({ authorisation, count, nextEndsAt }) => (
        <li key={authorisation}>
          <button
            type="button"
            aria-pressed={chosen.includes(authorisation)}
            onClick={() =>
              list.setFilter("authorisation", chosen.includes(authorisation) ? undefined : [authorisation])
            }
          >
            <StateDot lifecycle={authorisationLifecycle} state={authorisation} />
            <span className="authorisation-count">{count}</span>
            {nextEndsAt && <span className="authorisation-note">最近 {asDay(nextEndsAt)} 到期</span>}
          </button>
        </li>
      ))}
    </ul>
  );
}
