import { CODE_RULES, mobileText } from "@coralhub/domain";
import { CopyButton, EmptyState, feedTime, icons, Panel, useDebounced } from "@coralhub/ui";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Button, Input, Tabs } from "antd";
import { useEffect, useState } from "react";
import { sandbox } from "../../../platform/api.ts";
import { QueryView } from "../../../platform/page.tsx";
import { clockQuery } from "../../../platform/sandbox-clock.ts";

type Mail = Awaited<ReturnType<typeof sandbox.mailbox>>[number];
type Channel = "all" | Mail["channel"];

const REFRESH_MS = 3_000;
const SHOWN = 50;

/** Everything that would have been sent, newest first, with its code ready to copy. */
export function Mailbox() {
  const [text, setText] = useState("");
  const [channel, setChannel] = useState<Channel>("all");
  const [openId, setOpenId] = useState<string>();
  const to = useDebounced(text.trim(), 300);
  const mails = useQuery({
    queryKey: ["sandbox", "mailbox", to],
    queryFn: () => sandbox.mailbox({ limit: SHOWN, ...(to && { to }) }),
    refetchInterval: REFRESH_MS,
    placeholderData: keepPreviousData,
  });
  const count = (wanted: Channel) => mails.data?.filter((mail) => wanted === "all" || mail.channel === wanted).length;
  const now = useSandboxNow();
  return (
    <Panel title="信箱" action={<span className="second-line">不会真的发出</span>} flush>
      <Tabs
        className="mailbox-tabs"
        activeKey={channel}
        onChange={(key) => setChannel(key as Channel)}
        items={[
          { key: "all", label: <Tab label="全部" count={count("all")} /> },
          { key: "sms", label: <Tab label="短信" count={count("sms")} /> },
          { key: "email", label: <Tab label="邮件" count={count("email")} /> },
        ]}
      />
      <div className="mailbox-search">
        <Input
          size="small"
          allowClear
          prefix={<icons.Search size={16} />}
          aria-label="按收件人查找"
          placeholder="完整的手机号或邮箱"
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
      </div>
      <QueryView query={mails} what="信箱">
        {(all) => {
          const rows = all.filter((mail) => channel === "all" || mail.channel === channel);
          if (rows.length === 0) return <NoMail to={to} onClear={() => setText("")} />;
          return (
            <ul className="mails">
              {rows.map((mail) => (
                <MailRow
                  key={mail.id}
                  mail={mail}
                  now={now}
                  open={mail.id === openId}
                  onToggle={() => setOpenId(mail.id === openId ? undefined : mail.id)}
                />
              ))}
            </ul>
          );
        }}
      </QueryView>
    </Panel>
  );
}

const Tab = ({ label, count }: { label: string; count: number | undefined }) => (
  <>
    {label} {count !== undefined && <span className="mailbox-count">{count}</span>}
  </>
);

function NoMail({ to, onClear }: { to: string; onClear(): void }) {
  if (to)
    return (
      <EmptyState
        drawing="filtered"
        title="没有发给这个收件人的消息"
        action={<Button onClick={onClear}>清除查找</Button>}
      >
        收件人要完整，例如 13800000001
      </EmptyState>
    );
  return <EmptyState title="信箱是空的">商户注册、登录或确认付款时，短信和邮件会落在这里</EmptyState>;
}

function MailRow({ mail, now, open, onToggle }: { mail: Mail; now: number; open: boolean; onToggle(): void }) {
  const Icon = mail.channel === "sms" ? icons.Phone : icons.Mail;
  const left = Math.round(mail.sentAt.getTime() / 1000 + CODE_RULES.lifeSeconds - now / 1000);
  return (
    <li className="mail">
      <Icon size={18} />
      <div className="mail-body">
        <div className="mail-line">
          <span className="mail-to">{mail.channel === "sms" ? mobileText(mail.to) : mail.to}</span>
          <time className="second-line">{feedTime(mail.sentAt)}</time>
        </div>
        {mail.subject && <div>{mail.subject}</div>}
        <p id={`mail-${mail.id}`} className={mail.channel === "email" && !open ? "mail-text mail-short" : "mail-text"}>
          {mail.text}
        </p>
        {mail.channel === "email" && (
          <Button
            type="link"
            size="small"
            className="mail-more"
            aria-expanded={open}
            aria-controls={`mail-${mail.id}`}
            onClick={onToggle}
          >
            {open ? "收起" : "看全文"}
          </Button>
        )}
        {mail.code && (
          <div className="mail-code">
            <span className={left > 0 ? "mail-digits mono" : "mail-digits mail-stale mono"}>
              {mail.code.replace(/^(\d{3})(\d{3})$/, "$1 $2")}
              <CopyButton text={mail.code} label={`复制验证码 ${mail.code}`} />
            </span>
            <span className="second-line">{left > 0 ? `还有 ${remaining(left)}` : "已过期"}</span>
          </div>
        )}
      </div>
    </li>
  );
}

const remaining = (seconds: number): string => {
  const minutes = Math.floor(seconds / 60);
  return minutes > 0 ? `${minutes} 分 ${seconds % 60} 秒` : `${seconds} 秒`;
};

/** The sandbox's time, told once a second: codes age by it. */
function useSandboxNow(): number {
  const { data: clock } = useQuery(clockQuery);
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  return now + (clock?.aheadSeconds ?? 0) * 1000;
}
