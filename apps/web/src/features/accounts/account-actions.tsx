import type { ReceivingAccountDetail } from "@coralhub/contract";
import { addressOf, platformName } from "@coralhub/domain";
import { icons, MenuButton, toast } from "@coralhub/ui";
import { useMutation } from "@tanstack/react-query";
import { Button } from "antd";
import { goTo } from "../../platform/navigation.ts";
import { saveFile } from "../../platform/save-file.ts";
import { calls } from "./accounts-calls.ts";
import { copyText } from "./account-words.ts";

/** The letter for a platform, and everything to paste, at once. Only an open account has either. */
export function AccountActions({ account }: { account: ReceivingAccountDetail }) {
  const { id: accountId, stores, ways, state } = account;
  const letter = useMutation({
    mutationFn: (storeId: string | undefined) => calls.accountLetter({ accountId, ...(storeId && { storeId }) }),
    onSuccess: saveFile,
  });
  if (state !== "open") return null;
  const copyAll = () =>
    navigator.clipboard.writeText(ways.map((way) => `${way.way}\n${copyText(way)}`).join("\n\n")).then(
      () => toast.done("已复制全部资料"),
      () => toast.failed("没能复制，请手动选取"),
    );
  const face = (
    <>
      <icons.Download size={16} />
      账户证明
    </>
  );
  return (
    <>
      <Button onClick={() => goTo(addressOf("withdraw", { account: accountId }))}>提现</Button>
      {stores.length > 1 ? (
        <MenuButton
          className="small-button account-letter"
          align="end"
          entries={[
            ...stores.map(({ id, name, platform }) => ({
              label: `给 ${platformName(platform)}：${name}`,
              onSelect: () => letter.mutate(id),
            })),
            "divider",
            { label: "不写明店铺", onSelect: () => letter.mutate(undefined) },
          ]}
        >
          {face}
        </MenuButton>
      ) : (
        <Button
          icon={<icons.Download size={16} />}
          loading={letter.isPending}
          onClick={() => letter.mutate(stores[0]?.id)}
        >
          账户证明
        </Button>
      )}
      <Button type="primary" icon={<icons.Copy size={16} />} onClick={() => void copyAll()}>
        复制全部
      </Button>
    </>
  );
}
