import { mybankEndpoints, Refusal, type MybankBinding } from "@coralhub/contract";
import { MYBANK, MYBANK_NEEDS, type CertificationKind } from "@coralhub/domain";
import type { Capability } from "../../platform/capability.ts";
import type { MybankNotice } from "../../rails/mybank/index.ts";
import {
  bindAccount,
  BIND_TOPIC,
  checkBinding,
  deliverBinding,
  deliverUnbinding,
  hearBank,
  unbindAccount,
  UNBIND_TOPIC,
  watchBindings,
} from "./bind-account.ts";
import type { MybankDeps, MybankHouse } from "./deps.ts";
import { findBinding, listBindings } from "./mybank-store.ts";

export type MybankCapability = Capability<typeof mybankEndpoints> & {
  /** What the bank tells; safe to be told again. */
  hear(notice: MybankNotice): Promise<void>;
};
const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

export function createMybankBindings(house: MybankHouse): MybankCapability {
  const { rails, identity, certification } = house;
  const deps: MybankDeps = {
    ...house,
    bank: rails.mybank,
    codes: identity.codes,
    certifiedAs: certification.certifiedAs,
    peopleOf: certification.peopleOf,
  };
  const info = (kind: CertificationKind) => (ctx: { merchantId: string }) => describeHolder(deps, ctx.merchantId, kind);
  return {
    endpoints: mybankEndpoints,
    handlers: {
      mybankStatus: ({ merchantId }) => describeStatus(deps, merchantId),
      mybankPerson: info("person"),
      mybankCompany: info("mainland"),
      mybankHongkong: info("hongkong"),
      bindMybank: (ctx, input) => bindAccount(deps, ctx, input),
      async chooseMybank(ctx, { id }) {
        const binding = await findBinding(deps.database.db, { merchantId: ctx.merchantId, id });
        if (!binding) throw new Refusal("not_found");
        if (binding.state !== "bound") throw new Refusal("mybank.not_bound");
        return ctx.once(async (tx) => {
          await deps.beneficiaries.chooseDefault(tx, ctx, binding.beneficiaryId);
          return null;
        });
      },
      checkMybank: ({ merchantId }, { id }) => checkBinding(deps, { merchantId, id }),
      unbindMybank: (ctx, { id }) => unbindAccount(deps, ctx, id),
    },
    outbox: { [BIND_TOPIC]: deliverBinding(deps), [UNBIND_TOPIC]: deliverUnbinding(deps) },
    jobs: {
      "mybank.watch": { cron: "* * * * *", run: () => watchBindings(deps, "applied", MINUTE_MS) },
      "mybank.look": { cron: "20 4 * * *", run: () => watchBindings(deps, "bound", DAY_MS / 2) },
    },
    hear: (notice) => hearBank(deps, notice),
  };
}

async function describeStatus(deps: MybankDeps, merchantId: string) {
  const [bindings, own] = await Promise.all([
    listBindings(deps.database.db, merchantId),
    deps.beneficiaries.list(merchantId, "own"),
  ]);
  const shown = bindings.map(
    ({ beneficiaryId, merchantId: _owner, reference: _reference, ...binding }): MybankBinding => ({
      ...binding,
      bid: beneficiaryId,
      bankName: MYBANK.name,
      isDefault: own.some(({ id, isDefault }) => id === beneficiaryId && isDefault),
    }),
  );
  return { open: deps.bank.isOpen, bound: shown.some(({ state }) => state === "bound"), bindings: shown };
}

async function describeHolder(deps: MybankDeps, merchantId: string, kind: CertificationKind) {
  const [holder, people] = await Promise.all([deps.certifiedAs(merchantId), deps.peopleOf(merchantId)]);
  const fits = holder?.kind === kind;
  return {
    kind,
    fits,
    holderName: fits ? holder.name : null,
    people: fits ? people : [],
    needs: [...MYBANK_NEEDS[kind]],
  };
}
