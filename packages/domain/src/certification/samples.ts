import { LONG_TERM } from "./checks.ts";
import { formSpec, type CertificationForm } from "./forms.ts";
import type { FormField, FormFields } from "./parts.ts";
import type { CertificationValues, PartRow } from "./values.ts";

const TEXTS: Record<string, string> = {
  personName: "林见南",
  idNumber: "11010519491231002X",
  uscc: "91350100M000100Y43",
  companyName: "深圳市南屿科技有限公司",
  latinName: "Shenzhen Nanyu Technology Co., Ltd.",
  latinAddress: "1702 Block B, 8 Haitian 1st Road, Nanshan District, Shenzhen",
  registrationNumber: "3012345",
  businessRegistration: "71234567",
  ein: "12-3456789",
  share: "60",
  mobile: "13800138000",
  website: "https://www.nanyu-home.com",
};

/** A good answer to any question; `fileId` gives a document. */
function answer(field: FormField, fileId: () => string): string {
  switch (field.kind) {
    case "text":
      return (field.check && TEXTS[field.check]) ?? "家居用品";
    case "textarea":
    case "address":
      return "广东省深圳市南山区海天一路 8 号";
    case "date":
      return field.past ? "2019-04-16" : field.longTerm ? LONG_TERM : "2030-04-16";
    case "document":
    case "face":
      return fileId();
    case "choice":
      return Object.keys(field.options)[0]!;
    case "country":
      return "CN";
    case "businessItem":
    case "goods":
      return "101";
    case "mainBusinessType":
      return "1";
    case "agreement":
      return "1";
  }
}

const whole = (fields: FormFields, fileId: () => string): PartRow =>
  Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, answer(field, fileId)]));

/** Every question of a form answered well: what the demo world and the tests hand in. */
export function sampleAnswers(form: CertificationForm, fileId: () => string): CertificationValues {
  const values: CertificationValues = {};
  for (const section of formSpec(form).sections) {
    if ("fields" in section) Object.assign(values, whole(section.fields, fileId));
    else if (section.single) values[section.group] = whole(section.rows, fileId);
    else values[section.group] = [{ id: "0193a000-0000-7000-8000-0000000000aa", ...whole(section.rows, fileId) }];
  }
  return values;
}
