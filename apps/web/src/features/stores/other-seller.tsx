import type { StoreConnection } from "@coralhub/contract";
import { Notice } from "@coralhub/ui";

/** The platform let us into another account than the one written down: one of the two is wrong, and its owner knows which. */
export function OtherSeller({
  connection,
}: {
  connection: Pick<StoreConnection, "account" | "toldAccount"> | undefined;
}) {
  if (!connection?.toldAccount) return null;
  return (
    <Notice tone="warning" title="授权的卖家编号与填写的不一致">
      平台授权的是 {connection.account}，您填写的是 {connection.toldAccount}
      。填错了请修改店铺资料；授权了别的账号，请移除这家店铺，用正确的账号重新绑定
    </Notice>
  );
}
