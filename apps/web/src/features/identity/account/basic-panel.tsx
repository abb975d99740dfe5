import { addressOf, certificationLifecycle, USER_SOURCES } from "@coralhub/domain";
import { Copyable, Link, Notice, Panel, Sep, StateTag, toast } from "@coralhub/ui";
import { useQuery } from "@tanstack/react-query";
import { Button } from "antd";
import { useState, type ReactNode } from "react";
import { authRecordQuery } from "../../../platform/account.ts";
import { Dotted } from "../../../platform/dotted.tsx";
import { hasDraft } from "../../../platform/drafts.ts";
import { writtenRegion } from "../../../platform/regions.ts";
import { asDay, inTable } from "../../../platform/show.tsx";
import { identity, refreshAccount, type Account } from "./account-queries.ts";
import { BusinessItem } from "./business-fact.tsx";
import { AddressForm, ContactForm } from "./contact-forms.tsx";

const sourceLabel = (wire: number): string =>
  Object.values(USER_SOURCES).find((source) => source.wire === wire)?.label ?? "官网";

const writtenAddress = ({ province, city, area, address }: NonNullable<Account["address"]>): string =>
  writtenRegion([province, city, area]) + address;

export function BasicPanel({ account }: { account: Account }) {
  const { data: auth } = useQuery(authRecordQuery);
  const [editing, setEditing] = useState<"contact" | "address" | null>(
    hasDraft("address") ? "address" : hasDraft("contact") ? "contact" : null,
  );
  const close = () => setEditing(null);
  const { contactName, contactTitle, address } = account;
  return (
    <Panel
      title={
        <span className="basic-name">
          {account.displayName}
          {auth && <StateTag lifecycle={certificationLifecycle} state={auth.status} />}
        </span>
      }
      action={<Link to={addressOf("certification")}>查看认证资料</Link>}
    >
      <PendingChanges account={account} />
      <dl className="basic">
        <Fact label="联系人" action={<EditButton what="联系人" onClick={() => setEditing("contact")} />}>
          {contactName ? [contactName, contactTitle].filter(Boolean).join("，") : "未填写"}
        </Fact>
        <Fact label="用户编号">
          <Copyable text={account.userNo} />
        </Fact>
        <Fact
          label="登录手机"
          action={
            <Link to={addressOf(account.mobile ? "alterPhone" : "bindPhone")}>{account.mobile ? "修改" : "绑定"}</Link>
          }
        >
          {account.mobile ? <Dotted text={account.mobile} /> : "未绑定"}
        </Fact>
        <Fact label="开放接口">
          {auth?.userId ? <Copyable text={auth.userId} /> : <span className="basic-none">认证通过后可使用</span>}
        </Fact>
        <Fact
          label="邮箱"
          action={
            <Link to={addressOf(account.email ? "alterEmail" : "bindMail")}>{account.email ? "修改" : "绑定"}</Link>
          }
        >
          {account.email ? <Dotted text={account.email} /> : "未绑定"}
        </Fact>
        <Fact label="注册">
          {asDay(account.registeredAt)}
          <Sep />
          {sourceLabel(account.userSource)}
        </Fact>
        <Fact label="经营类目" wide>
          <BusinessItem />
        </Fact>
        <Fact label="联系地址" wide action={<EditButton what="联系地址" onClick={() => setEditing("address")} />}>
          {address ? writtenAddress(address) : "未填写"}
        </Fact>
      </dl>
      {editing === "contact" && <ContactForm account={account} onDone={close} />}
      {editing === "address" && <AddressForm account={account} onDone={close} />}
    </Panel>
  );
}

type FactProps = { label: string; children: ReactNode; action?: ReactNode; wide?: boolean };

function Fact({ label, children, action, wide }: FactProps) {
  return (
    <div className={wide ? "basic-fact basic-wide" : "basic-fact"}>
      <dt>{label}</dt>
      <dd>
        <span className="basic-value">{children}</span>
        {action}
      </dd>
    </div>
  );
}

const EditButton = ({ what, onClick }: { what: string; onClick: () => void }) => (
  <Button type="link" className="bare-link" aria-label={`编辑${what}`} onClick={onClick}>
    编辑
  </Button>
);

/** A change without the old factor waits; until then it can be called back. */
function PendingChanges({ account }: { account: Account }) {
  const cancel = async (factor: "mobile" | "email") => {
    await identity.cancelFactorChange({ factor });
    await refreshAccount();
    toast.done("已取消更换");
  };
  return account.pendingChanges.map(({ factor, to, effectiveAt }) => (
    <div key={factor} className="basic-pending">
      <Notice
        tone="warning"
        title={
          <>
            {factor === "mobile" ? "登录手机" : "邮箱"}将换成 <Dotted text={to} />
          </>
        }
        action={
          <Button size="small" onClick={() => void cancel(factor)}>
            取消更换
          </Button>
        }
      >
        {inTable(effectiveAt)} 生效。如果不是您本人申请，请立即取消并修改密码
      </Notice>
    </div>
  ));
}
