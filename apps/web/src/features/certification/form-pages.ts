import { formSpec, type CertificationForm, type CertificationValues } from "@coralhub/domain";
import { certification, type Receipt } from "./certification-calls.ts";

type Hand = (values: CertificationValues, removedRows: string[]) => Promise<Receipt>;
export type FormPage = {
  path: `/${string}`;
  title: string;
  /** What one needs at hand, and how long it takes. */
  minutes: number;
  /** Where the receipt stands. */
  receipt: `/${string}`;
  /** The first time, and every time after it came back or while it is certified. */
  submit: Hand;
  update: Hand;
};

/** A part that may be there once and is gone now must be named, or its answer would stay. */
const withGoneParts = (form: CertificationForm, values: CertificationValues): Record<string, unknown> => ({
  ...values,
  ...Object.fromEntries(
    formSpec(form).sections.flatMap((section) =>
      "group" in section && section.single && !values[section.group] ? [[section.group, null]] : [],
    ),
  ),
});

type Call = (input: never) => Promise<Receipt>;
const first =
  (call: Call): Hand =>
  (values) =>
    call(values as never);
const again =
  (form: CertificationForm, call: Call): Hand =>
  (values, delBoardMemberIds) =>
    call({ ...withGoneParts(form, values), ...(delBoardMemberIds.length > 0 && { delBoardMemberIds }) } as never);

/** The account's own forms: where each is filled in and which calls take it. */
export const FORM_PAGES = {
  person: {
    path: "/certification/personal",
    title: "个人认证",
    minutes: 5,
    receipt: "/nav/navEnd",
    submit: first(certification.submitPerson),
    update: again("person", certification.updateCertification),
  },
  mainland: {
    path: "/certification/mainland",
    title: "企业认证",
    minutes: 10,
    receipt: "/nav/navEnd",
    submit: first(certification.submitCompany),
    update: again("mainland", certification.updateCertification),
  },
  hongkong: {
    path: "/certification/hongkong",
    title: "香港或海外公司认证",
    minutes: 12,
    receipt: "/nav/navEnd",
    submit: first(certification.submitAbroad),
    update: again("hongkong", certification.updateCertification),
  },
  bigMainland: {
    path: "/bigc/mainlandEnterprise",
    title: "大客户认证",
    minutes: 12,
    receipt: "/bigc/authSuccess",
    submit: first(certification.submitBigMainland),
    update: again("bigMainland", certification.updateBigMainland),
  },
  bigHongkong: {
    path: "/bigc/HKEnterprise",
    title: "大客户认证",
    minutes: 15,
    receipt: "/bigc/authSuccess",
    submit: first(certification.submitBigHongkong),
    update: again("bigHongkong", certification.updateBigHongkong),
  },
} as const satisfies Partial<Record<CertificationForm, FormPage>>;
export type AccountForm = keyof typeof FORM_PAGES;
export const isAccountForm = (form: CertificationForm): form is AccountForm => form in FORM_PAGES;
