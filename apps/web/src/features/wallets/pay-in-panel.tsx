import type { WalletOverview } from "@coralhub/contract";
import { CopyButton, Facts, Panel } from "@coralhub/ui";

/** How to be paid into the wallet directly. */
export function PayInPanel({ overview: { holderName, number } }: { overview: WalletOverview }) {
  return (
    <Panel title="收款方式" intro="其他商户凭钱包号和户名转入，各币种通用，实时到账">
      <Facts
        facts={[
          { label: "户名", value: holderName ?? "完成实名认证后可用" },
          {
            label: "钱包号",
            value: (
              <>
                {number.replaceAll(/(\d{4})(?=\d)/g, "$1 ")} <CopyButton text={number} label="复制钱包号" />
              </>
            ),
          },
        ]}
      />
    </Panel>
  );
}
