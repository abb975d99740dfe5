import {
  addressOf,
  certificationLifecycle,
  CURRENCIES,
  MONEY_MAY_MOVE,
  moduleLifecycle,
  stateOfWire,
  type ModuleAction,
} from "@coralhub/domain";
import { Link, Notice, Panel, RowsSkeleton, StateTag, Timeline, type TimelineNode } from "@coralhub/ui";
import { useQuery } from "@tanstack/react-query";
import { authRecordQuery } from "../../platform/account.ts";
import { inTable } from "../../platform/show.tsx";
import { ApplyForm } from "./apply-form.tsx";
import type { ModuleInfo } from "./module-queries.ts";

/** What happened, in the words of who reads it here. */
const HAPPENED: Record<ModuleAction, string> = {
  apply: "提交申请",
  approve: "合作银行确认，已开通",
  decline: "未通过",
};

/** Where the application stands, how it got there, and what can be done now. */
export function StandingPanel({ info }: { info: ModuleInfo }) {
  return (
    <Panel title="开通" action={<StateTag lifecycle={moduleLifecycle} state={info.state} />}>
      <div className="finance-standing">
        {info.state === "declined" && (
          <Notice tone="danger" title="上次申请未通过">
            {info.reason}
          </Notice>
        )}
        {info.state === "applied" && (
          <p>
            意向币种：{info.currencies.map((currency) => CURRENCIES[currency].name).join("、")}
            。合作银行正在核验您的认证资料，有结果会站内和邮件通知您，期间不用做什么。
          </p>
        )}
        {info.state === "open" && (
          <p>合作银行已确认您的账户。各币种的利率、起存金额和存入入口上架后显示在这里，届时站内通知您。</p>
        )}
        {(info.state === "none" || info.state === "declined") && <Application info={info} />}
        {info.events.length > 0 && <Timeline nodes={nodesOf(info)} />}
      </div>
    </Panel>
  );
}

/** Only whoever may move money may open an account for it. */
function Application({ info }: { info: ModuleInfo }) {
  const { data: record, isPending } = useQuery(authRecordQuery);
  if (isPending) return <RowsSkeleton rows={3} />;
  const certification = record && stateOfWire(certificationLifecycle, record.status);
  if (certification && MONEY_MAY_MOVE.includes(certification)) return <ApplyForm before={info.currencies} />;
  return (
    <Notice tone="info" title="完成实名认证后可以申请" action={<Link to={addressOf("certification")}>去认证</Link>}>
      合作银行凭您的认证资料开户，认证通过后回到这里提交申请
    </Notice>
  );
}

function nodesOf({ state, events }: ModuleInfo): TimelineNode[] {
  const past = events.map(({ action, at, reason }, index): TimelineNode => {
    const settled = index === events.length - 1 && state !== "applied";
    return {
      title: HAPPENED[action],
      note: reason ?? undefined,
      when: inTable(at),
      state: settled ? "current" : "done",
    };
  });
  if (state !== "applied") return past;
  return [...past, { title: "合作银行核验资料", state: "current" }, { title: "开通", state: "next" }];
}
