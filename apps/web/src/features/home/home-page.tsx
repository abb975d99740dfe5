import { CallFailed, CallRefused } from "@coralhub/contract";
import { ErrorState, LandingPage } from "@coralhub/ui";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { ActivityPanel } from "./activity-panel.tsx";
import { AddressNotice } from "./address-notice.tsx";
import { Balances, BalanceTotal } from "./balance-band.tsx";
import { CalendarPanel } from "./calendar-panel.tsx";
import { FirstDay } from "./first-day.tsx";
import { GlancePanel } from "./glance-panel.tsx";
import { HomeSkeleton } from "./home-skeleton.tsx";
import { homeQuery, type Home } from "./home-queries.ts";
import { NoticePanel } from "./notice-panel.tsx";
import { TodoPanel } from "./todo-panel.tsx";
import { TrendPanel } from "./trend-panel.tsx";
import "./home.css";

/** Where is my money, when does it come, what must I do: in this order. A new merchant is led to the first income instead. */
export function HomePage() {
  const { data, error, refetch, isFetching } = useQuery(homeQuery);
  if (data) return data.firstSteps ? <FirstDay steps={data.firstSteps} todos={data.todos} /> : <EveryDay home={data} />;
  if (error)
    return (
      <div className="frame-content home-alone">
        <ErrorState
          title="没能取到首页"
          onRetry={() => void refetch()}
          retrying={isFetching}
          reference={error instanceof CallFailed || error instanceof CallRefused ? error.requestId : undefined}
        >
          服务暂时没有答复，您的资金不受影响
        </ErrorState>
      </div>
    );
  return <HomeSkeleton />;
}

const HIDDEN = "balanceHidden";

function EveryDay({ home }: { home: Home }) {
  const [hidden, setHidden] = useState(() => localStorage.getItem(HIDDEN) === "1");
  const toggle = () => {
    localStorage.setItem(HIDDEN, hidden ? "0" : "1");
    setHidden(!hidden);
  };
  return (
    <LandingPage
      band={<BalanceTotal equivalent={home.equivalent} hidden={hidden} onToggle={toggle} />}
      strip={<Balances balances={home.balances} hidden={hidden} />}
      side={
        <>
          <GlancePanel />
          <CalendarPanel />
          <NoticePanel />
        </>
      }
    >
      <AddressNotice />
      <TodoPanel todos={home.todos} held={home.balances.some((balance) => balance.held.minor > 0n)} />
      <TrendPanel trend={home.trend} />
      <ActivityPanel activity={home.activity} />
    </LandingPage>
  );
}
