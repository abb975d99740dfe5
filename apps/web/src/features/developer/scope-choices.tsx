import { API_SCOPES, type ApiScope } from "@coralhub/domain";
import { Checkbox } from "antd";

const SCOPES = Object.entries(API_SCOPES) as [ApiScope, string][];

/** What a program may do; payments it may only prepare are confirmed by a person in the portal. */
export function ScopeChoices(props: { value: readonly ApiScope[]; onChange: (scopes: ApiScope[]) => void }) {
  const { value, onChange } = props;
  return (
    <div className="dev-scopes" role="group" aria-label="权限">
      {SCOPES.map(([scope, label]) => (
        <Checkbox
          key={scope}
          checked={value.includes(scope)}
          onChange={({ target }) =>
            onChange(target.checked ? [...value, scope] : value.filter((other) => other !== scope))
          }
        >
          {label}
          <span className="dev-code">{scope}</span>
        </Checkbox>
      ))}
    </div>
  );
}

export const READING = SCOPES.flatMap(([scope]) => (scope.endsWith(":read") ? [scope] : []));
