import { identityEndpoints } from "@coralhub/contract";
import { addressOf } from "@coralhub/domain";
import { Link, Notice } from "@coralhub/ui";
import { useQuery } from "@tanstack/react-query";
import { connect } from "../../platform/api.ts";

const calls = connect(identityEndpoints);

/** Banks want the address of whom they open an account for: asked for right after sign-in, until it is there. */
export function AddressNotice() {
  const { data: missing } = useQuery({
    queryKey: ["addressIsMissing"],
    queryFn: () => calls.addressIsMissing({}),
    retry: false,
  });
  if (!missing) return null;
  return (
    <Notice
      tone="info"
      title="请补充联系地址"
      action={
        <Link to={addressOf("profile")} className="small-button">
          去填写
        </Link>
      }
    >
      开立收款账户和寄送资料时会用到
    </Notice>
  );
}
