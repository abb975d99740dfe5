import { REFUSALS, type OpenAppDeskDetail, type RefusalName } from "@coralhub/contract";

const messageOf = (reason: string): string =>
  (REFUSALS as Partial<typeof REFUSALS>)[reason as RefusalName]?.message ?? reason;

/** What programs were refused for in the last seven days, most frequent first. */
export function Errors({ errors }: Pick<OpenAppDeskDetail, "errors">) {
  if (errors.length === 0) return <p className="second-line">近 7 天没有被拒绝的请求</p>;
  return (
    <section aria-label="最多的错误">
      <h3 className="type-label">近 7 天最多的错误</h3>
      <ol className="open-errors">
        {errors.map(({ code, reason, count }) => (
          <li key={`${code} ${reason}`}>
            <a href={`/docs/open#code-${code}`} className="mono">
              {code}
            </a>
            <span>{messageOf(reason)}</span>
            <span className="open-count">{count} 次</span>
          </li>
        ))}
      </ol>
    </section>
  );
}
