import type { FormHTMLAttributes, ReactNode } from "react";
import "./light.css";

/** The column of fields on an entry page. The page says what is wrong, so the browser's own bubbles are off. */
export function EntryForm(props: Omit<FormHTMLAttributes<HTMLFormElement>, "className">) {
  return <form noValidate {...props} className="lk-form" />;
}

/** The quiet line under the form: 「还没有账号？免费注册」. */
export function EntryAside({ children }: { children: ReactNode }) {
  return <p className="lk-aside">{children}</p>;
}
