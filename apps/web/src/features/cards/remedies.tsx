import type { CardRemedyView } from "@coralhub/contract";
import { addressOf, type Address, type Currency } from "@coralhub/domain";
import { toast } from "@coralhub/ui";
import { goTo } from "@coralhub/ui/browser";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Button } from "antd";
import { allowCurrency, allowItem } from "./allow-again.ts";
import { cardQuery, calls, refreshCards } from "./cards-calls.ts";
import { planRemedies, remedyText } from "./plan-remedies.ts";
import { raiseLimit } from "./raise-limit.ts";
import { CARD_PATHS } from "./words.ts";

type Props = { cardId: string; decision: Parameters<typeof planRemedies>[0]; primary?: boolean };

/** The buttons that help, each doing what it says; several at once where several things stood in the way. */
export function Remedies({ cardId, decision, primary }: Props) {
  const client = useQueryClient();
  const { direct, elsewhere, done } = planRemedies(decision);
  const apply = useMutation({
    mutationFn: async (chosen: readonly CardRemedyView[]) => {
      for (const remedy of chosen)
        await helpWith(cardId, remedy, () => client.query({ ...cardQuery(cardId), staleTime: 0 }));
    },
    onSuccess: async () => {
      toast.done(done);
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
        <Button type={primary ? "primary" : "default"} loading={apply.isPending} onClick={() => apply.mutate(direct)}>
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
  contact: CARD_PATHS.help,
};

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
