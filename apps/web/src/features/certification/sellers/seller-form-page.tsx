import { addressOf, formSpec, MONEY_MAY_MOVE, certificationLifecycle, QUEUED, wireOf } from "@coralhub/domain";
import { ErrorState, icons, Link, PageHeader, PageSkeleton, RefusedState } from "@coralhub/ui";
import { useQuery } from "@tanstack/react-query";
import { useSearch } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { authRecordQuery } from "../../../platform/account.ts";
import { draftQuery } from "../certification-calls.ts";
import { Receipt } from "../receipt.tsx";
import { ApplicationWizard } from "../wizard/application-wizard.tsx";
import { SELLER_FORM_NAMES, sellerFormPage, sellerPath, sellerQuery, type SellerForm } from "./seller-calls.ts";
import "../certification.css";

const SELLERS = { label: "卖家", to: addressOf("sellers") };
const MAY_ADD: readonly number[] = MONEY_MAY_MOVE.map((state) => wireOf(certificationLifecycle, state));

/** Sellers belong to a certified merchant: before that the page says what is missing. */
function ForCertified({ children }: { children: ReactNode }) {
  const { data } = useQuery(authRecordQuery);
  if (!data) return <PageSkeleton />;
  if (MAY_ADD.includes(data.status)) return children;
  return (
    <>
      <PageHeader title="添加卖家" back={SELLERS} />
      <RefusedState
        title="完成实名认证后才能添加卖家"
        action={
          <Link to={addressOf("certification")} className="small-button">
            去认证
          </Link>
        }
      >
        货到付款的款项由您代卖家收取，需要先确认您的身份
      </RefusedState>
    </>
  );
}

/** /sellerCertification: who sells. */
export function ChooseSellerPage() {
  return (
    <ForCertified>
      <PageHeader title="添加卖家" intro="卖家是谁，就用谁的证件" back={SELLERS} />
      <ul className="kinds">
        {SELLER_FORM_NAMES.map((form) => (
          <li key={form}>
            <Link to={sellerPath(form)} className="kind">
              <icons.Store size={24} />
              <span className="kind-words">
                <span className="kind-name">{formSpec(form).label}</span>
                <span className="kind-note">
                  {formSpec(form)
                    .sections.map(({ title }) => title)
                    .join("、")}
                </span>
              </span>
              <icons.ChevronRight />
            </Link>
          </li>
        ))}
      </ul>
    </ForCertified>
  );
}

function SellerFormPage({ form }: { form: SellerForm }) {
  const { id }: { id?: string } = useSearch({ strict: false });
  return <ForCertified>{id ? <ExistingSeller form={form} id={id} /> : <NewSeller form={form} />}</ForCertified>;
}

function NewSeller({ form }: { form: SellerForm }) {
  const draft = useQuery(draftQuery(form));
  if (draft.isError) return <Failed onRetry={() => void draft.refetch()} />;
  if (draft.data === undefined) return <PageSkeleton />;
  return (
    <ApplicationWizard
      form={form}
      page={sellerFormPage(form)}
      intro={formSpec(form).label}
      application={null}
      draft={draft.data}
    />
  );
}

function ExistingSeller({ form, id }: { form: SellerForm; id: string }) {
  const seller = useQuery(sellerQuery(id));
  const draft = useQuery(draftQuery(form, id));
  if (seller.isError || draft.isError)
    return <Failed onRetry={() => void Promise.all([seller.refetch(), draft.refetch()])} />;
  if (!seller.data || draft.data === undefined) return <PageSkeleton />;
  const { application } = seller.data;
  if (QUEUED.includes(application.state)) return <Receipt application={application} />;
  return (
    <ApplicationWizard
      key={`${application.applicationId}:${application.version}`}
      form={seller.data.form}
      page={sellerFormPage(seller.data.form, id)}
      subjectId={id}
      intro={formSpec(seller.data.form).label}
      application={application}
      draft={draft.data}
    />
  );
}

const Failed = ({ onRetry }: { onRetry: () => void }) => (
  <ErrorState title="没能打开卖家资料" onRetry={onRetry}>
    已填写的内容都还在，请稍后重试
  </ErrorState>
);

export const PersonSellerPage = () => <SellerFormPage form="sellerPerson" />;
export const EnterpriseSellerPage = () => <SellerFormPage form="sellerEnterprise" />;
export const HongkongSellerPage = () => <SellerFormPage form="sellerHongkong" />;

/** /sellerSuccess */
export function SellerReceiptPage() {
  const { id }: { id?: string } = useSearch({ strict: false });
  const { data, isError, refetch } = useQuery({ ...sellerQuery(id ?? ""), enabled: id !== undefined });
  if (id === undefined || isError)
    return (
      <>
        <PageHeader title="卖家" back={SELLERS} />
        <ErrorState title="没能取到这位卖家" {...(id !== undefined && { onRetry: () => void refetch() })}>
          请回到卖家列表重新选择
        </ErrorState>
      </>
    );
  return data ? <Receipt application={data.application} /> : <PageSkeleton />;
}
