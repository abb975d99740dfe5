import { addressOf, formSpec, certificationLifecycle, QUEUED, wireOf } from "@coralhub/domain";
import { ErrorState, Link, PageHeader, PageSkeleton, RefusedState } from "@coralhub/ui";
import { useQuery } from "@tanstack/react-query";
import { applicationQuery, bigCustomerQuery, draftQuery, overviewQuery } from "./certification-calls.ts";
import { FORM_PAGES, STANDING, type AccountForm } from "./form-pages.ts";
import { KindPicker } from "./kind-picker.tsx";
import { Receipt } from "./receipt.tsx";
import { ApplicationWizard } from "./wizard/application-wizard.tsx";

/** A form of the account itself: to be filled in, corrected or changed; under review it shows its receipt. */
function FormPage({ form }: { form: AccountForm }) {
  const overview = useQuery(overviewQuery);
  const application = useQuery({ ...applicationQuery(), refetchOnWindowFocus: false });
  const draft = useQuery(draftQuery(form));
  if (overview.isError || application.isError || draft.isError)
    return (
      <ErrorState
        title="没能打开认证资料"
        onRetry={() => void Promise.all([overview.refetch(), application.refetch(), draft.refetch()])}
      >
        已填写的内容都还在，请稍后重试
      </ErrorState>
    );
  if (!overview.data || application.data === undefined || draft.data === undefined) return <PageSkeleton />;
  if (overview.data.status === wireOf(certificationLifecycle, "frozen"))
    return (
      <>
        <PageHeader title={FORM_PAGES[form].title} back={STANDING} />
        <RefusedState title="账户已冻结，不能修改资料" action={<Link to={addressOf("certification")}>查看原因</Link>}>
          {overview.data.frozenReason ?? "请联系客服了解解除条件"}
        </RefusedState>
      </>
    );
  const last = application.data;
  if (last && QUEUED.includes(last.state)) return <Receipt application={last} />;
  const own = last?.form === form ? last : null;
  return (
    <ApplicationWizard
      key={`${own?.applicationId ?? "new"}:${own?.version ?? 0}`}
      form={form}
      page={FORM_PAGES[form]}
      intro={formSpec(form).label}
      application={own}
      draft={draft.data}
    />
  );
}

function PickerPage({ global = false }: { global?: boolean }) {
  const { data } = useQuery(overviewQuery);
  return (
    <>
      <PageHeader title="选择认证类型" intro="账户属于谁，就用谁的证件认证" back={STANDING} />
      <KindPicker drafts={data?.drafts ?? []} global={global} />
    </>
  );
}

export const ChooseKindPage = () => <PickerPage />;
export const ChooseGlobalKindPage = () => <PickerPage global />;
export const PersonPage = () => <FormPage form="person" />;
export const MainlandPage = () => <FormPage form="mainland" />;
export const HongkongPage = () => <FormPage form="hongkong" />;
export const BigMainlandPage = () => <FormPage form="bigMainland" />;
export const BigHongkongPage = () => <FormPage form="bigHongkong" />;

/** /bigc/authSuccess */
export function BigReceiptPage() {
  const { data, isError, refetch } = useQuery(bigCustomerQuery);
  if (isError) return <ErrorState title="没能取到申请" onRetry={() => void refetch()} />;
  if (data === undefined) return <PageSkeleton />;
  if (!data)
    return (
      <>
        <PageHeader title="大客户认证" back={STANDING} />
        <RefusedState
          title="还没有提交大客户认证"
          action={<Link to={addressOf("certificationKinds")}>选择认证类型</Link>}
        >
          提交后这里会显示进度
        </RefusedState>
      </>
    );
  return <Receipt application={data} />;
}
