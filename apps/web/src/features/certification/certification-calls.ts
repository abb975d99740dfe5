import { certificationEndpoints, sellerEndpoints, type CallOutput } from "@coralhub/contract";
import type { CertificationForm, CertificationValues } from "@coralhub/domain";
import { queryOptions } from "@tanstack/react-query";
import { authRecordQuery } from "../../platform/account.ts";
import { connect } from "../../platform/api.ts";
import { queryClient } from "../../platform/query.ts";
import { session } from "../../platform/session.ts";

export const certification = connect(certificationEndpoints);
/** For what goes on by itself: a failure is said in its place, never as a notice. */
export const formCalls = connect(certificationEndpoints);

export type Overview = CallOutput<(typeof certificationEndpoints)["certificationOverview"]["output"]>;
export type Application = NonNullable<
  CallOutput<(typeof certificationEndpoints)["certificationApplication"]["output"]>
>;
export type Enquiry = Application["enquiries"][number];
export type StoredFile = Application["files"][number];

const KEY = "certification";

export const overviewQuery = queryOptions({
  queryKey: [KEY, "overview"],
  queryFn: () => certification.certificationOverview({}),
});

/** The last application, or a certain one. */
export const applicationQuery = (applicationId?: string) =>
  queryOptions({
    queryKey: [KEY, "application", applicationId ?? "latest"],
    queryFn: () => certification.certificationApplication(applicationId ? { applicationId } : {}),
  });

/** The last application as a big customer. */
export const bigCustomerQuery = queryOptions({
  queryKey: [KEY, "application", "big"],
  queryFn: () => certification.bigCustomerInfo({}),
});

const { sellerConstants } = connect({ sellerConstants: sellerEndpoints.sellerConstants });
export const mainBusinessTypesQuery = queryOptions({
  queryKey: [KEY, "mainBusinessTypes", "account"],
  queryFn: () => certification.mainBusinessTypes({}),
  staleTime: Number.POSITIVE_INFINITY,
});
/** The same for sellers whose money is paid on delivery. */
export const sellerBusinessTypesQuery = queryOptions({
  queryKey: [KEY, "mainBusinessTypes", "seller"],
  queryFn: async () => (await sellerConstants({})).mainBizTypes,
  staleTime: Number.POSITIVE_INFINITY,
});

/** A draft is read once for each opening of the form: from then on the form itself is the newest. */
export const draftQuery = (form: CertificationForm, subjectId?: string) =>
  queryOptions({
    queryKey: [KEY, "draft", form, subjectId ?? "account"],
    queryFn: () => certification.certificationDraft({ form, ...(subjectId && { subjectId }) }),
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
  });

/** After anything was handed in or answered: the status, the menu's note and the banner follow. */
export async function refreshCertification(): Promise<void> {
  session.forgetAuthRecord();
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: [KEY] }),
    queryClient.invalidateQueries({ queryKey: authRecordQuery.queryKey }),
    queryClient.invalidateQueries({ queryKey: ["home"] }),
  ]);
}

/** Answers travel as unknown and are what the field matrix says. */
export const valuesOf = (values: Record<string, unknown>): CertificationValues => values as CertificationValues;
