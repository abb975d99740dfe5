import { icons, IconTile, Link, toast } from "@coralhub/ui";
import { Dotted } from "../../platform/dotted.tsx";
import { inFeed } from "../../platform/show.tsx";
import { CATEGORY_ICONS } from "./category-list.tsx";
import { useChangeMessages, type Message } from "./message-queries.ts";

/** Unread rows are bold with a dot; what waits for the merchant is a button, the rest a link. Opening one reads it. */
export function MessageRow({ message }: { message: Message }) {
  const change = useChangeMessages();
  const unread = message.status === "unread";
  const Icon = CATEGORY_ICONS[message.category];
  const ids = [message.id];
  const read = () => unread && change.mutate({ state: "read", ids });
  const remove = () => change.mutate({ state: "deleted", ids }, { onSuccess: () => toast.done("已删除") });
  return (
    <li className={unread ? "message message-unread" : "message"}>
      <span className="message-dot">{unread && <span className="visually-hidden">未读</span>}</span>
      <IconTile tone={unread && message.needsAction ? "warning" : undefined}>
        <Icon />
      </IconTile>
      <div className="message-words">
        <div className="message-title">
          <Dotted text={message.title} />
        </div>
        <div className="message-body">
          <Dotted text={message.body} />
        </div>
      </div>
      <div className="message-tools">
        <button
          type="button"
          className="icon-button"
          aria-label={`${unread ? "标为已读" : "标为未读"}：${message.title}`}
          title={unread ? "标为已读" : "标为未读"}
          onClick={() => change.mutate({ state: unread ? "read" : "unread", ids })}
        >
          {unread ? <icons.Check /> : <icons.Mail />}
        </button>
        <button
          type="button"
          className="icon-button"
          aria-label={`删除：${message.title}`}
          title="删除"
          onClick={remove}
        >
          <icons.Trash />
        </button>
      </div>
      <time className="message-time">{inFeed(message.createdAt)}</time>
      <div className="message-action">
        {message.link && (
          <Link
            to={message.link.path}
            className={unread && message.needsAction ? "small-button" : "message-link"}
            onClick={read}
          >
            {message.link.label}
          </Link>
        )}
      </div>
    </li>
  );
}
