import type { StoreDetail } from "@coralhub/contract";
import { addressOf, placeName, receivingAccountLifecycle } from "@coralhub/domain";
import { CurrencyTile, Link, Masked, NameCell, Panel, StateTag } from "@coralhub/ui";

/** Where the platform pays this store, and who else is paid there. */
export function AccountPanel({ store, onChange }: { store: StoreDetail; onChange: () => void }) {
  const { account, siblings, expectAccountName, expectCurrency } = store;
  if (!account)
    return (
      <Panel title="收款账户">
        <p className="store-note">
          {store.state === "removed"
            ? "店铺已移除"
            : `审核通过后申请 ${expectCurrency} 账户，户名 ${expectAccountName}`}
        </p>
      </Panel>
    );
  const path = addressOf("account", { id: account.foreignBankAccountId });
  return (
    <Panel
      title="收款账户"
      action={<StateTag lifecycle={receivingAccountLifecycle} state={account.state} />}
      footer={
        store.state === "bound" && (
          <button type="button" className="text-button" onClick={onChange}>
            更换收款账户
          </button>
        )
      }
    >
      <div className="store-account">
        <NameCell
          tile={<CurrencyTile currency={account.currency} />}
          name={
            <>
              {placeName(account)} {account.lastFour && <Masked end={account.lastFour} />}
            </>
          }
          note={expectAccountName && `户名 ${expectAccountName}`}
        />
        <Link to={path} className="text-button">
          账户详情
        </Link>
      </div>
      {siblings.length > 0 && <p className="store-note">与 {siblings.map(({ name }) => name).join("、")} 共用</p>}
    </Panel>
  );
}
