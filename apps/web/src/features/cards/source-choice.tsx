import type { CardFundSource } from "@coralhub/contract";
import { Masked } from "@coralhub/ui";
import { Radio } from "antd";
import { MoneyOf } from "../../platform/show.tsx";

export const keyOf = ({ accountId }: CardFundSource): string => accountId ?? "wallet";

type Props = {
  label: string;
  sources: readonly CardFundSource[];
  chosen: string | undefined;
  onChoose: (key: string) => void;
};

/** Receiving accounts and the wallet: where money for cards comes from, or goes back to. */
export function SourceChoice({ label, sources, chosen, onChoose }: Props) {
  return (
    <Radio.Group
      className="card-sources"
      aria-label={label}
      value={chosen}
      onChange={(event) => onChoose(event.target.value as string)}
    >
      {sources.map((one) => (
        <Radio key={keyOf(one)} value={keyOf(one)} disabled={one.problem !== null}>
          {one.kind === "wallet" ? (
            one.name
          ) : (
            <>
              {one.currency} 收款账户 <Masked end={one.name.slice(-4)} />
            </>
          )}
          <span className="card-note">
            可用 <MoneyOf value={one.available} />
            {one.problem && `，${one.problem}`}
          </span>
        </Radio>
      ))}
    </Radio.Group>
  );
}
