import type { ReceivingAccountDetail } from "@coralhub/contract";
import { addressOf, platformName, type PaperLanguage } from "@coralhub/domain";
import { icons, MenuButton, toast } from "@coralhub/ui";
import { goTo, saveFile } from "@coralhub/ui/browser";
import { useMutation, useQuery } from "@tanstack/react-query";
import { Button } from "antd";
import { calls, particularsQuery } from "./accounts-calls.ts";
import { copyText } from "./account-words.ts";

/** The letter for a platform, and everything to paste, at once. Only an open account has either. */
export function AccountActions({ account }: { account: ReceivingAccountDetail }) {
  const { id: accountId, stores, ways, state } = account;
  const letter = useMutation({
    mutationFn: ({ storeId, language = "zh" }: { storeId?: string | undefined; language?: PaperLanguage }) =>
      calls.accountLetter({ accountId, language, ...(storeId && { storeId }) }),
    onSuccess: saveFile,
  });
  const { data: particulars } = useQuery({ ...particularsQuery(accountId), enabled: state === "open" });
  if (state !== "open") return null;
  const iban = particulars?.iban ? [`IBAN：${particulars.iban}`] : [];
  const written = [...(particulars?.ways ?? ways).map((way) => `${way.way}\n${copyText(way)}`), ...iban];
  const copyAll = () =>
    navigator.clipboard.writeText(written.join("\n\n")).then(
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
      <MenuButton
        className="small-button account-letter"
        align="end"
        entries={[
          ...stores.map(({ id: storeId, name, platform }) => ({
            label: `给 ${platformName(platform)}：${name}`,
            onSelect: () => letter.mutate({ storeId }),
          })),
          { label: "不写明店铺", onSelect: () => letter.mutate({}) },
          "divider",
          ...stores.map(({ id: storeId, name, platform }) => ({
            label: `英文版，给 ${platformName(platform)}：${name}`,
            onSelect: () => letter.mutate({ storeId, language: "en" }),
          })),
          { label: "英文版，不写明店铺", onSelect: () => letter.mutate({ language: "en" }) },
        ]}
      >
        {face}
      </MenuButton>
      <Button type="primary" icon={<icons.Copy size={16} />} onClick={() => void copyAll()}>
        复制全部
      </Button>
    </>
  );
}
