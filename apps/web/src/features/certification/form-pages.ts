import { type Address, addressOf, formSpec, type CertificationForm, type CertificationValues } from "@coralhub/domain";
import { certification } from "./certification-calls.ts";

/** Hands the answers in; says where the receipt stands. */
export type Hand = (values: CertificationValues, removedRows: string[]) => Promise<Address>;
export type FormPage = {
  path: Address;
  title: string;
  back: { label: string; to: Address };
  /** What one needs at hand, and how long it takes. */
  minutes: number;
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

type Call = (input: never) => Promise<unknown>;
const receiptOf = (form: CertificationForm): Address =>
  addressOf(formSpec(form).bigCustomer ? "bigDone" : "certification");
const first =
  (form: CertificationForm, call: Call): Hand =>
  async (values) => {
    await call(values as never);
    return receiptOf(form);
  };
const again =
  (form: CertificationForm, call: Call): Hand =>
  async (values, delBoardMemberIds) => {
    await call({
      ...withGoneParts(form, values),
      ...(delBoardMemberIds.length > 0 && { delBoardMemberIds }),
    } as never);
    return receiptOf(form);
  };

export const STANDING = { label: "实名认证", to: addressOf("certification") };
/** The account's own forms: where each is filled in and which calls take it. */
export const FORM_PAGES = {
  person: {
    path: addressOf("certifyPerson"),
    title: "个人认证",
    back: STANDING,
    minutes: 5,
    submit: first("person", certification.submitPerson),
    update: again("person", certification.updateCertification),
  },
  mainland: {
    path: addressOf("certifyMainland"),
    title: "企业认证",
    back: STANDING,
    minutes: 10,
    submit: first("mainland", certification.submitCompany),
    update: again("mainland", certification.updateCertification),
  },
  hongkong: {
    path: addressOf("certifyHongkong"),
    title: "香港或海外公司认证",
    back: STANDING,
    minutes: 12,
    submit: first("hongkong", certification.submitAbroad),
    update: again("hongkong", certification.updateCertification),
  },
  bigMainland: {
    path: addressOf("bigMainland"),
    title: "大客户认证",
    back: STANDING,
    minutes: 12,
    submit: first("bigMainland", certification.submitBigMainland),
    update: again("bigMainland", certification.updateBigMainland),
  },
  bigHongkong: {
    path: addressOf("bigHongkong"),
    title: "大客户认证",
    back: STANDING,
    minutes: 15,
    submit: first("bigHongkong", certification.submitBigHongkong),
    update: again("bigHongkong", certification.updateBigHongkong),
  },
} as const satisfies Partial<Record<CertificationForm, FormPage>>;
export type AccountForm = keyof typeof FORM_PAGES;
export const isAccountForm = (form: CertificationForm): form is AccountForm => form in FORM_PAGES;
