import { LinkButton } from "@coralhub/ui/light";

export function FindPasswordDone() {
  return (
    <div className="entry-form">
      <LinkButton variant="primary" block href="/login">
        去登录
      </LinkButton>
      <p className="entry-note">如果不是您本人操作，请立即联系客服</p>
    </div>
  );
}

export function BindMailDone() {
  return (
    <div className="entry-form">
      <LinkButton variant="primary" block href="/home">
        去首页
      </LinkButton>
      <div className="entry-ways">
        <a href="/message">选择怎么通知我</a>
      </div>
    </div>
  );
}
