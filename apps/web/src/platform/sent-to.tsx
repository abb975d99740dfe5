import { Dotted } from "./dotted.tsx";

/** Under a code's field: where it went. */
export function SentTo({ to, note }: { to: string; note?: string }) {
  return (
    <>
      已发到 <Dotted text={to} />
      ，5 分钟内有效{note && `；${note}`}
    </>
  );
}

export function SentLabel({ to }: { to: string }) {
  return (
    <>
      验证码已发到 <Dotted text={to} />
    </>
  );
}
