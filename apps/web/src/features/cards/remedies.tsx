import type { CardRemedyView } from "@coralhub/contract";
import { addressOf, at, type Address, type Currency, type Money, type ShopCategory } from "@coralhub/domain";
import { toast } from "@coralhub/ui";
import { goTo } from "@coralhub/ui/browser";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Button } from "antd";
import { allowCurrency, allowItem } from "./allow-again.ts";
import { cardQuery, calls, refreshCards } from "./cards-calls.ts";
import { planRemedies, remedyText, stillToDo, wordsAfter } from "./plan-remedies.ts";
import { raiseLimit } from "./raise-limit.ts";
import { CARD_PATHS } from "./words.ts";

/** The purchase that was refused, to be tried again: as the shop charged it, and what it takes from the card. */
export type Purchase = {
  amount: Money;
  charged: Money;
  shopName: string;
  category: ShopCategory;
  country: string;
  /** More of this one. */
  moreOf?: string;
};
type Props = {
  cardId: string;
  remedies: readonly CardRemedyView[];
  /** Undefined where nobody wrote down what was asked for: that cannot be tried. */
  purchase?: () => Promise<Purchase>;
  primary?: boolean;
};

/** The buttons that help, each doing what it says; several at once where several things stood in the way. */
export function Remedies({ cardId, remedies, purchase, primary }: Props) {
  const client = useQueryClient();
  const card = useQuery(cardQuery(cardId));
  const now = card.data && { state: card.data.cardStatus, blockedByUs: card.data.blockedByUs };
  const { direct, elsewhere } = planRemedies(remedies, now);
  const apply = useMutation({
    mutationFn: async (chosen: readonly CardRemedyView[]) => {
      const read = () => client.query({ ...cardQuery(cardId), staleTime: 0 });
      const tried = await purchase?.();
      const before = await tryAgain(cardId, tried);
      if (before?.approved) return { trial: before, helped: false };
      const { cardStatus: state, blockedByUs, balance } = await read();
      const left = stillToDo(chosen, { state, blockedByUs, balance, charged: tried?.charged });
      for (const remedy of left) await helpWith(cardId, remedy, read);
      return { trial: await tryAgain(cardId, tried), helped: left.length > 0 };
    },
    onSuccess: async ({ trial, helped }) => {
      toast[trial?.approved === false ? "failed" : "done"](wordsAfter(trial, helped));
      await refreshCards();
    },
    onError: async (error) => {
      toast.failed(error.message);
      await refreshCards();
    },
  });
  return (
    <span className="card-remedies">
      {direct.length > 0 && (
        <Button
          type={primary ? "primary" : "default"}
          loading={apply.isPending}
          // What cannot be tried is not known to be done: once is enough.
          disabled={card.isPending || (!purchase && apply.isSuccess)}
          onClick={() => apply.mutate(direct)}
        >
          {direct.map(remedyText).join("，")}
        </Button>
      )}
      {elsewhere.map((remedy) => {
        const path = PLACES[remedy.kind] ?? (remedy.ofBook ? CARD_PATHS.books : undefined);
        return (
          path && (
            <Button key={remedyText(remedy)} onClick={() => goTo(path)}>
              {remedyText(remedy)}
            </Button>
          )
        );
      })}
    </span>
  );
}

const PLACES: Partial<Record<CardRemedyView["kind"], Address>> = {
  newCard: CARD_PATHS.apply,
  fundWallet: CARD_PATHS.fund,
  certify: addressOf("certification"),
  contact: at(addressOf("help"), "contact"),
};

/** The same purchase by the rules as they are now; undefined where it cannot be tried. */
async function tryAgain(id: string, purchase: Purchase | undefined) {
  if (!purchase) return undefined;
  const { charged: _charged, ...asked } = purchase;
  return calls.simulateCard({ id, ...asked }).catch(() => undefined);
}

type Card = Awaited<ReturnType<typeof calls.card>>;

/** One remedy, by the same call as the page of rules. */
async function helpWith(
  id: string,
  { kind, amount, limit, item }: CardRemedyView,
  read: () => Promise<Card>,
): Promise<void> {
  if (kind === "topUp" && amount) return void (await calls.rechargeCard({ cardId: id, rechargeAmount: amount }));
  if (kind === "unsuspend") return void (await calls.unsuspendCard({ id }));
  const { controls } = await read();
  const change = (given: Parameters<typeof calls.setCardControls>[0]["controls"]) =>
    calls.setCardControls({ id, controls: given });
  if (kind === "raiseLimit" && limit && amount) await change({ limits: raiseLimit(controls.limits, limit, amount) });
  if (kind === "allowShop" && item) await change({ merchants: allowItem(controls.merchants, item) });
  if (kind === "allowCategory" && item) await change({ categories: allowItem(controls.categories, item) });
  if (kind === "allowCountry" && item) await change({ countries: allowItem(controls.countries, item) });
  if (kind === "allowCurrency" && item)
    await change({
      currencies: allowCurrency(controls.currencies, { item: item as Currency, amount, raises: limit !== undefined }),
    });
  if (kind === "unlock") await calls.setCardControls({ id, controls: {}, unlock: true });
  if (kind === "extend") await change({ validUntil: null });
}
