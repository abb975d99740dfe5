import type { PortalPath } from "@coralhub/domain";
import { LinkButton } from "@coralhub/ui/light";

export function FindPasswordDone() {
  return (
    <div className="entry-form">
      <LinkButton variant="primary" block href={"/login" satisfies PortalPath}>
        去登录
      </LinkButton>
      <p className="entry-note">如果不是您本人操作，请立即联系客服</p>
    </div>
  );
}

export function BindMailDone() {
  return (
    <div className="entry-form">
      <LinkButton variant="primary" block href={"/home" satisfies PortalPath}>
        去首页
      </LinkButton>
      <div className="entry-ways">
        <a href={"/message" satisfies PortalPath}>选择怎么通知我</a>
      </div>
    </div>
  );
}
