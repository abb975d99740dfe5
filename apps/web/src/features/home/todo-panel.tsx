import { addressOf, toShanghaiDay } from "@coralhub/domain";
import { beijingDay, EmptyState, icons, IconTile, Link, Panel, promiseDay } from "@coralhub/ui";
import { MoneyOf } from "../../platform/show.tsx";
import type { Home } from "./home-queries.ts";

type Todo = Home["todos"][number];
const ICONS = {
  orders: icons.Warning,
  review: icons.Clock,
  stores: icons.Store,
  certification: icons.User,
  security: icons.Shield,
} as const satisfies Record<Todo["kind"], unknown>;

/** Everything that is held, with its reason. */
const HELD = addressOf("moneyEvents", { state: "held" });

/** What blocks my money, and the way to free it. */
export function TodoPanel({ todos, held = false }: { todos: Todo[]; held?: boolean }) {
  if (todos.length === 0)
    return (
      <Panel>
        <div className="nothing-to-do">
          {held ? (
            <EmptyState drawing="none" title="有款项暂扣">
              <Link to={HELD}>看原因和处理办法</Link>
            </EmptyState>
          ) : (
            <EmptyState drawing="none" title="没有等您处理的事">
              款项有变化时，我们会在这里和消息里告诉您
            </EmptyState>
          )}
        </div>
      </Panel>
    );
  const blocked = todos.filter((todo) => todo.amount);
  return (
    <Panel
      flush
      title={blocked.length > 0 ? `${blocked.length} 笔款项在等您处理` : `${todos.length} 件事在等您处理`}
      intro={
        blocked.length > 0 && todos.length > blocked.length
          ? `另有 ${todos.length - blocked.length} 件事需要您看一眼`
          : undefined
      }
    >
      <ul className="rows">
        {todos.map((todo) => (
          <TodoRow key={todo.id} todo={todo} />
        ))}
      </ul>
    </Panel>
  );
}

function dueText(dueAt: Date): string {
  const day = toShanghaiDay(dueAt);
  return `${promiseDay(day)}${day < beijingDay() ? "已过期" : "前"}`;
}

function TodoRow({ todo }: { todo: Todo }) {
  const Icon = ICONS[todo.kind];
  return (
    <li className="row">
      <IconTile tone="warning">
        <Icon />
      </IconTile>
      <div className="row-words">
        <div className="row-title">{todo.title}</div>
        <div className="row-note">{todo.body}</div>
      </div>
      <div className="row-amount">
        {todo.amount && <MoneyOf value={todo.amount} />}
        {todo.dueAt && <div className="row-note">{dueText(todo.dueAt)}</div>}
      </div>
      <Link to={todo.action.path} className="small-button">
        {todo.action.label}
      </Link>
    </li>
  );
}
