import { addressOf, DOCUMENTS, formSpec, type DocumentName } from "@coralhub/domain";
import { icons, Link, type IconProps } from "@coralhub/ui";
import type { ComponentType } from "react";
import { inFeed } from "../../platform/show.tsx";
import type { Overview } from "./certification-calls.ts";
import { FORM_PAGES, type AccountForm } from "./form-pages.ts";
import "./certification.css";

type Kind = { form: AccountForm; icon: ComponentType<IconProps>; whom: string };
const KINDS: readonly Kind[] = [
  { form: "person", icon: icons.User, whom: "以个人名义收款，年满 18 周岁" },
  { form: "mainland", icon: icons.Bank, whom: "在中国内地注册的企业和个体工商户" },
  { form: "hongkong", icon: icons.Globe, whom: "在香港或其他国家、地区注册的公司" },
];
const BIG: readonly Kind[] = [
  { form: "bigMainland", icon: icons.Bank, whom: "内地企业，需要资金归集和批量付款" },
  { form: "bigHongkong", icon: icons.Globe, whom: "香港或海外公司，需要资金归集和批量付款" },
];

const documentsOf = (form: AccountForm): string => {
  const names = formSpec(form).sections.flatMap((section): DocumentName[] =>
    "fields" in section
      ? Object.values(section.fields).flatMap((field) =>
          field.kind === "document" && !field.optional ? [field.document] : [],
        )
      : [],
  );
  return [...new Set(names)].map((name) => DOCUMENTS[name].label).join("、");
};

type Props = { drafts: Overview["drafts"]; global?: boolean };

/** Who the account belongs to: decides what is asked. */
export function KindPicker({ drafts, global = false }: Props) {
  return (
    <>
      <ul className="kinds">
        {KINDS.map((kind) => (
          <KindCard key={kind.form} kind={kind} drafts={drafts} global={global} />
        ))}
      </ul>
      <h2 className="type-section kinds-title">大客户</h2>
      <ul className="kinds">
        {BIG.map((kind) => (
          <KindCard key={kind.form} kind={kind} drafts={drafts} global={false} />
        ))}
      </ul>
    </>
  );
}

/** The global-collection addresses of the same forms. */
const GLOBAL = { person: "globalPerson", mainland: "globalMainland", hongkong: "globalHongkong" } as const;
const isGlobal = (form: AccountForm): form is keyof typeof GLOBAL => form in GLOBAL;

type CardProps = { kind: Kind; drafts: Overview["drafts"]; global: boolean };

function KindCard({ kind: { form, icon: Icon, whom }, drafts, global }: CardProps) {
  const { path, minutes } = FORM_PAGES[form];
  const draft = drafts.find((candidate) => candidate.form === form);
  return (
    <li>
      <Link to={global && isGlobal(form) ? addressOf(GLOBAL[form]) : path} className="kind">
        <Icon size={24} />
        <span className="kind-words">
          <span className="kind-name">{formSpec(form).label}</span>
          <span>{whom}</span>
          <span className="kind-note">
            {documentsOf(form)}，约 {minutes} 分钟
          </span>
          {draft && <span className="kind-draft">继续填写，{inFeed(draft.savedAt)} 保存</span>}
        </span>
        <icons.ChevronRight />
      </Link>
    </li>
  );
}
