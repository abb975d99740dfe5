import {
  type Address,
  BRAND,
  CERTIFICATION_KINDS,
  certificationLifecycle,
  EXPIRY_REMINDER_DAYS,
  wireOf,
  type CertificationState,
} from "@coralhub/domain";
import {
  beijingDay,
  ErrorState,
  Facts,
  HoldCard,
  Link,
  Notice,
  PageHeader,
  PageSkeleton,
  Panel,
  StateTag,
  Timeline,
} from "@coralhub/ui";
import { goTo } from "@coralhub/ui/browser";
import { useQuery } from "@tanstack/react-query";
import { Button } from "antd";
import { useEffect } from "react";
import { authRecordQuery } from "../../platform/account.ts";
import { inTable } from "../../platform/show.tsx";
import {
  applicationQuery,
  overviewQuery,
  refreshCertification,
  type Application,
  type Overview,
} from "./certification-calls.ts";
import { EnquiryThread } from "./enquiry-thread.tsx";
import { FORM_PAGES, isAccountForm } from "./form-pages.ts";
import { KindPicker } from "./kind-picker.tsx";
import { Receipt } from "./receipt.tsx";
import "./certification.css";

const POLL_MS = 5_000;
const WAITING: readonly number[] = [
  wireOf(certificationLifecycle, "reviewing"),
  wireOf(certificationLifecycle, "changing"),
];
const stateOf = (status: number): CertificationState =>
  (Object.keys(certificationLifecycle.states) as CertificationState[]).find(
    (state) => certificationLifecycle.states[state].wire === status,
  ) ?? "none";

/** Where the merchant stands, what that means for its money, and what to do next. */
export function StandingPage() {
  const overview = useQuery({
    ...overviewQuery,
    refetchInterval: ({ state }) => (WAITING.includes(state.data?.status ?? 0) ? POLL_MS : false),
  });
  const application = useQuery({ ...applicationQuery(), enabled: overview.data?.application != null });
  const { data: record } = useQuery(authRecordQuery);
  const status = overview.data?.status;
  useEffect(() => {
    // Decided while the page was open: the banner, the menu and the details follow.
    if (status !== undefined && record && record.status !== status) void refreshCertification();
  }, [status, record]);
  if (!overview.data)
    return overview.isError ? (
      <ErrorState title="没能取到认证状态" onRetry={() => void overview.refetch()} retrying={overview.isFetching}>
        服务暂时没有答复，请稍后重试
      </ErrorState>
    ) : (
      <PageSkeleton />
    );
  const state = stateOf(overview.data.status);
  return (
    <>
      <PageHeader
        title="实名认证"
        aside={<StateTag lifecycle={certificationLifecycle} state={overview.data.status} />}
      />
      <div className="standing">
        <Standing state={state} overview={overview.data} application={application.data ?? null} />
        {application.data && state !== "reviewing" && <History application={application.data} />}
      </div>
    </>
  );
}

type Props = { state: CertificationState; overview: Overview; application: Application | null };

function Standing({ state, overview, application }: Props) {
  const edit = editPath(overview);
  switch (state) {
    case "none":
      return (
        <>
          <Notice tone="info" title="您还没有提交认证">
            认证通过后才能提现、付款和换汇；收款不受影响。请选择账户属于谁
          </Notice>
          <KindPicker drafts={overview.drafts} />
        </>
      );
    case "reviewing":
      return overview.application && <Receipt application={overview.application} here />;
    case "rejected":
      return <Rejected overview={overview} application={application} edit={edit} />;
    case "supplement":
      return <Supplement overview={overview} application={application} edit={edit} />;
    case "certified":
    case "changing":
      return <Certified overview={overview} changing={state === "changing"} edit={edit} />;
    case "expired":
      return (
        <HoldCard
          waitsFor="merchant"
          where={`证件已于 ${overview.expiresOn ?? ""} 到期，提现、付款和换汇暂停`}
          why="证件过期后，银行不接受以它办理的付款"
          todo="更新到期的证件，其他内容不用重填"
          action={edit && <Button onClick={() => goTo(edit)}>更新证件</Button>}
          then="审核通过后立即恢复。期间到账的款项先暂扣，恢复后继续入账"
        />
      );
    case "frozen":
      return (
        <Notice tone="danger" title={`账户已冻结${overview.frozenReason ? `：${overview.frozenReason}` : ""}`}>
          请联系客服了解解除条件：{BRAND.servicePhone}（{BRAND.serviceHours}），
          <a href={`mailto:${BRAND.serviceMail}`}>{BRAND.serviceMail}</a>
        </Notice>
      );
  }
}

/** Where the last application is taken up again. */
const editPath = ({ application }: Overview): Address | undefined =>
  application && isAccountForm(application.form) ? FORM_PAGES[application.form].path : undefined;

type Part = { overview: Overview; application: Application | null; edit: Address | undefined };

function Rejected({ overview, application, edit }: Part) {
  const rejected = application?.fields.filter(({ verdict }) => verdict === "rejected") ?? [];
  return (
    <Panel
      title={`有 ${overview.application?.rejectedFields ?? rejected.length} 项需要修改`}
      intro="其余已通过，不用重填。通过前不能提现，到账的款项先暂扣，通过后继续入账"
      action={
        edit && (
          <Button type="primary" onClick={() => goTo(edit)}>
            去修改
          </Button>
        )
      }
    >
      <ul className="rejections">
        {rejected.map(({ path, label, reason }) => (
          <li key={path}>
            <strong>{label}</strong>
            <span>{reason}</span>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

function Supplement({ overview, application, edit }: Part) {
  const rejected = overview.application?.rejectedFields ?? 0;
  return (
    <>
      <Notice
        tone="warning"
        title={`需要补充资料，还有 ${overview.application?.openEnquiries ?? 0} 个问题等您答复`}
        action={rejected > 0 && edit && <Link to={edit}>修改 {rejected} 项资料</Link>}
      >
        补齐并通过后恢复提现、付款和换汇；期间到账的款项先暂扣，恢复后继续入账
      </Notice>
      {application?.enquiries.map((enquiry) => (
        <EnquiryThread key={enquiry.id} enquiry={enquiry} files={application.files} />
      ))}
    </>
  );
}

const DAY_MS = 86_400_000;

function Certified({ overview, changing, edit }: { overview: Overview; changing: boolean; edit: Address | undefined }) {
  const { name, expiresOn, application } = overview;
  const left = expiresOn ? Math.round((Date.parse(expiresOn) - Date.parse(beijingDay())) / DAY_MS) : undefined;
  const declined = application?.state === "rejected" ? application.rejectedFields : 0;
  const soon = left !== undefined && left <= Math.max(...EXPIRY_REMINDER_DAYS);
  return (
    <>
      {changing && (
        <Notice tone="info" title="变更正在审核">
          审核期间原有认证有效，各项功能照常使用
        </Notice>
      )}
      {!changing && declined > 0 && (
        <Notice
          tone="warning"
          title={`变更没有通过，有 ${declined} 项需要修改`}
          action={edit && <Link to={edit}>去修改</Link>}
        >
          原有认证继续有效，各项功能照常使用
        </Notice>
      )}
      {soon && !changing && (
        <HoldCard
          waitsFor="merchant"
          labels={["还剩", "为什么", "需要您做", "之后"]}
          where={`证件 ${left} 天后到期（${expiresOn}）`}
          why="证件过期后不能提现、付款和换汇"
          todo="现在更新证件，审核期间各项功能照常使用"
          action={edit && <Button onClick={() => goTo(edit)}>更新证件</Button>}
          then="审核通过后按新证件的有效期计算"
        />
      )}
      <Panel title={name ?? "已认证"} action={!changing && edit && <Link to={edit}>变更资料</Link>}>
        <Facts
          columns={2}
          facts={[
            { label: "认证类型", value: kindWords(overview) },
            { label: "证件有效期", value: expiresOn ?? "长期" },
            ...(application
              ? [
                  { label: "申请编号", value: <span className="mono">{application.number}</span> },
                  { label: "提交时间", value: inTable(application.submittedAt) },
                ]
              : []),
          ]}
        />
      </Panel>
    </>
  );
}

const kindWords = ({ kind, bigCustomer }: Overview): string =>
  (kind ? CERTIFICATION_KINDS[kind] : "") + (bigCustomer ? "，大客户" : "");

function History({ application }: { application: Application }) {
  return (
    <Panel title="办理进度">
      <Timeline
        nodes={application.history.map(({ what, detail, at, actorKind }, index) => ({
          title: actorKind === "merchant" ? `您${what}` : what,
          ...(detail && { note: detail }),
          when: inTable(at),
          state: index === application.history.length - 1 ? ("current" as const) : ("done" as const),
        }))}
      />
    </Panel>
  );
}
