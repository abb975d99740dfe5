import { BRAND, certificationLifecycle, type CertificationState } from "@coralhub/domain";
import { ErrorState, Notice, PageHeader, PageSkeleton, Panel, StateTag } from "@coralhub/ui";
import { useQuery } from "@tanstack/react-query";
import { authRecordQuery } from "../../platform/account.ts";
import "./certification.css";

type Meaning = { tone: "info" | "success" | "warning" | "danger"; what: string; next: string };

/** What each status means for the merchant's money, and what comes next. */
const MEANINGS: Record<CertificationState, Meaning> = {
  none: { tone: "info", what: "您还没有提交认证", next: "认证通过后才能提现、付款和换汇；收款不受影响" },
  reviewing: { tone: "info", what: "资料正在审核", next: "通常 1 个工作日内完成，结果会发消息和短信通知您" },
  certified: { tone: "success", what: "实名认证已通过", next: "可以使用全部功能。证件到期或信息变化时，请及时更新" },
  changing: { tone: "info", what: "变更正在审核", next: "审核期间原有认证有效，各项功能照常使用" },
  rejected: {
    tone: "danger",
    what: "资料没有通过审核",
    next: "提现、付款和换汇暂时不能使用，款项仍会正常入账。请联系客服了解需要修改的项目",
  },
  supplement: {
    tone: "warning",
    what: "需要补充资料",
    next: "补齐后尽快恢复提现、付款和换汇。请联系客服了解需要的材料",
  },
  expired: { tone: "warning", what: "证件已过期", next: "请联系客服更新证件，更新后恢复提现、付款和换汇" },
  frozen: { tone: "danger", what: "账户已冻结", next: "请联系客服了解原因和解除条件" },
};

const stateOf = (status: number): CertificationState =>
  (Object.keys(certificationLifecycle.states) as CertificationState[]).find(
    (state) => certificationLifecycle.states[state].wire === status,
  ) ?? "none";

export function CertificationPage() {
  const { data, isError, refetch, isFetching } = useQuery(authRecordQuery);
  if (!data)
    return isError ? (
      <ErrorState title="没能取到认证状态" onRetry={() => void refetch()} retrying={isFetching}>
        服务暂时没有答复，请稍后重试
      </ErrorState>
    ) : (
      <PageSkeleton />
    );
  const meaning = MEANINGS[stateOf(data.status)];
  return (
    <>
      <PageHeader title="实名认证" aside={<StateTag lifecycle={certificationLifecycle} state={data.status} />} />
      <Panel>
        <Notice tone={meaning.tone} title={meaning.what}>
          {meaning.next}
        </Notice>
        <p className="certification-help">
          客服电话 {BRAND.servicePhone}（{BRAND.serviceHours}），邮箱{" "}
          <a href={`mailto:${BRAND.serviceMail}`}>{BRAND.serviceMail}</a>
        </p>
      </Panel>
    </>
  );
}
