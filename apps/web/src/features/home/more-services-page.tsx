import { homeEndpoints } from "@coralhub/contract";
import { fillPath, type Tone } from "@coralhub/domain";
import { Link, Notice, PageHeader, Panel, RowsSkeleton, StateDot } from "@coralhub/ui";
import { useQuery } from "@tanstack/react-query";
import { Button } from "antd";
import { connect } from "../../platform/api.ts";
import { flagsQuery } from "../../platform/flags.ts";
import { session } from "../../platform/session.ts";
import { offeredServices, type Service } from "./services.ts";
import "../../platform/service-page.css";

const calls = connect(homeEndpoints);

/** /moreServices: everything there is for this merchant, each with how far it has come. */
export function MoreServicesPage() {
  const signedIn = session.token() !== null;
  const { data: flags = {}, isLoading: flagsComing } = useQuery({ ...flagsQuery, enabled: signedIn });
  const {
    data: standings = [],
    isLoading: standingsComing,
    error,
    refetch,
  } = useQuery({
    queryKey: ["home", "services"],
    queryFn: () => calls.services({}),
    enabled: signedIn,
  });
  const coming = flagsComing || standingsComing;
  return (
    <>
      <PageHeader
        title="更多服务"
        intro={signedIn ? "您能用的服务，以及每一项办到哪一步" : "登录后可以办理，并看到每一项办到哪一步"}
      />
      {coming && <RowsSkeleton rows={6} />}
      {error && (
        <Notice tone="danger" title="没能取到办理进度" action={<Button onClick={() => void refetch()}>重试</Button>}>
          {error.message}
        </Notice>
      )}
      <div className="service-stack">
        {(coming ? [] : offeredServices(flags)).map(({ title, services }) => (
          <Panel key={title} title={title}>
            <ul className="service-tiles more-services">
              {services.map((service) => (
                <Tile
                  key={service.name}
                  service={service}
                  standing={standings.find(({ page }) => page === service.route.key)}
                />
              ))}
            </ul>
          </Panel>
        ))}
      </div>
    </>
  );
}

type Standing = { label: string; tone: Tone };

function Tile({ service: { name, about, route }, standing }: { service: Service; standing: Standing | undefined }) {
  return (
    <li>
      <Link to={fillPath(route.path)}>{name}</Link>
      <span className="service-note">{about}</span>
      {standing && <StateDot tone={standing.tone} label={standing.label} />}
    </li>
  );
}
