import type { StoreRow } from "@coralhub/contract";
import { addressOf, AUTHORISE_WORDS, correctAddress, platformByCode, platformFixedReason } from "@coralhub/domain";
import { icons, toast, type MenuEntry } from "@coralhub/ui";
import { goTo } from "@coralhub/ui/browser";
import { useMutation } from "@tanstack/react-query";
import { useState, type ReactNode } from "react";
import { refreshStores, storeCalls } from "../../../platform/store-calls.ts";
import { depart } from "../../../platform/store-journeys.ts";
import { lacksShop, mayAuthorise } from "../words.ts";
import { AccountDialog } from "./account-dialog.tsx";
import { PlatformDialog } from "./platform-dialog.tsx";
import { RemoveDialog } from "./remove-dialog.tsx";
import { AddressDialog, RemarkDialog, RenameDialog } from "./words-dialogs.tsx";

export type CaredFor = Pick<
  StoreRow,
  | "merchantsId"
  | "name"
  | "platformCode"
  | "country"
  | "state"
  | "authorisation"
  | "hidden"
  | "remark"
  | "foreignBankAccountId"
  | "account"
  | "url"
>;

/** Offered only where it would be accepted: not once an account hangs on the store, and not from every platform. */
function mayMove({ platformCode, state, foreignBankAccountId }: CaredFor): boolean {
  const platform = platformByCode(platformCode);
  if (!platform || (state !== "pending" && state !== "declined")) return false;
  return platformFixedReason(platform, { state, hasAccount: foreignBankAccountId !== null }) === undefined;
}

const DIALOGS = {
  rename: RenameDialog,
  address: AddressDialog,
  remark: RemarkDialog,
  account: AccountDialog,
  platform: PlatformDialog,
  remove: RemoveDialog,
} as const;
type DialogName = keyof typeof DIALOGS;

/** What can be done with stores: the same in the row, the selection and the store's own page. */
export function useStoreCare(onRemoved?: () => void) {
  const [open, setOpen] = useState<{ dialog: DialogName; stores: readonly CaredFor[] }>();
  const ask = (dialog: DialogName, ...stores: CaredFor[]) => setOpen({ dialog, stores });
  const hide = useMutation({
    mutationFn: ({ stores, hidden }: { stores: readonly CaredFor[]; hidden: boolean }) =>
      storeCalls.hideStores({ merchantsIds: stores.map(({ merchantsId }) => merchantsId), hidden }),
    onSuccess: (_answer, { hidden }) => {
      toast.done(hidden ? "已隐藏，可在筛选「显示范围」里找到" : "已重新显示");
      return refreshStores();
    },
  });
  const departing = useMutation({
    mutationFn: (store: CaredFor) => depart(store),
    onSuccess: ({ url }) => location.assign(url),
    onError: (error) => toast.failed(error.message),
  });

  /** To the platform's own page; where keys are typed instead, to the store's page. */
  const authorise = (store: CaredFor) =>
    platformByCode(store.platformCode)?.connect.by === "keys"
      ? goTo(addressOf("store", { id: store.merchantsId }))
      : departing.mutate(store);
  const setHidden = (stores: readonly CaredFor[], hidden: boolean) => hide.mutate({ stores, hidden });

  const entries = (store: CaredFor): MenuEntry[] => [
    { label: "改名", icon: <icons.Edit />, onSelect: () => ask("rename", store) },
    { label: "备注", icon: <icons.File />, onSelect: () => ask("remark", store) },
    ...(store.state === "bound"
      ? [{ label: "更换收款账户", icon: <icons.Bank />, onSelect: () => ask("account", store) }]
      : []),
    ...(store.state === "bound" && store.url !== ""
      ? [{ label: "更换店铺链接", icon: <icons.Globe />, onSelect: () => ask("address", store) }]
      : []),
    ...(mayMove(store)
      ? [{ label: "换到其他平台", icon: <icons.Exchange />, onSelect: () => ask("platform", store) }]
      : []),
    {
      label: store.hidden === "yes" ? "重新显示" : "隐藏此店铺",
      icon: store.hidden === "yes" ? <icons.Eye /> : <icons.EyeOff />,
      onSelect: () => setHidden([store], store.hidden !== "yes"),
    },
    "divider",
    {
      label: "移除店铺",
      note: "余额和在途为零才能移除",
      danger: true,
      icon: <icons.Trash />,
      onSelect: () => ask("remove", store),
    },
  ];

  const Dialog = open && DIALOGS[open.dialog];
  const dialog: ReactNode = Dialog && (
    <Dialog
      key={open.dialog}
      stores={open.stores}
      onClose={(removed) => {
        setOpen(undefined);
        if (removed) onRemoved?.();
      }}
    />
  );
  return { ask, authorise, departing: departing.isPending, setHidden, entries, dialog };
}
export type StoreCare = ReturnType<typeof useStoreCare>;

export type CareDialogProps = { stores: readonly CaredFor[]; onClose: (removed?: boolean) => void };

/** The one thing a store waits for, if it waits for its owner. */
export function nextStep(store: CaredFor, care: StoreCare): { label: string; act: () => void } | undefined {
  if (store.state === "declined") return { label: "修改", act: () => goTo(correctAddress(store)) };
  if (store.state === "bound" && lacksShop(store)) return { label: "补全店铺", act: () => goTo(correctAddress(store)) };
  if (!mayAuthorise(store)) return undefined;
  if (store.authorisation === "authorised") return undefined;
  return { label: AUTHORISE_WORDS[store.authorisation], act: () => care.authorise(store) };
}
