import { feedTime, Panel, useBegun, useSlow } from "@coralhub/ui";
import { queryOptions, useIsFetching, useQuery } from "@tanstack/react-query";
import { sandbox } from "../../../platform/api.ts";
import { Page, QueryView } from "../../../platform/page.tsx";
import { clockQuery } from "../../../platform/sandbox-clock.ts";
import { SANDBOX_CARDS } from "./cards.tsx";
import { Mailbox } from "./mailbox.tsx";
import { RailStrip } from "./rail-strip.tsx";
import "./sandbox.css";

export const eventsQuery = queryOptions({ queryKey: ["sandbox", "events"], queryFn: () => sandbox.sandboxEvents({}) });

/** Whatever does not answer by then is not waited for: the page is how it is repaired. */
const LONGEST_MS = 10_000;

export function SandboxPage() {
  const clock = useQuery(clockQuery);
  const settled = useIsFetching({ queryKey: ["sandbox"] }) === 0 && !clock.isPending;
  const late = useSlow(!settled, LONGEST_MS);
  const begun = useBegun(settled || late);
  return (
    <Page title="沙箱控制台">
      <RailStrip />
      <div className={begun ? "sandbox" : "sandbox sandbox-coming"}>
        <div className="sandbox-main">
          <section className="panel" aria-label="操作">
            {SANDBOX_CARDS.map(({ key, title, about, Icon, Card }) => (
              <div key={key} className="sandbox-card">
                <div className="sandbox-card-name">
                  <Icon size={18} />
                  <div>
                    <h2>{title}</h2>
                    <p className="second-line">{about}</p>
                  </div>
                </div>
                <Card />
              </div>
            ))}
          </section>
          <RecentEvents />
        </div>
        <Mailbox />
      </div>
    </Page>
  );
}

function RecentEvents() {
  const events = useQuery(eventsQuery);
  return (
    <Panel title="刚发生的事">
      <QueryView
        query={events}
        what="沙箱记录"
        empty={{
          when: (rows) => rows.length === 0,
          title: "还没有动过沙箱",
          text: "拨快时钟、切换通道后，结果会记在这里",
        }}
      >
        {(rows) => (
          <ul className="lines">
            {rows.map((row) => (
              <li key={row.id}>
                <span>
                  {row.what || row.action}
                  <span className="second-line">{row.who}</span>
                </span>
                <span className="second-line">{feedTime(row.at)}</span>
              </li>
            ))}
          </ul>
        )}
      </QueryView>
    </Panel>
  );
}
